import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import codes from '../../../locales/codes.json';
import { formProblems, isUntranslated, textProblems } from '../../../scripts/localeRules.mjs';
import { QUOTES, rowOf } from '../../../scripts/localeTables.mjs';

/** The names of the rules that a text of a locale breaks. */
const broken = (text: string, ...locale: string[]) => textProblems(locale, text).map(({ rule }) => rule);

const wordOf = (letters: string) =>
  fc.array(fc.constantFrom(...letters), { minLength: 2, maxLength: 8 }).map((word) => word.join(''));
const LETTERS = {
  de: 'abdäikorstu',
  el: 'βγδηθλμξπφω',
  he: 'אבגדהוזחט',
  hi: 'कखगघचजतद',
  ja: 'あいうカキク日本',
  ko: '가나다라마바',
  ru: 'бгджлпфцшя',
  th: 'กขคงจชซ',
  'zh-cn': '中文消息新',
};
const words = Object.fromEntries(
  Object.entries(LETTERS).map(([code, letters]) => [code, wordOf(letters)]),
) as Record<keyof typeof LETTERS, fc.Arbitrary<string>>;

describe('a word', () => {
  it.each([
    ['de', 'аеорсх', 'Cyrillic'],
    ['de', 'οαντ', 'Greek'],
    ['ru', 'aeopcx', 'Latin'],
    ['el', 'oavtu', 'Latin'],
    ['he', 'xyz', 'Latin'],
    ['ja', 'abcо', 'Latin'],
    ['zh-cn', 'あカ', 'Kana'],
  ] as const)(
    'of %s has no letter of another script that looks like its own: %s (%s)',
    (code, other, _script) => {
      fc.assert(
        fc.property(words[code], words[code], fc.constantFrom(...other), (start, end, strange) => {
          expect(broken(`${start}${end}`, code)).toEqual([]);
          expect(broken(`${start}${strange}${end}`, code)).toContain('foreignScript');
        }),
        { numRuns: 30 },
      );
    },
  );

  it.each([
    ['ru', 'QR-код'],
    ['ko', 'QR코드'],
    ['ja', 'QRコード'],
    ['sr', 'AI'],
    ['uz', 'Koʻrildi'],
    ['sr-latn', 'Uređaj'],
    ['hy', 'Ինչպե՞ս'],
    ['he', 'קוד ה־QR'],
    ['th', 'ไม่เกิน 50 MB'],
    ['el', 'διεύθυνση email'],
    ['fa', 'پنجرهٔ پیام‌ها'],
    ['hi', 'खाना-पीना'],
    ['ja', 'メッセージ'],
  ])('of %s may be a name of other letters, or have marks: %s', (code, text) => {
    expect(broken(text, code)).toEqual([]);
  });

  it.each([
    ['ar', 'کتاب'],
    ['fa', 'كتاب'],
    ['ro', 'şi'],
    ['ru', 'і'],
    ['uk', 'мы'],
    ['sr', 'мой'],
    ['zh-cn', '對話'],
    ['zh-tw', '对话'],
    ['de-ch', 'schließen'],
    ['mk', 'мой'],
    ['mr', 'ज़ूम'],
    ['bn', 'ৰং'],
    ['uz', 'bo‘lmadi'],
    ['gl', 'opção'],
  ])('of %s has no letter of a neighbour: %s', (code, text) => {
    expect(broken(text, code, 'de').filter((rule) => rule === 'otherLetters')).toHaveLength(1);
  });

  it.each([
    ['de', 'Ruf uns an, wenn du magst', 'Rufen Sie uns an'],
    ['fr', 'Écris ton message', 'Écrivez votre message'],
    ['nl', 'Stuur uw bericht', 'Stuur je bericht'],
    ['ro', 'Tu ai scris', 'Dumneavoastră ați scris'],
    ['ro', 'Descarcă imaginea', 'Descărcați imaginea'],
    ['ru', 'Твой вопрос', 'Ваш вопрос'],
    ['es', 'Usted escribe', 'Tú escribes'],
    ['zh-tw', '你的訊息', '您的訊息'],
    ['es-ar', 'Escribe un mensaje', 'Escribí un mensaje'],
    ['bn', 'তোমার মেসেজ', 'আপনার মেসেজ'],
  ])('of %s does not address the reader in another way: %s', (code, wrong, right) => {
    expect([broken(wrong, code), broken(right, code)]).toEqual([['otherAddress'], []]);
  });
});

