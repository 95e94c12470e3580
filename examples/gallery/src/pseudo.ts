import type { Dictionary } from '../../../src/i18n/words';

/** The pseudo-locale's code: English that no visitor is ever shown. */
export const PSEUDO = 'en-xa';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀçðéƒĝĥíĵķĺḿñóþǫŕšţúṽŵẋýžÁɃÇÐÉƑĜĤÍĴĶĹḾÑÓÞǪŔŠŢÚṼŴẊÝŽ';

const GROWTH = 0.4;

/** Two letters of five are doubled, the first one always: a word is never less than 40% longer. */
const lengthen = (word: string): string =>
  [...word]
    .map((letter, i) => {
      const drawn = ACCENTED[PLAIN.indexOf(letter)] ?? letter;
      return Math.ceil((i + 1) * GROWTH) > Math.ceil(i * GROWTH) ? drawn + drawn : drawn;
    })
    .join('');

/** Each word accented and longer by 40%, as a translation may be; placeholders and all that is no letter stay. */
export const pseudoText = (text: string): string =>
  text.replace(/\{\{\w+\}\}|[\p{L}’]+/gu, (found) => (found.startsWith('{{') ? found : lengthen(found)));

/** The same keys and plural forms, in longer words. */
export const pseudoWords = (dictionary: Dictionary): Dictionary =>
  Object.fromEntries(
    Object.entries(dictionary).map(([key, entry]) => [
      key,
      typeof entry === 'string'
        ? pseudoText(entry)
        : Object.fromEntries(Object.entries(entry).map(([form, text]) => [form, pseudoText(text ?? '')])),
    ]),
  );
