import type { Dictionary } from '../../../src/i18n/words';

/** The code of the pseudo-locale, which is for tests only. */
export const PSEUDO = 'en-xa';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀçðéƒĝĥíĵķĺḿñóþǫŕšţúṽŵẋýžÁɃÇÐÉƑĜĤÍĴĶĹḾÑÓÞǪŔŠŢÚṼŴẊÝŽ';

const GROWTH = 0.4;

/** Doubles two of every five letters, beginning with the first, so that each word is at least 40% longer. */
const lengthen = (word: string): string =>
  [...word]
    .map((letter, i) => {
      const drawn = ACCENTED[PLAIN.indexOf(letter)] ?? letter;
      return Math.ceil((i + 1) * GROWTH) > Math.ceil(i * GROWTH) ? drawn + drawn : drawn;
    })
    .join('');

/** Accents each word and makes it at least 40% longer, like some translations. Other text stays. */
export const pseudoText = (text: string): string =>
  text.replace(/\{\{\w+\}\}|[\p{L}’]+/gu, (found) => (found.startsWith('{{') ? found : lengthen(found)));

/** The same keys and plural forms, with longer words. */
export const pseudoWords = (dictionary: Dictionary): Dictionary =>
  Object.fromEntries(
    Object.entries(dictionary).map(([key, entry]) => [
      key,
      typeof entry === 'string'
        ? pseudoText(entry)
        : Object.fromEntries(Object.entries(entry).map(([form, text]) => [form, pseudoText(text ?? '')])),
    ]),
  );