describe('a placeholder', () => {
  it.each(['de', 'el', 'he', 'hi', 'ru'] as const)('touches no letter in %s', (code) => {
    fc.assert(
      fc.property(words[code], fc.boolean(), (word, before) => {
        const [start, end] = before ? [word, ''] : ['', word];
        expect(broken(`${start}{{count}}${end}`, code)).toContain('glued');
        expect(broken(`${start} {{count}} ${end}`.trim(), code)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it.each(['ja', 'th', 'zh-cn'] as const)('may touch letters in %s, which has no spaces', (code) => {
    fc.assert(
      fc.property(words[code], words[code], (start, end) => {
        expect(broken(`${start}{{count}}${end}`, code)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['ko', '{{count}}개', []],
    ['ko', '최대{{count}}', ['glued']],
    ['bn', '{{count}}টি', []],
    ['gu', '{{channel}}માં', []],
    ['ar', 'و{{name}}', []],
    ['ar', 'رسالةو{{name}}', ['glued']],
    ['tr', '{{name}}’e yazın', []],
    ['hu', '{{channel}}-on', []],
    ['he', 'ב־{{channel}}', []],
    ['de', '{{step}}{{total}}', ['glued']],
    ['de', '{{step}}/{{total}}', []],
  ])('in %s touches what the language writes onto it: %s', (code, text, rules) => {
    expect(broken(text, code)).toEqual(rules);
  });

  it('leaves no rest behind', () => {
    const rest = fc.constantFrom('N', 'NN', '{count}', '{{count', '%s', '%d', '$1', '<b>', '__');
    fc.assert(
      fc.property(words.de, rest, words.de, (start, left, end) => {
        expect(broken(`${start} ${left} ${end}`, 'de')).toContain('leftOver');
      }),
    );
    expect(broken('{{count}} ký tựhập ít nhất N vào trường này: {{field}}', 'vi')).toEqual(['leftOver']);
    expect(broken('Nein, 50 Zeichen: {{field}}', 'de')).toEqual([]);
  });
});

describe('punctuation', () => {
  it('has no-break spaces in French, and fewer in Canada', () => {
    const none = fc.constantFrom('', ' ');
    const noBreak = fc.constantFrom('\u00a0', '\u202f');
    fc.assert(
      fc.property(wordOf('abcdeé'), none, noBreak, fc.constantFrom(...':;?!'), (word, bad, good, sign) => {
        expect(broken(`${word}${bad}${sign}`, 'fr-be', 'fr')).toEqual(['frenchSpaces']);
        expect(broken(`${word}${good}${sign}`, 'fr-be', 'fr')).toEqual([]);
        const canada = sign === ':' ? good : '';
        const notThere = sign === ':' ? bad : good;
        expect(broken(`${word}${canada}${sign}`, 'fr-ca')).toEqual([]);
        expect(broken(`${word}${notThere}${sign}`, 'fr-ca')).toEqual(['frenchSpaces']);
        for (const code of ['fr', 'fr-ca']) {
          expect(broken(`«${good}${word}${good}»`, code)).toEqual([]);
          expect(broken(`«${bad}${word}${good}»`, code)).toEqual(['frenchSpaces']);
          expect(broken(`«${good}${word}${bad}»`, code)).toEqual(['frenchSpaces']);
        }
      }),
    );
  });

  it('is full-width in Chinese and Japanese alone', () => {
    const signs = fc.constantFrom(...[',，', ':：', ';；', '?？', '!！', '(（', ')）', '.。']);
    fc.assert(
      fc.property(fc.constantFrom('ja', 'zh-cn'), signs, (code, [half = '', full = '']) => {
        expect(broken(`日本${full}{{count}}`, code)).toEqual([]);
        expect(broken(`日本${half}{{count}}`, code)).toEqual(['width']);
        expect(broken(`Wort${full} {{count}}`, 'de')).toEqual(['width']);
        expect(broken(`Wort${half} {{count}}`, 'de')).toEqual([]);
      }),
    );
    expect(broken('最大1.5', 'ja')).toEqual([]);
  });

  it('quotes as its language does', () => {
    const pairs = [...new Set(['“”', '""', '‘’', "''", ...Object.values(QUOTES)])];
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(codes)), fc.constantFrom(...pairs), (code, pair) => {
        const own = rowOf(QUOTES, [code]) ?? '“”';
        const [open, close] = [...pair];
        const quotes = broken(`${open}{{name}}${close}`, code).includes('quotes');
        expect(quotes).toBe(pair !== own);
        expect(broken(`${open}{{name}}`, code)).toContain('quotes');
      }),
      { numRuns: 300 },
    );
    for (const [code, text] of Object.entries({ fil: 'mo’t ako', he: 'דוא״ל', nl: 'foto’s', tr: '99’dan' }))
      expect(broken(text, code)).toEqual([]);
  });

  it('inherits its rules with its words', () => {
    expect(broken('“{{name}}”', 'es-mx', 'es-419')).toEqual([]);
    expect(broken('“{{name}}”', 'es-es', 'es')).toEqual(['quotes']);
  });

  it('has an ellipsis of one character, with a space before it or none', () => {
    expect(['Moment …', 'Moment…', 'Moment ...'].map((text) => broken(text, 'de'))).toEqual([
      [],
      ['ellipsis'],
      ['ellipsis'],
    ]);
    expect(['Moment…', 'Moment …'].map((text) => broken(text, 'pl'))).toEqual([[], ['ellipsis']]);
  });

  it('has no space around the text, which is not empty', () => {
    expect([broken(' Hallo', 'de'), broken('Hallo ', 'de'), broken('', 'de')]).toEqual(
      Array(3).fill(['edges']),
    );
  });
});

describe('a translation', () => {
  it('has the plural forms of its language', () => {
    const english = { one: '{{count}} day', other: '{{count}} days' };
    const polish = { one: '{{count}} a', few: '{{count}} b', many: '{{count}} c', other: '{{count}} d' };
    expect(formProblems('pl', polish, english)).toEqual([]);
    expect(formProblems('pl', english, english)).toEqual([
      'needs the forms few many one other, has one other',
    ]);
    expect(formProblems('pl', 'dni', english)).toEqual(['has plural forms on one side only']);
  });

  it('has each placeholder; only forms for one number may spell it out', () => {
    const english = { one: '{{count}} in {{field}}', other: '{{count}} in {{field}}' };
    const he = (two: string, other = '{{count}} {{field}}') =>
      formProblems('he', { one: 'אחת {{field}}', two, other }, english);
    expect(he('שתי {{field}}')).toEqual([]);
    expect(he('שתי')).toEqual(['needs {{count}} {{field}}: שתי']);
    expect(he('{{field}}', '{{field}}')).toEqual(['needs {{count}} {{field}}: {{field}}']);
    expect(formProblems('de', 'Ja {{nein}}', 'Yes')).toEqual(['needs no placeholder: Ja {{nein}}']);
  });

  it('is not the English text, but for words that its language shares', () => {
    expect(isUntranslated('de', 'log_name', 'Messages', 'Messages')).toBe(true);
    expect(isUntranslated('fr', 'log_name', 'Messages', 'Messages')).toBe(false);
    expect(isUntranslated('fr', 'retry', 'Try again', 'Try again')).toBe(true);
    expect(isUntranslated('de', 'retry', 'Wiederholen', 'Try again')).toBe(false);
    expect(isUntranslated('en-gb', 'retry', 'Try again', 'Try again')).toBe(false);
  });
});
