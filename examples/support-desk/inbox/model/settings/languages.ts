import codes from '../../../../../locales/codes.json';

/** The locales that the messenger has. */
export const LOCALES: readonly string[] = Object.keys(codes);

/** The English name of a locale, with its code. */
export const languageName = (code: string): string => {
  try {
    const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(code);
    return name && name !== code ? `${name} (${code})` : code;
  } catch {
    return code;
  }
};

/** The time zone of the browser. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** The time zones of the browser; its own first, then `UTC`. */
export const timeZones = (): readonly string[] => {
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  return [...new Set([ownTimeZone(), 'UTC', ...known])];
};
