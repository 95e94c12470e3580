/** The words of this feature by their key, such as `growing.stop`. */
export type GrowingWords = Readonly<Record<string, string>>;

/**
 * Loads the words of a locale from a file beside the build's, `l/de.growing.js`, which only an answer that grows loads.
 * Rejects when it cannot be loaded.
 */
export const loadGrowingWords = async (locale: string): Promise<GrowingWords> =>
  (await import(/* @vite-ignore */ `./l/${locale}.growing.js`)).default;
