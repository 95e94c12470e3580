import { DEFAULT_LOCALE } from './locale';

/** Browser names of Norwegian and Filipino, and old codes still in use. */
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
 * The supported locale that matches a language tag best. Underscores become hyphens and letters lower case;
 * then the full tag is tried, then the language alone. Chinese is matched by script or region. The fallback
 * is en-us.
 * @param wanted a language tag from the page, the browser or the configuration
 * @param supported lower-case codes that have a locale file
 */
export const matchLocale = (wanted: string, supported: readonly string[]): string => {
  const tag = wanted.replace(/_/g, '-').toLowerCase();
  const parts = tag.split('-');
  const language = ALIASES.get(parts[0] as string) ?? (parts[0] as string);
  const candidates = [tag, ...(language === 'zh' ? chinese(parts) : [language])];
  const full = candidates.find((c) => supported.includes(c));
  // Some languages exist with a region only. English is left out because it is the default.
  const regional = language === 'zh' || language === 'en' ? undefined : `${language}-`;
  return full ?? supported.find((s) => regional && s.startsWith(regional)) ?? DEFAULT_LOCALE;
};
