// The realtime session (`services/realtime`, `delivery/receiving`). A round is up to five attempts.

/** From one attempt of a round to the next, at least, at most, and if the service does not say. */
export const REALTIME_ATTEMPT_SECONDS = 15;
export const REALTIME_ATTEMPT_LONGEST_SECONDS = 3600;
/** The most attempts of one round. */
export const REALTIME_ATTEMPTS = 5;
/** From a failed round to the next while the page is visible, with `spread`, without end. */
export const REALTIME_ROUND_MS = 60_000;
/** A refused subscription gets a new token, while there were fewer refusals than this. */
export const REALTIME_REFUSALS = 4;
/** A subscription that lasted this long was valid; the count of refusals starts again. */
export const REALTIME_PROVEN_MS = 15_000;
