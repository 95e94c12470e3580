import { DEFAULT_LOCALE } from './locale';
import { createWords, type Dictionary, type Words } from './words';

/**
 * Fetches one locale file, such as `de` or `de.more`. The labels of lazily loaded features have a dot in their
 * keys and are in the `.more` file. Rejects when the file cannot be loaded.
 */
export type LoadLocaleFile = (name: string) => Promise<Dictionary>;

/** @param more whether to load the labels of lazily loaded features too */
export type WordsLoader = (wanted: string, more?: boolean) => Promise<{ success: boolean; words?: Words }>;

/**
 * Loads the labels of the locale that matches best. On failure it reports the error, falls back to the
 * default locale and returns `success: false`; without `words`, the caller keeps the labels it has.
 */
export const createWordsLoader = (deps: {
  /** The locales that have files; a wanted locale in this list needs no matching. */
  codes: readonly string[];
  /** Picks the code that matches best. */
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
