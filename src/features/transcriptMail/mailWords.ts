/** The words of this feature by their key, such as `mail.title`. */
export type MailWords = Readonly<Record<string, string>>;

/**
 * Loads the words of a locale from a file beside the build's, `l/de.mail.js`, which only accounts that send emails load.
 * Rejects when it cannot be loaded.
 */
export const loadMailWords = async (locale: string): Promise<MailWords> =>
  (await import(/* @vite-ignore */ `./l/${locale}.mail.js`)).default;
