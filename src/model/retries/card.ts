// The card and its features (`loader/realm`, `loader/renew`, `conversation/loadFeatures`).

/**
 * After a file needed for the card failed to load, while the window is open. No jitter: each visitor opens at another
 * time.
 */
export const CARD_FILE_AGAIN_MS = 15_000;
/**
 * When the card or a feature has not arrived after this time, a failure with a retry button is shown in its place. It
 * is long because a second import() of an address joins the one under way: on a slow line, only waiting helps. A file
 * that arrives later is still used, and what the visitor writes until then is kept.
 */
export const LATE_MS = 120_000;
