/** A text as keyboards of Chinese and Japanese type it in full width. */
const fullWidth = (text: string): string =>
  text
    .replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    .replaceAll(' ', '\u3000');

/**
 * A search text in each form that Unicode has for its letters: `é` can be one sign or, as in file names of a Mac, two, and letters and
 * digits can be in full width. The words that are searched stay as they came.
 */
export const searchForms = (query: string): string[] => {
  const usual = query.normalize('NFKC');
  return [...new Set([query, query.normalize('NFC'), query.normalize('NFD'), usual, fullWidth(usual)])];
};
