import { DEFAULT_LOCALE } from './locale';
import { createWords, type Dictionary, type Words } from './words';

/**
 * Fetches one locale file, such as `de` or `de.more`. The labels of lazily loaded features have a dot in their keys and
 * are in the `.more` file. Rejects when the file cannot be loaded. A loaded file is fetched once, because `import()`
 * keeps it.
 */
type LoadLocaleFile = (name: string) => Promise<Dictionary>;

/** @param more whether to load the labels of lazily loaded features too */
export type WordsLoader = (wanted: string, more?: boolean) => Promise<{ success: boolean; words?: Words }>;

/**
 * Loads the labels of the locale that matches best. On failure it reports the error, falls back to the
 * default locale and returns `success: false`; without `words`, the caller keeps the labels it has.
 */
export const createWordsLoader = (deps: {
  /** Picks the code that matches best. */
  match: (wanted: string) => Promise<string>;
  load: LoadLocaleFile;
  report: (message: string, cause?: unknown) => void;
}): WordsLoader => {
  /** The latest name without a file, which is requested once. */
  let missed: string | undefined;
  const wordsOf = async (code: string, more?: boolean): Promise<Words> => {
    const [first, rest] = await Promise.all([deps.load(code), more && deps.load(`${code}.more`)]);
    return createWords(code, { ...first, ...rest }, deps.report);
  };
  return async (wanted, more) => {
    // Most callers ask for a file's name. Other names, and those without a file, need matching.
    const isName = wanted !== missed && /^[a-z]{2,3}(-[a-z\d]{2,3})?$/.test(wanted);
    try {
      if (isName) return { success: true, words: await wordsOf(wanted, more) };
    } catch {
      // The code below reports it, unless there is no such file.
    }
    const code = await deps.match(wanted).catch(() => (isName ? wanted : DEFAULT_LOCALE));
    if (code !== wanted) missed = wanted;
    for (const candidate of new Set([code, DEFAULT_LOCALE])) {
      try {
        return { success: candidate === code, words: await wordsOf(candidate, more) };
      } catch (cause) {
        deps.report('Failed to setup i18n', cause);
      }
    }
    return { success: false };
  };
};
