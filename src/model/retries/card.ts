// The card (`loader/realm`, `loader/renew`).

/** After a file until the card failed to load, while the window is open. No jitter: each visitor opens at another moment. */
export const CARD_FILE_AGAIN_MS = 15_000;
/** The window shows a failure with a retry button when the card has not arrived after this time. */
export const LATE_MS = 120_000;
