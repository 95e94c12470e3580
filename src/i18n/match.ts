import { DEFAULT_LOCALE } from './locale';

/**
 * In each line a locale, then the languages, and some of their scripts and regions, that use its words when they have
 * none of their own. A language uses another's words only if the two are close, or if its speakers have the other as an
 * official language, too.
 */
const STANDS_FOR = `ar arb ary arz acm apc ajp aeb ars afb
da fo kl
de gsw lb nds bar
en-gb cy ga gd gv kw
en-in hi-latn
es an ast eu gl
fa prs pes
fil tl
fr br co oc
he iw
hr bs sh sr-latn
id in
lt sgs
lv ltg
ms zlm zsm
nl fy li vls
no nb nn se
ro mo
ur pa-arab pa-pk
zh-cn cmn wuu
zh-tw yue nan hak`;

/** The locale used for a language, script or region. */
const insteadOf = (name: string): string | undefined =>
  STANDS_FOR.split('\n')
    .map((line) => line.split(' '))
    .find((names) => names.includes(name))?.[0];

/** The regions with American English. All others have British English. */
const AMERICAN_ENGLISH = 'as ca gu mh mp ph pr um us vi';
/** The regions with the Spanish of the Americas. */
const AMERICAN_SPANISH = 'ar bo br bz cl co cr cu do ec gt hn mx ni pa pe pr py sv us uy ve xl';

const variant = (language: string, region: string): string | false => {
  if (language === 'en') return AMERICAN_ENGLISH.includes(region) ? 'en-us' : 'en-gb';
  return language === 'es' && AMERICAN_SPANISH.includes(region) && 'es-419';
};

const chinese = (tag: string, region = ''): (string | false)[] =>
  /hant|^(?!.*hans).*-(tw|hk|mo)/.test(tag)
    ? [/hk|mo/.test(region) && `zh-${region}`, 'zh-tw']
    : [/sg|my/.test(region) && 'zh-sg', 'zh-cn'];

/**
 * The supported locale that matches a language tag best. Underscores become hyphens and letters lower case; then the
 * full tag is tried, then the language with its region or a related region, then the language alone, then, in the same
 * order, the language used for it. Chinese is matched by script or region. The fallback is en-us.
 * @param wanted a language tag from the page, the browser or the configuration
 * @param supported lower-case codes that have a locale file
 */
export const matchLocale = (wanted: string, supported: readonly string[]): string => {
  const tag = wanted.replace(/_/g, '-').toLowerCase();
  const [own = '', script] = tag.split('-');
  const region = /-(\w\w|\d{3})\b/.exec(tag)?.[1];
  const start = `${own}-${script}`;
  const near = insteadOf(own);
  const language = (near ?? own).split('-')[0] as string;
  const inRegion = (name: string) => [`${name}-${region}`, region && variant(name, region)];
  const candidates =
    own === 'zh'
      ? [tag, ...chinese(tag, region)]
      : [tag, start, insteadOf(start), ...inRegion(own), own, ...inRegion(language), near, language];
  // Some languages exist with a region only. English is left out because it is the default.
  const isRegional = (code: string) =>
    language !== 'zh' && language !== 'en' && code.startsWith(`${language}-`);
  return (
    candidates.find((code): code is string => supported.includes(code as string)) ??
    supported.find(isRegional) ??
    DEFAULT_LOCALE
  );
};
