/** SPEC.md section 9: default locale. */
export const DEFAULT_LOCALE = 'en-us';

/** SPEC.md section 5: a language-tag format check. */
export const isLanguageTag = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]{2,3}([-_][a-z0-9]{1,8})*$/i.test(value);

/** FACTS.md section 4: Arabic and Hebrew, and their like. */
export const isRightToLeft = (locale: string): boolean => /^(ar|he|fa|ur|yi|ps|dv)\b/.test(locale);
