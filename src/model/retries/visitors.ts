// A new visitor after the service refused the last one (`delivery/identity/visitorBackoff`). No jitter: exponential.

/** A visitor refused within this time after their creation counts as the service's fault. */
export const NEW_VISITOR_REFUSED_MS = 60_000;
/** After up to this many such refusals, a new visitor is created at once. */
export const NEW_VISITORS_AT_ONCE = 2;
/** Then the creation of the next visitor waits this long, and twice as long with each further refusal. */
export const NEW_VISITOR_MS = 15_000;
export const NEW_VISITOR_LONGEST_MS = 3_600_000;

// Logging in again after a 403 (`delivery/identity`). At once, so no jitter.

/** At most this many logins in this time: the service may refuse a visitor it has just logged in. */
export const LOGINS_AGAIN = 3;
export const LOGINS_AGAIN_WITHIN_MS = 300_000;
