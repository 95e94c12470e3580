// The realtime session (`services/realtime`, `delivery/receiving`). A round is up to five attempts.

/** From one attempt of a round to the next, at least, at most, and without advice of the service. */
export const REALTIME_ATTEMPT_SECONDS = 15;
export const REALTIME_ATTEMPT_LONGEST_SECONDS = 3600;
/** The most attempts of one round. */
export const REALTIME_ATTEMPTS = 5;
/** From a failed round to the next while the page is visible, with `spread`, without limit. */
export const REALTIME_ROUND_MS = 60_000;
/** A refused subscription gets a new token, while there were fewer refusals than this. */
export const REALTIME_REFUSALS = 4;
/** A subscription that lasted this long was valid; the count of refusals starts again. */
export const REALTIME_PROVEN_MS = 15_000;
/**
 * While nothing arrives live, the history is read each time this has passed, with `spread`, while the page is visible.
 * So an answer is less than 10 s late on any line. A realtime file that failed to load is requested again then, too.
 */
export const REALTIME_SILENCE_MS = 6500;
/** A WebSocket that failed once is proven again when others have worked for this long. */
export const SOCKETS_HOLD_MS = 60_000;
/** WebSockets are avoided for this long after they failed where another way works. */
export const SOCKETS_AGAIN_MS = 600_000;
