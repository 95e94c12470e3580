// The page's calls. No jitter: few, and soon over.

/** How often a call's file is requested while the page is online. Later calls wait for it. */
export const CALL_FILE_TRIES = 5;
/** After a file that failed to load; offline, when the page is online again. */
export const CALL_FILE_AGAIN_MS = 15_000;
/** Debounce of the update-user calls. */
export const UPDATE_USER_MS = 500;
