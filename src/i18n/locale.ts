/** The locale when nothing else matches. */
export const DEFAULT_LOCALE = 'en-us';

/** Whether a locale is written from right to left. */
export const isRightToLeft = (locale: string): boolean => /^(ar|he|fa|ur|yi|ps|dv)\b/.test(locale);
