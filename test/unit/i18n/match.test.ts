import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import registry from '../../../locales/codes.json';
import { isLanguageTag } from '../../../src/i18n/languageTag';
import { DEFAULT_LOCALE, isRightToLeft } from '../../../src/i18n/locale';
import { matchLocale } from '../../../src/i18n/match';

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
const CHINESE = ['zh-cn', 'zh-mo', 'zh-sg', 'zh-tw'];
const match = (wanted: string) => matchLocale(wanted, SUPPORTED);

describe('matching a locale', () => {
  it('turns underscores into hyphens and ignores case', () => {
    expect(match('FR_CA')).toBe('fr-ca');
    expect(match('Es_419')).toBe('es-419');
    expect(match('EN-gb')).toBe('en-gb');
  });

  it('prefers a full match to the language', () => {
    expect(match('fr-ca')).toBe('fr-ca');
    expect(match('fr')).toBe('fr');
  });

  it('uses the language if the region is missing', () => {
    expect(match('fr-BE')).toBe('fr');
    expect(match('de-AT')).toBe('de');
    expect(match('es-MX-x-private')).toBe('es');
  });

  it('uses the only region of a language without a file', () => {
    expect(match('pt')).toBe('pt-br');
    expect(match('pt-PT')).toBe('pt-br');
  });

  it('makes tl into fil', () => {
    expect(match('tl')).toBe('fil');
    expect(match('tl-PH')).toBe('fil');
  });

  it("knows browsers' names for Norwegian, and old codes", () => {
    expect([match('nb-NO'), match('nn'), match('iw'), match('in-ID')]).toEqual(['no', 'no', 'he', 'id']);
  });

  it('falls back to en-us', () => {
    expect(DEFAULT_LOCALE).toBe('en-us');
    for (const unknown of [
      'xx',
      'tlh',
      '',
      '-',
      'not a locale',
      'e',
      'en_',
      '__proto__',
      'constructor',
      'toString',
    ]) {
      expect(match(unknown)).toBe('en-us');
    }
  });

  it('uses the default English for plain and unknown English', () => {
    expect([match('en'), match('en-CA')]).toEqual(['en-us', 'en-us']);
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
  ])('reads %s by script, else by region, as %s', (wanted, code) => {
    expect(matchLocale(wanted, CHINESE)).toBe(code);
  });

  it('uses the nearest Chinese for a region without a file', () => {
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

  it('finds every locale that ships under its own code', () => {
    const codes = Object.keys(registry);
    expect(codes).toContain(DEFAULT_LOCALE);
    for (const code of codes) expect(matchLocale(code.toUpperCase(), codes)).toBe(code);
  });
});

describe('a language tag', () => {
  it.each(['en', 'en-US', 'zh_Hans_CN', 'fil', 'es-419', 'de-CH-1996'])('may be %s', (tag) => {
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

describe('the direction', () => {
  it('is right to left for Arabic, Hebrew and their like alone', () => {
    for (const code of ['ar', 'ar-eg', 'he', 'fa', 'ur']) expect(isRightToLeft(code)).toBe(true);
    for (const code of ['en-us', 'es-ar', 'hr', 'de', 'fr', 'arn']) expect(isRightToLeft(code)).toBe(false);
  });
});
