import { DEFAULT_LOCALE } from './locale';

export { DEFAULT_LOCALE, isLanguageTag, isRightToLeft } from './locale';

/** "tl maps to fil"; the others are what browsers call Norwegian, and old codes still in use. */
const ALIASES = new Map(Object.entries({ tl: 'fil', nb: 'no', nn: 'no', iw: 'he', in: 'id' }));

const chinese = (parts: readonly string[]): string[] => {
  const [, a, b] = parts;
  const region = [a, b].find((p) => p?.length === 2);
  const hant =
    parts.includes('hant') ||
    (!parts.includes('hans') && (region === 'tw' || region === 'hk' || region === 'mo'));
  if (hant) return region === 'mo' ? ['zh-mo', 'zh-tw'] : ['zh-tw'];
  return region === 'sg' ? ['zh-sg', 'zh-cn'] : ['zh-cn'];
};

/**
 * SPEC.md section 5 'Locale': "underscores become hyphens, lower-case, then a full match, then the language part
 * only"; tl is fil; Chinese by script or region; else en-us.
 * @param wanted a language tag from the page, the browser or the configuration
 * @param supported lower-case codes with a locale file
 */
export const matchLocale = (wanted: string, supported: readonly string[]): string => {
  const tag = wanted.replace(/_/g, '-').toLowerCase();
  const parts = tag.split('-');
  const language = ALIASES.get(parts[0] as string) ?? (parts[0] as string);
  const candidates = [tag, ...(language === 'zh' ? chinese(parts) : [language])];
  const full = candidates.find((c) => supported.includes(c));
  // A language may be there with a region only; English is then the default itself.
  const regional = language === 'zh' || language === 'en' ? undefined : `${language}-`;
  return full ?? supported.find((s) => regional && s.startsWith(regional)) ?? DEFAULT_LOCALE;
};
