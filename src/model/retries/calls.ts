// The page's calls. No jitter: few, and soon over.

/** How often the file of a call is asked for while the page is online. Later calls wait meanwhile. */
export const CALL_FILE_TRIES = 5;
/** After a file that failed to load; offline, when the page is online again. */
export const CALL_FILE_AGAIN_MS = 15_000;
/** Debounce of the update-user calls. */
export const UPDATE_USER_MS = 500;
