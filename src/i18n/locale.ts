/** The locale when nothing else matches. */
export const DEFAULT_LOCALE = 'en-us';

/** Whether a value has the format of a language tag. */
export const isLanguageTag = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]{2,3}([-_][a-z0-9]{1,8})*$/i.test(value);

/** Whether a locale is written from right to left. */
export const isRightToLeft = (locale: string): boolean => /^(ar|he|fa|ur|yi|ps|dv)\b/.test(locale);
