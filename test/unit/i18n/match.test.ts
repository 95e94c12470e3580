import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import registry from '../../../locales/codes.json';
import { allWords, BARE } from '../../../scripts/locales.mjs';
import { isLanguageTag } from '../../../src/i18n/languageTag';
import { DEFAULT_LOCALE, isRightToLeft } from '../../../src/i18n/locale';
import { matchLocale } from '../../../src/i18n/match';

/** The service's numbers of locales, as far as they are public. */
const NUMBERS =
  'en-us 1, es 2, de 8, zh-tw 9, zh-cn 10, pl 13, fr 16, pt-br 19, it 22, ro 23, is 24, vi 26, ru 27, ' +
  'he 30, no 34, fil 47, ar 66, ja 67, ko 69, sl 72, hr 74, id 77, cs 78, th 81, fi 84, tr 88, sv 92, ' +
  'el 93, bg 94, et 101, da 1000, sk 1003, nl 1005, hu 1009, pt 1011, fa 1016, ca 1075, lt 1092, ' +
  'lv 1101, sr 1150, uk 1173, en-gb 1176, en-ca 1181, es-es 1186, fr-ca 1187, es-419 1194, en-au 1277, ' +
  'en-in 1278, en-ie 1279, en-sg 1281, en-nz 1288, en-za 1289, fr-be 1291, fr-ch 1292, nl-be 1293, ' +
  'de-at 1294, de-ch 1295, hi 1303, ms 1307, en-be 1350, es-mx 1364, fr-fr 1365, en-ph 1392';

const SUPPORTED = [
  'ar',
  'de',
  'en-au',
  'en-gb',
  'en-us',
  'es',
  'es-419',
  'fil',
  'fr',
  'fr-ca',
  'he',
  'id',
  'no',
  'pt-br',
];
/** Codes without a file, after the locale whose words they get. */
const READ_IN: Record<string, string> = {
  ar: 'ar-ae ar-bh ar-dz ar-eg ar-iq ar-jo ar-kw ar-lb ar-ly ar-ma ar-mr ar-om ar-ps ar-qa ar-sa ar-sd ar-so ar-sy ar-tn ar-ye arz ary',
  az: 'az-az az-latn-az',
  bg: 'bg-bg',
  bn: 'bn-bd bn-in',
  bs: 'bs-ba bs-latn-ba',
  ca: 'ca-ad ca-es ca-fr ca-it ca-es-valencia',
  cs: 'cs-cz',
  da: 'da-dk da-gl fo kl',
  de: 'de-be de-de de-it de-li de-lu lb nds',
  'de-ch': 'gsw-ch',
  el: 'el-cy el-gr',
  'en-gb':
    'en-001 en-150 en-ag en-ai en-bb en-bm en-bs en-bw en-bz en-cm en-cy en-de en-dk en-dm en-fi en-fj en-fk en-gd en-gg en-gh en-gi en-gm en-gy en-hk en-il en-im en-je en-jm en-ke en-kn en-ky en-lc en-lr en-ls en-mg en-mo en-mt en-mu en-mw en-my en-na en-ng en-nl en-pg en-pk en-rw en-sb en-sc en-sd en-se en-si en-sl en-ss en-sz en-tt en-tz en-ug en-vc en-zm en-zw cy cy-gb gd',
  'en-ie': 'ga-ie',
  'en-in': 'hi-latn hi-latn-in',
  'en-us': 'en en-as en-gu en-mh en-mp en-pr en-um en-vi en-latn-us',
  es: 'es-gq es-ph es-ea es-ic ast an',
  'es-es': 'ast-es',
  'es-419':
    'es-bo es-br es-bz es-cl es-co es-cr es-cu es-do es-ec es-gt es-hn es-ni es-pa es-pe es-pr es-py es-sv es-us es-uy es-ve',
  'es-ar': 'es-latn-ar',
  et: 'et-ee',
  eu: 'eu-es eu-fr',
  fa: 'fa-af fa-ir prs prs-af',
  fi: 'fi-fi',
  fil: 'tl tl-ph fil-ph',
  fr: 'fr-bf fr-bi fr-bj fr-cd fr-cf fr-cg fr-ci fr-cm fr-dj fr-dz fr-ga fr-gf fr-gn fr-gp fr-ht fr-km fr-lu fr-ma fr-mc fr-mg fr-ml fr-mq fr-mr fr-mu fr-nc fr-ne fr-pf fr-re fr-rw fr-sc fr-sn fr-td fr-tg fr-tn br oc co',
  gl: 'gl-es',
  gu: 'gu-in',
  he: 'he-il iw iw-il',
  hi: 'hi-in',
  hr: 'hr-ba hr-hr sh sh-ba',
  hu: 'hu-hu',
  hy: 'hy-am',
  id: 'id-id in in-id',
  is: 'is-is',
  it: 'it-ch it-it it-sm it-va',
  ja: 'ja-jp',
  ka: 'ka-ge',
  kk: 'kk-kz kk-cyrl-kz',
  kn: 'kn-in',
  ko: 'ko-kp ko-kr',
  lt: 'lt-lt',
  lv: 'lv-lv',
  mk: 'mk-mk',
  ml: 'ml-in',
  mn: 'mn-mn',
  mr: 'mr-in',
  ms: 'ms-bn ms-my ms-sg',
  ne: 'ne-in ne-np',
  nl: 'nl-aw nl-cw nl-nl nl-sr nl-sx fy fy-nl',
  no: 'nb nb-no nb-sj nn nn-no no-no se se-no',
  pa: 'pa-guru-in pa-in',
  pl: 'pl-pl',
  pt: 'pt-ao pt-ch pt-cv pt-gw pt-lu pt-mo pt-mz pt-pt pt-st pt-tl',
  ro: 'mo ro-md ro-ro',
  ru: 'ru-by ru-kg ru-kz ru-md ru-ru ru-ua',
  sk: 'sk-sk',
  sl: 'sl-si',
  sq: 'sq-al sq-mk sq-xk',
  sr: 'sr-ba sr-cyrl sr-me sr-rs sr-xk',
  'sr-latn': 'sr-latn-ba sr-latn-me sr-latn-rs',
  sv: 'sv-ax sv-fi sv-se',
  sw: 'sw-cd sw-ke sw-tz sw-ug',
  ta: 'ta-in ta-lk ta-my ta-sg',
  te: 'te-in',
  th: 'th-th',
  tr: 'tr-cy tr-tr',
  uk: 'uk-ua',
  ur: 'ur-in ur-pk pa-arab pa-arab-pk pa-pk',
  uz: 'uz-latn-uz uz-uz',
  vi: 'vi-vn',
  'zh-cn': 'zh zh-hans zh-hans-hk cmn-hans-cn',
  'zh-hk': 'zh-hant-hk yue-hk',
  'zh-mo': 'zh-hant-mo',
  'zh-sg': 'zh-hans-sg zh-my zh-hans-my',
  'zh-tw': 'zh-hant yue yue-tw',
};
const CHINESE = ['zh-cn', 'zh-mo', 'zh-sg', 'zh-tw'];
const match = (wanted: string) => matchLocale(wanted, SUPPORTED);

