/** Invisible characters that may surround a copied address. Two of them join letters in some languages. */
const UNSEEN = /(?!\p{Join_C})\p{Cf}/gu;

/** The local part, without spaces and characters with a meaning in an email's header, and the domain. */
const ADDRESS =
  /^[^\s@\p{Cc}<>()[\]\\,;:"]+@[\p{L}\p{N}\p{M}\p{Join_C}_-]+(\.[\p{L}\p{N}\p{M}\p{Join_C}_-]+)+$/u;

/**
 * An email address as it is stored: Japanese and Chinese keyboards type its letters, the `@` and the dots in full width.
 * @returns the trimmed address, which need not be a valid one
 */
export const foldEmail = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[。｡]/g, '.')
    .replace(UNSEEN, '')
    .trim();

/** Whether a folded text is one email address. */
export const isEmail = (folded: string): boolean => ADDRESS.test(folded);
