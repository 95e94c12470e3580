/** A text in full width, as Chinese and Japanese keyboards type it. */
const fullWidth = (text: string): string =>
  text
    .replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    .replaceAll(' ', '\u3000');

/**
 * A search text in each of its Unicode forms: `é` can be one character or, as in file names of a Mac, two, and letters
 * and digits can be in full width. The searched texts are stored unchanged.
 */
export const searchForms = (query: string): string[] => {
  const usual = query.normalize('NFKC');
  return [...new Set([query, query.normalize('NFC'), query.normalize('NFD'), usual, fullWidth(usual)])];
};

/** A search text as it is written in the address of a page. */
export const addressForm = (query: string): string => encodeURI(query.replace(/\p{Surrogate}/gu, ''));

/**
 * The digits of a search text that looks like a phone number, without the zeros that only some write before it: 030 1234
 * finds +49 30 1234.
 */
export const phoneForm = (query: string): string | undefined => {
  if (!/^[\d\s+()./-]+$/.test(query)) return undefined;
  const digits = query.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length < 3 ? undefined : digits;
};

/** Characters that keyboards, phones and email programs replace by one another. A run of spaces is one. */
const ALIKE = ["'’‘‛ʼ´`＇", '"“”„‟«»″＂', '-‐‑‒–—―−－'].map((signs) => `[${signs}]`);
const SPACES = '[ \\n\\r\\t\u00a0\u2000-\u200a\u2028\u2029\u202f\u3000]+';
const SIGN = new RegExp(
  `(${SPACES})|${ALIKE.map((signs) => `(${signs})`).join('|')}|[.*+?^\${}()|[\\]\\\\]`,
  'gu',
);

const ANY_SIGN = new RegExp([SPACES, ...ALIKE].join('|'), 'gu');

/** Whether a form of a search text has characters with variants. */
export const hasAlike = (form: string): boolean => form.search(ANY_SIGN) >= 0;

/** A LIKE pattern that allows any character for each of those. */
export const likeAlike = (pattern: string): string =>
  pattern.replace(ANY_SIGN, (sign) => (sign.trim() === '' ? '%' : '_'));

/** A regular expression that also finds a form's variants. It is the same in PostgreSQL. */
export const patternOf = (form: string): string =>
  form.replace(SIGN, (sign, spaces?: string, ...more: (string | undefined)[]) => {
    if (spaces !== undefined) return SPACES;
    const at = more.slice(0, ALIKE.length).findIndex((one) => one !== undefined);
    return ALIKE[at] ?? `\\${sign}`;
  });
