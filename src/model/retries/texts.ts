// Texts that wait for the network (`delivery/sending`). The configuration may set this; `model/retryPolicy`
// bounds it. No jitter: each new text starts a new attempt.

/** `aggressive` for the first `maxRetries` tries, each wait longer by the multiplier; then `regular` without limit. */
export const QUEUED_TEXTS = { regular: 60, aggressive: 15, backoffMultiplier: 2, maxRetries: 5 };
/** The longest pause, even if the configuration asks for more. Otherwise a text could wait forever. */
export const QUEUED_TEXTS_LONGEST_SECONDS = 3600;
