import { DEFAULT_LOCALE } from './locale';

/**
 * Languages and regions without a file, after the locale whose words they get. A language is read by its
 * speakers in another's words only where the two are close, or where theirs is an official language too.
 * English outside these regions of the United States, Canada and the Philippines is British.
 */
const STANDS_FOR: Record<string, string> = {
  ar: 'arb ary arz acm apc ajp aeb ars afb',
  da: 'fo kl',
  de: 'gsw lb nds bar',
  'en-gb': 'cy ga gd gv kw',
  'en-in': 'hi-latn',
  'en-us': 'en-as en-ca en-gu en-mh en-mp en-ph en-pr en-um en-us en-vi',
  es: 'an ast eu gl',
  'es-419':
    'es-ar es-bo es-br es-bz es-cl es-co es-cr es-cu es-do es-ec es-gt es-hn es-mx es-ni es-pa es-pe es-pr es-py es-sv es-us es-uy es-ve es-xl',
  fa: 'prs pes',
  fil: 'tl',
  fr: 'br co oc',
  he: 'iw',
  hr: 'bs sh sr-latn',
  id: 'in',
  lt: 'sgs',
  lv: 'ltg',
  ms: 'zlm zsm',
  nl: 'fy li vls',
  no: 'nb nn se',
  ro: 'mo',
  'zh-cn': 'cmn wuu',
  'zh-tw': 'yue nan hak',
};

const KNOWN = new Map(
  Object.entries(STANDS_FOR).flatMap(([code, names]) =>
    names.split(' ').map((name) => [name, code] as const),
  ),
);

const chinese = (parts: readonly string[], region: string | undefined): string[] => {
  const hant =
    parts.includes('hant') ||
    (!parts.includes('hans') && (region === 'tw' || region === 'hk' || region === 'mo'));
  if (hant) return region === 'mo' ? ['zh-mo', 'zh-tw'] : ['zh-tw'];
  return region === 'sg' ? ['zh-sg', 'zh-cn'] : ['zh-cn'];
};

/**
 * The supported locale that matches a language tag best. Underscores become hyphens and letters lower case;
 * then the full tag is tried, then the language with its region or a related region, then the language
 * alone. Chinese is matched by script or region. The fallback is en-us.
 * @param wanted a language tag from the page, the browser or the configuration
 * @param supported lower-case codes that have a locale file
 */
export const matchLocale = (wanted: string, supported: readonly string[]): string => {
  const tag = wanted.replace(/_/g, '-').toLowerCase();
  const parts = tag.split('-');
  const own = parts[0] as string;
  const region = parts.slice(1, 3).find((part) => /^([a-z]{2}|\d{3})$/.test(part));
  const instead = KNOWN.get(own);
  const language = instead?.split('-')[0] ?? own;
  const narrow = [`${language}-${parts[1]}`, `${language}-${region}`].flatMap((name) => [
    name,
    KNOWN.get(name),
  ]);
  const british = language === 'en' && region;
  const candidates =
    own === 'zh'
      ? [tag, ...chinese(parts, region)]
      : [tag, ...narrow, instead, british && !KNOWN.has(`en-${region}`) && 'en-gb', language];
  const full = candidates.find((code): code is string => supported.includes(code as string));
  // Some languages exist with a region only. English is left out because it is the default.
  const regional = language === 'zh' || language === 'en' ? undefined : `${language}-`;
  return full ?? supported.find((s) => regional && s.startsWith(regional)) ?? DEFAULT_LOCALE;
};