describe('matching a locale', () => {
  it.each([
    [
      'turns underscores into hyphens and ignores case (locale-1)',
      'FR_CA Es_419 EN-gb',
      'fr-ca es-419 en-gb',
    ],
    ['prefers a full match to the language (locale-1)', 'fr-ca fr', 'fr-ca fr'],
    ['uses the language if the region is missing (locale-1)', 'fr-BE de-AT fr-BE-x-private', 'fr de fr'],
    ['uses the only region of a language without a file', 'pt pt-PT', 'pt-br pt-br'],
    ['makes tl into fil (locale-2)', 'tl tl-PH', 'fil fil'],
    ['knows browsers’ names for Norwegian, and old codes', 'nb-NO nn iw in-ID', 'no no he id'],
    ['uses the default English for plain and unknown English', 'en en-CA', 'en-us en-us'],
  ])('%s', (_name, wanted, found) => {
    expect(wanted.split(' ').map(match)).toEqual(found.split(' '));
  });

  it('falls back to en-us (locale-4)', () => {
    expect(DEFAULT_LOCALE).toBe('en-us');
    const unknown = 'xx|tlh||-|not a locale|e|en_|__proto__|constructor|toString'.split('|');
    for (const one of unknown) expect(match(one)).toBe('en-us');
  });

  it.each([
    ['zh', 'zh-cn'],
    ['zh-CN', 'zh-cn'],
    ['zh-Hans', 'zh-cn'],
    ['zh_Hans_CN', 'zh-cn'],
    ['zh-SG', 'zh-sg'],
    ['zh-Hans-SG', 'zh-sg'],
    ['zh-TW', 'zh-tw'],
    ['zh-Hant', 'zh-tw'],
    ['zh-Hant-TW', 'zh-tw'],
    ['zh-HK', 'zh-tw'],
    ['zh-MO', 'zh-mo'],
    ['zh-Hant-MO', 'zh-mo'],
    ['zh-Hans-TW', 'zh-cn'],
    ['zh-xx', 'zh-cn'],
  ])('reads %s by script, else by region, as %s (locale-3)', (wanted, code) => {
    expect(matchLocale(wanted, CHINESE)).toBe(code);
  });

  it('uses the nearest Chinese for a region without a file (locale-3)', () => {
    const two = ['zh-cn', 'zh-tw'];
    expect([matchLocale('zh-SG', two), matchLocale('zh-MO', two)]).toEqual(['zh-cn', 'zh-tw']);
    expect(matchLocale('zh-TW', ['zh-cn'])).toBe('en-us');
  });

  it('gives a supported code for any text, and never throws', () => {
    const tags = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('zh', 'hans', 'en', 'tl', 'mo')), {
          maxLength: 5,
        })
        .map((p) => p.join('-')),
    );
    fc.assert(
      fc.property(tags, (wanted) => {
        expect([...SUPPORTED, ...CHINESE]).toContain(matchLocale(wanted, [...SUPPORTED, ...CHINESE]));
      }),
      { numRuns: 500 },
    );
  });

  it('is what the build does for bare languages, so that each of a locale has a file', () => {
    const codes = Object.keys(registry);
    for (const [name, code] of Object.entries(BARE)) {
      expect([code, codes.includes(name)]).toEqual([matchLocale(name, codes), false]);
      expect(allWords(name)).toEqual(allWords(code));
    }
    const languages = codes.map((code) => code.split('-')[0] as string);
    expect(languages.filter((name) => !codes.includes(name) && !BARE[name])).toEqual([]);
  });

  it('gives 415 codes the locale whose words their readers know (locale-5)', () => {
    const codes = Object.keys(registry);
    const wrong: string[] = [];
    let count = codes.length;
    for (const [code, names] of Object.entries(READ_IN)) {
      for (const name of names.split(' ')) {
        count++;
        const found = matchLocale(name, codes);
        if (found !== code) wrong.push(`${name} is ${found}, not ${code}`);
        expect(codes, name).not.toContain(name);
      }
    }
    expect([wrong, count]).toEqual([[], 415]);
  });

  it('has the service’s number of 63 locales (locale-5)', () => {
    const numbers = Object.entries(registry).flatMap(([code, entry]) =>
      'id' in entry ? [`${code} ${entry.id}`] : [],
    );
    expect(numbers.sort()).toEqual(NUMBERS.split(', ').sort());
    expect(numbers).toHaveLength(63);
  });

  it('gives a region that is not offered what stands for it, and then the language', () => {
    expect(matchLocale('es-MX-x-private', Object.keys(registry))).toBe('es-mx');
    expect(matchLocale('es-MX', ['es', 'es-419'])).toBe('es-419');
    expect(matchLocale('es-AR', ['es'])).toBe('es');
    expect(matchLocale('en-NG', ['de', 'en-us'])).toBe('en-us');
    expect(matchLocale('bs', ['de'])).toBe('en-us');
  });

  it('gives a language that is not offered the one that stands for it', () => {
    const offered = ['ca', 'de', 'en-us', 'es', 'es-419', 'hr', 'sr', 'ur', 'zh-cn', 'zh-tw'];
    const found = ['eu-ES', 'gl', 'bs-BA', 'sr-Latn-RS', 'es-AR', 'pa-PK', 'zh-HK', 'zh-MY'].map((tag) =>
      matchLocale(tag, offered),
    );
    expect(found).toEqual(['es', 'es', 'hr', 'hr', 'es-419', 'ur', 'zh-tw', 'zh-cn']);
  });

  it('finds every locale that ships under its own code', () => {
    const codes = Object.keys(registry);
    expect(codes).toContain(DEFAULT_LOCALE);
    for (const code of codes) expect(matchLocale(code.toUpperCase(), codes)).toBe(code);
  });
});

describe('a language tag', () => {
  it.each(['en', 'en-US', 'zh_Hans_CN', 'fil', 'es-419', 'de-CH-1996'])('may be %s (locale-6)', (tag) => {
    expect(isLanguageTag(tag)).toBe(true);
  });

  it.each([
    '',
    'e',
    'english',
    'en-',
    '-en',
    'en US',
    'en--us',
    'en-toolongpart',
    5,
    null,
    undefined,
    ['en'],
    {},
  ])('is not %j', (tag) => {
    expect(isLanguageTag(tag)).toBe(false);
  });
});

it('the direction is right to left for Arabic, Hebrew and their like alone (layout-13)', () => {
  for (const code of ['ar', 'ar-eg', 'he', 'fa', 'ur', 'yi', 'ps', 'dv'])
    expect(isRightToLeft(code)).toBe(true);
  for (const code of ['en-us', 'es-ar', 'hr', 'de', 'fr', 'arn']) expect(isRightToLeft(code)).toBe(false);
});
