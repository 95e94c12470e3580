import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import hebrew from '../../../locales/he.json';
import { createWordsLoader } from '../../../src/i18n/loadWords';
import { matchLocale } from '../../../src/i18n/match';
import { createWords, type Dictionary } from '../../../src/i18n/words';
import { englishWords } from '../../support/words';

const at = (day: number, hour: number, minute = 5) => new Date(2027, 0, day, hour, minute).getTime();

describe('words', () => {
  it('fill in names without changing them', () => {
    const words = createWords('en-us', { hello: 'Hello {{name}}, {{name}}!' }, vi.fn());
    expect(words.t('hello', { name: '<b>{{name}}</b> & $&' })).toBe(
      'Hello <b>{{name}}</b> & $&, <b>{{name}}</b> & $&!',
    );
  });

  it('give the key of a missing sentence and report it once, with the locale (locale-8)', () => {
    const report = vi.fn();
    const words = createWords('de', { known: 'da' }, report);
    expect([words.t('gone'), words.t('gone'), words.t('known')]).toEqual(['gone', 'gone', 'da']);
    expect(report.mock.calls).toEqual([['Missing translation (de): gone']]);
  });

  it('choose the plural of the locale and write the number its way', () => {
    const dictionary: Dictionary = {
      n: { one: '{{count}} one', few: '{{count}} few', many: '{{count}} many', other: '{{count}} other' },
    };
    const english = createWords('en-us', dictionary, vi.fn());
    expect([english.plural('n', 1), english.plural('n', 0), english.plural('n', 1234)]).toEqual([
      '1 one',
      '0 other',
      '1,234 other',
    ]);
    const polish = createWords('pl', dictionary, vi.fn());
    expect([polish.plural('n', 1), polish.plural('n', 3), polish.plural('n', 5)]).toEqual([
      '1 one',
      '3 few',
      '5 many',
    ]);
  });

  it('say the time alone for today, and the day with it for another', () => {
    const words = englishWords();
    expect(words.time(at(5, 14), at(5, 20))).toMatch(/^2:05\sPM$/);
    expect(words.time(at(4, 14), at(5, 1))).toMatch(/^Jan 4, 2:05\sPM$/);
  });

  it('say today and yesterday by the calendar, not by the hours between', () => {
    const words = englishWords();
    expect(words.day(at(5, 0), at(5, 23))).toMatch(/^Today 12:05\sAM$/);
    expect(words.day(at(4, 23), at(5, 0))).toMatch(/^Yesterday 11:05\sPM$/);
    expect(words.day(at(3, 23), at(5, 0))).toMatch(/^Jan 3, 11:05\sPM$/);
    expect(words.day(at(6, 1), at(5, 23))).toMatch(/^Jan 6, 1:05\sAM$/);
  });

  it('know their direction (layout-13)', () => {
    expect([createWords('he', {}, vi.fn()).rtl, englishWords().rtl]).toEqual([true, false]);
  });
});

describe('a value in a text', () => {
  const FSI = '\u2068';
  const PDI = '\u2069';
  const text = { both: '{{a}}, {{b}}!', n: { one: '{{count}}: {{a}}', other: '{{count}}: {{a}}' } };
  const values = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('Hello!', 'שלום!', 'مرحبا (1)', 'a ב c', '1,234', '{{b}}', ''),
    fc.integer(),
  );

  it('from right to left stands in an isolate of its own, whatever its direction', () => {
    fc.assert(
      fc.property(fc.constantFrom('ar', 'fa', 'he', 'ur'), values, values, (locale, a, b) => {
        const words = createWords(locale, text as Dictionary, vi.fn());
        expect(words.t('both', { a, b })).toBe(`${FSI}${a}${PDI}, ${FSI}${b}${PDI}!`);
      }),
    );
  });

  it('from left to right stands as it is', () => {
    fc.assert(
      fc.property(fc.constantFrom('de', 'en-us', 'ja', 'ru'), values, values, (locale, a, b) => {
        expect(createWords(locale, text as Dictionary, vi.fn()).t('both', { a, b })).toBe(`${a}, ${b}!`);
      }),
    );
  });

  it('may be a number of a plural form, or a text with values of its own', () => {
    const words = createWords('he', hebrew, vi.fn());
    const count = words.plural('unread_messages', 5);
    expect(count).toBe(`${FSI}5${PDI} הודעות שלא נקראו`);
    expect(words.t('launcher_open_unread', { count })).toBe(`פתיחת חלון ההודעות, ${FSI}${count}${PDI}`);
  });

  it('keeps its signs beside it in the list of conversations', () => {
    expect(createWords('he', hebrew, vi.fn()).t('list.you', { text: 'Hello!' })).toBe(
      `אני: ${FSI}Hello!${PDI}`,
    );
  });
});

