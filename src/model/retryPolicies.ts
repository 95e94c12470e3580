/**
 * The one table of retries: what is tried again, when, how often and with what jitter. Each row is a constant,
 * so that a chunk holds only the rows it uses. Milliseconds, unless the name says seconds.
 */

/** Jitter: any time from `least` to `most`, so that many visitors do not come at the same moment. */
export const between = (least: number, most: number): number => least + (most - least) * Math.random();

/** Jitter of 20 percent either way. */
export const spread = (ms: number): number => between(0.8 * ms, 1.2 * ms);

// Calls of the service (`services/http`). No jitter: few, and soon over.

/** How often an unanswered call is repeated; without limit while the service restarts. */
export const CALL_RETRIES = 3;
/** The pause before each repetition. */
export const CALL_RETRY_MS = 500;
/** A call whose answer is not complete after this time counts as lost. Every call is safe to repeat. */
export const CALL_TIMEOUT_MS = 15_000;
/** How often a refused credential is renewed for one call. */
export const CALL_RENEWALS = 3;

// The waiting time (`features/waitTime`), beyond the retries of a call. No jitter: the next poll is near.

/** How often the service is asked again after a 429 or 500. */
export const WAIT_TIME_RETRIES = 3;
/** The pause before the first repetition; each later one is twice as long. */
export const WAIT_TIME_RETRY_MS = 500;
/** The interval of polling, if the configuration names none; also how soon a failed poll is repeated. */
export const WAIT_TIME_POLLING_SECONDS = 60;

// Texts that wait for the network (`delivery/sending`). The configuration may set this; `model/retryPolicy`
// bounds it. No jitter: each new text is a try of its own.

/** `aggressive` for the first `maxRetries` tries, each later by the multiplier; then `regular` without end. */
export const QUEUED_TEXTS = {
  intervals: { regular: 60, aggressive: 15 },
  backoffMultiplier: 2,
  maxRetries: 5,
};
/** The longest pause, whatever the configuration asks for; otherwise a text could wait for good. */
export const QUEUED_TEXTS_LONGEST_SECONDS = 3600;

// The start of a conversation (`delivery/startAgain`).

/** After a start that failed because of the network, with `spread`, without end. */
export const START_AGAIN_MS = 60_000;

// A new visitor after the service refused the last one (`delivery/identity/restraint`). No jitter: exponential.

/** A visitor refused within this time after their creation counts as the service's fault. */
export const NEW_VISITOR_REFUSED_MS = 60_000;
/** So many such refusals are answered with a new visitor at once. */
export const NEW_VISITORS_AT_ONCE = 2;
/** Then the creation of the next visitor waits this long, and twice as long with each further refusal. */
export const NEW_VISITOR_MS = 15_000;
export const NEW_VISITOR_LONGEST_MS = 3_600_000;

// Logging in again after a 403 (`delivery/identity`). At once, so no jitter.

/** At most so many logins in the given time: the service may refuse a visitor it has just logged in. */
export const LOGINS_AGAIN = 3;
export const LOGINS_AGAIN_WITHIN_MS = 300_000;

// History sync, read events and files. Without end. No jitter: each visitor begins at another moment.

/** After a history sync that failed. */
export const HISTORY_AGAIN_MS = 15_000;
/** After a read event that failed because of the network, while its conversation is shown and read. */
export const READ_AGAIN_MS = 60_000;
/** After the file of the send queue failed to load; each new text asks at once. */
export const SENDING_FILE_AGAIN_MS = 15_000;
/** After the file of the realtime session failed to load. */
export const REALTIME_FILE_AGAIN_MS = 60_000;
/** After the file of a feature failed to load. */
export const FEATURE_AGAIN_MS = 15_000;

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

// The card (`loader/realm`, `loader/renew`).

/** After a file until the card failed to load, while the window is open. No jitter: each visitor opens at another moment. */
export const CARD_FILE_AGAIN_MS = 15_000;
/** The window shows a failure with a retry button when the card has not arrived after this time. */
export const LATE_MS = 120_000;
