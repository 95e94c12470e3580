// The waiting time (`features/waitTime`), beyond the retries of a call. No jitter: the next poll is near.

/** How often the service is asked again after a 429 or 500. */
export const WAIT_TIME_RETRIES = 3;
/** The pause before each repetition. */
export const WAIT_TIME_RETRY_MS = 500;
/** The polling interval, if the configuration names none; also how soon a failed poll is repeated. */
export const WAIT_TIME_POLLING_SECONDS = 60;
