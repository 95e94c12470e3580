/** Jitter: any time from `least` to `most`, so that many visitors do not call at the same moment. */
export const between = (least: number, most: number): number => least + (most - least) * Math.random();

/** Jitter of 20 percent either way. */
export const spread = (ms: number): number => between(0.8 * ms, 1.2 * ms);

// Calls of the service (`services/http`). No jitter: few, and soon over.

/** How often an unanswered call is repeated; without limit while the service restarts. */
export const CALL_RETRIES = 3;
/** The pause before each repetition. */
export const CALL_RETRY_SECONDS = 0.5;
/** The longest that a service can ask a call to wait before it is repeated. */
export const CALL_WAIT_SECONDS = 3600;
/** A call whose answer is not complete after this time counts as lost. Every call is safe to repeat. */
export const CALL_TIMEOUT_MS = 15_000;
/** How often a refused credential is renewed for one call. */
export const CALL_RENEWALS = 3;

// The start of a conversation (`delivery/startAgain`).

/** After a start that failed because of the network, with `spread`, without limit. */
export const START_AGAIN_MS = 60_000;

// History sync and files. Without limit. No jitter: each visitor begins at another time.

/** After a history sync that failed. */
export const HISTORY_AGAIN_MS = 15_000;
/** After the file of the send queue failed to load; each new text asks at once. */
export const SENDING_FILE_AGAIN_MS = 15_000;
/** After the file for what another tab has done failed to load. */
export const TABS_FILE_AGAIN_MS = 15_000;
/**
 * When a file of the engine has not arrived after this time, it is requested at another address; each wait is longer.
 */
export const FILE_ELSEWHERE_MS = 7000;
/** After the file of a feature failed to load. */
export const FEATURE_AGAIN_MS = 15_000;
