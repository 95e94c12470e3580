import type { WordsLoader } from '../i18n/loadWords';
import { createLazy } from '../platform/lazy';
import type { Locale } from '../slices/locale';

/** Loads and shows the words of a locale. The last request wins, whichever load ends last. */
export const createLocaleChanger = (deps: { load: WordsLoader; locale: Locale; initial: string }) => {
  let wanted = deps.initial;
  let more = false;
  let loading: Promise<void> | undefined;
  const change = (next: string): Promise<void> => {
    wanted = next;
    loading = deps.load(next, more).then(({ words, success }) => {
      // A fallback for a locale that failed to load must not replace words already shown in another locale.
      const shown = deps.locale.words.value ?? words;
      if (words && next === wanted && (success || shown?.locale === words.locale)) deps.locale.set(words);
    });
    return loading;
  };
  /** Concurrent callers share one load and its result. */
  const addMore = createLazy(async () => {
    more = true;
    const before = deps.locale.words.value;
    void change(wanted);
    // Another locale may have been requested since.
    for (let awaited: typeof loading; awaited !== loading; ) {
      awaited = loading;
      await awaited;
    }
    if (deps.locale.words.value !== before) return;
    more = false;
    throw new Error('Failed to setup i18n');
  });
  return {
    change,
    /** Adds the words of lazily loaded features, for later locales too. Rejects if they cannot be loaded. */
    async more(): Promise<void> {
      await addMore();
      await loading;
    },
    /** Resolves when there are words to show; rejects if none can be loaded. */
    async ready(): Promise<void> {
      for (let awaited: typeof loading; awaited !== loading || !awaited; ) {
        awaited = loading ?? change(wanted);
        await awaited;
        if (deps.locale.words.value) return;
      }
      loading = undefined;
      throw new Error('Failed to setup i18n');
    },
  };
};
