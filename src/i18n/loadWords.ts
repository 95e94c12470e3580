import { DEFAULT_LOCALE } from './locale';
import { createWords, type Dictionary, type Words } from './words';

/**
 * Fetches a file of one locale, such as `de` or `de.more`: keys with a dot belong to lazily loaded parts of the interface
 * and have a file of their own. Rejects when it cannot be had.
 */
export type LoadLocaleFile = (name: string) => Promise<Dictionary>;

/** @param more whether the words of lazily loaded parts are wanted, too */
export type WordsLoader = (wanted: string, more?: boolean) => Promise<{ success: boolean; words?: Words }>;

/**
 * Loads the words of the locale that matches best. "A locale load failure is reported and returns success false"
 * (SPEC.md section 8); the caller then keeps the words it has.
 */
export const createWordsLoader = (deps: {
  /** The locales that there are files of; one of these need not be matched. */
  codes: readonly string[];
  /** The one of these that matches best. */
  match: (wanted: string, codes: readonly string[]) => Promise<string>;
  load: LoadLocaleFile;
  report: (message: string, cause?: unknown) => void;
}): WordsLoader => {
  const files = new Map<string, Promise<Dictionary>>();
  const get = (name: string) => {
    let file = files.get(name);
    if (!file) {
      file = deps.load(name);
      files.set(name, file);
      file.catch(() => files.delete(name));
    }
    return file;
  };
  return async (wanted, more) => {
    const { codes } = deps;
    const code = codes.includes(wanted)
      ? wanted
      : await deps.match(wanted, codes).catch(() => DEFAULT_LOCALE);
    for (const candidate of new Set([code, DEFAULT_LOCALE])) {
      try {
        const [first, rest] = await Promise.all([get(candidate), more && get(`${candidate}.more`)]);
        const words = createWords(candidate, { ...first, ...rest }, deps.report);
        return { success: candidate === code, words };
      } catch (cause) {
        deps.report('Failed to setup i18n', cause);
      }
    }
    return { success: false };
  };
};
