import { DEFAULT_LOCALE } from './locale';
import { createWords, type Dictionary, type Words } from './words';

/** Fetches the file of one locale; rejects when it cannot be had. */
export type LoadLocaleFile = (code: string) => Promise<Dictionary>;

export type WordsLoader = (wanted: string) => Promise<{ success: boolean; words?: Words }>;

/**
 * Loads the words of the locale that matches best. "A locale load failure is reported and returns success false"
 * (SPEC.md section 8); the caller then keeps the words it has.
 */
export const createWordsLoader = (deps: {
  /** The code of the file that matches best. */
  match: (wanted: string) => Promise<string>;
  load: LoadLocaleFile;
  report: (message: string, cause?: unknown) => void;
}): WordsLoader => {
  const loaded = new Map<string, Promise<Words>>();
  const get = (code: string) => {
    let words = loaded.get(code);
    if (!words) {
      words = deps.load(code).then((dictionary) => createWords(code, dictionary, deps.report));
      loaded.set(code, words);
      words.catch(() => loaded.delete(code));
    }
    return words;
  };
  return async (wanted) => {
    const code = await deps.match(wanted).catch(() => DEFAULT_LOCALE);
    for (const candidate of new Set([code, DEFAULT_LOCALE])) {
      try {
        return { success: candidate === code, words: await get(candidate) };
      } catch (cause) {
        deps.report('Failed to setup i18n', cause);
      }
    }
    return { success: false };
  };
};
