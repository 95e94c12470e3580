/** The words of this feature by their key, such as `rating.good`. */
export type RatingWords = Readonly<Record<string, string>>;

/**
 * Loads the words of a locale from a file beside the build's, `l/de.rating.js`, which only accounts with ratings load.
 * Rejects when it cannot be loaded.
 */
export const loadRatingWords = async (locale: string): Promise<RatingWords> =>
  (await import(/* @vite-ignore */ `./l/${locale}.rating.js`)).default;
