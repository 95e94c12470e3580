/** Where two initials cannot be told from a name's words: these scripts are written without spaces. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

const firstOf = (word = ''): string => [...word].find((c) => /[\p{L}\p{N}]/u.test(c)) ?? '';

/**
 * The initials of a name: the first letters of its first and last word, in capitals.
 * @returns one or two characters; an empty text where the name has no letter and no number
 */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/u).filter(firstOf);
  const first = firstOf(words[0]);
  const last = words.length > 1 && !UNSPACED.test(first) ? firstOf(words.at(-1)) : '';
  return (first + last).toLocaleUpperCase();
};
