import { chainOf } from '../../../locales/chain.mjs';
import codes from '../../../locales/codes.json';
import { createWords, type Dictionary, type Words } from '../../../src/i18n/words';
import { PSEUDO, pseudoWords } from './pseudo';
import type { View } from './view';

const files = import.meta.glob<Dictionary>(['../../../locales/*.json', '!../../../locales/codes.json'], {
  import: 'default',
});

/** A language's own name for itself, such as 'Deutsch (Österreich)'. */
const nameOf = (code: string): string => {
  if (code === PSEUDO) return 'Longer English, for tests';
  try {
    const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
  } catch {
    return code;
  }
};

/** All locales with their own names, by name. */
export const LOCALES: readonly { code: string; name: string }[] = [
  ...Object.keys(files).map((path) => path.replace(/.*\/|\.json$/g, '')),
  PSEUDO,
]
  .map((code) => ({ code, name: nameOf(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** The words of a view, with its direction. */
export const loadWords = async ({ locale: code, direction }: View): Promise<Words> => {
  const isPseudo = code === PSEUDO;
  const parts = await Promise.all(
    chainOf(isPseudo ? 'en-us' : code, codes).map((part) => {
      const load = files[`../../../locales/${part}.json`];
      if (!load) throw new Error(`There is no locale ${part}`);
      return load();
    }),
  );
  const dictionary: Dictionary = Object.assign({}, ...parts);
  const words = createWords(code, isPseudo ? pseudoWords(dictionary) : dictionary, (problem) =>
    console.error(problem),
  );
  return direction ? { ...words, rtl: direction === 'rtl' } : words;
};