describe('loading words', () => {
  const supported = ['de', 'en-us', 'fr'];
  const files: Record<string, Dictionary> = {
    'en-us': { hi: 'Hi' },
    fr: { hi: 'Salut' },
    de: { hi: 'Hallo' },
    'de.more': { 'list.title': 'Gespräche' },
    'en-us.more': { 'list.title': 'Conversations' },
  };
  const create = (broken: string[] = []) => {
    const load = vi.fn(async (code: string) => {
      const file = files[code];
      if (!file || broken.includes(code)) throw new Error(`no ${code}`);
      return file;
    });
    const report = vi.fn();
    const match = vi.fn(async (wanted: string) => matchLocale(wanted, supported));
    return {
      match,
      load,
      report,
      get: createWordsLoader({ match, load, report }),
    };
  };

  it('gives those of the locale that matches best', async () => {
    const { get } = create();
    const { success, words } = await get('de_AT');
    expect([success, words?.locale, words?.t('hi')]).toEqual([true, 'de', 'Hallo']);
  });

  it.each([
    ['de-at', 'de'],
    ['de-AT', 'de'],
    ['pt_BR', 'en-us'],
    ['fr-ca', 'fr'],
    ['zh-hant', 'en-us'],
  ])('gives for %s, as another service may write it, those of %s', async (wanted, expected) => {
    const { get, report } = create();
    const { success, words } = await get(wanted);
    expect([success, words?.locale, report.mock.calls]).toEqual([true, expected, []]);
  });

  it('needs no matching if there is a file of that name', async () => {
    const { get, match } = create();
    await get('fr');
    expect(match).not.toHaveBeenCalled();
  });

  it.each(['DE', '../de', 'https://elsewhere.example/de', 'de_AT', 'x-moon'])(
    'asks for no file named %s',
    async (wanted) => {
      const { get, load } = create();
      await get(wanted);
      expect(load.mock.calls.flat()).not.toContain(wanted);
    },
  );

  it('gives the wanted words, and no English, once the file is there that failed while matching failed too', async () => {
    const { get, load, match } = create();
    match.mockRejectedValueOnce(new Error('no file'));
    load.mockRejectedValueOnce(new Error('no network'));
    const { success, words } = await get('de');
    expect([success, words?.t('hi')]).toEqual([true, 'Hallo']);
  });

  it('asks once for a name without a file, also when the words of features come', async () => {
    const { get, load } = create();
    await get('de-lu');
    const { words } = await get('de-lu', true);
    expect([words?.locale, words?.t('list.title')]).toEqual(['de', 'Gespräche']);
    expect(load.mock.calls).toEqual([['de-lu'], ['de'], ['de'], ['de.more']]);
  });

  it('reports a file that cannot be had, says so and gives English (locale-9)', async () => {
    const { get, report } = create(['de']);
    const { success, words } = await get('de');
    expect([success, words?.locale]).toEqual([false, 'en-us']);
    expect(report).toHaveBeenCalledWith(
      'Failed to setup i18n',
      expect.objectContaining({ message: 'no de' }),
    );
  });

  it('gives no words if English fails too', async () => {
    expect(await create(['de', 'en-us']).get('de')).toEqual({ success: false });
  });

  it('adds the words of lazily loaded features on request', async () => {
    const { get, load } = create();
    await get('de');
    const { words } = await get('de', true);
    expect([words?.t('hi'), words?.t('list.title')]).toEqual(['Hallo', 'Gespräche']);
    expect(load.mock.calls).toEqual([['de'], ['de'], ['de.more']]);
  });

  it('uses English for both if the words of features fail', async () => {
    const { success, words } = await create(['de.more']).get('de', true);
    expect([success, words?.t('hi'), words?.t('list.title')]).toEqual([false, 'Hi', 'Conversations']);
  });

  it('tries a failed file again the next time', async () => {
    const broken = ['de'];
    const { get } = create(broken);
    await get('de');
    broken.length = 0;
    expect((await get('de')).success).toBe(true);
  });
});
