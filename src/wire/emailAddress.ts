/** What nobody sees and a copied address may have around it. Two of these signs join letters in some languages. */
const UNSEEN = /(?![\u200c\u200d])\p{Cf}/gu;

/** Two parts without spaces, signs that nobody sees, and signs with a meaning of their own in the header of an email. */
const ADDRESS =
  /^[^\s@\p{Cc}\p{Cf}<>()[\]\\,;:"]+@[^\s@.\p{Cc}\p{Cf}<>()[\]\\,;:"]+(\.[^\s@.\p{Cc}\p{Cf}<>()[\]\\,;:"]+)+$/u;

/**
 * An email address as it is stored: Japanese and Chinese keyboards type its letters, the `@` and the dots in full width.
 * @returns the trimmed address, which need not be a valid one
 */
export const foldEmail = (text: string): string =>
  text.normalize('NFKC').replace(/。/g, '.').replace(UNSEEN, '').trim();

/** Whether a folded text is one email address. */
export const isEmail = (folded: string): boolean => ADDRESS.test(folded);
