import { signal } from '@preact/signals-react';
import { describe, expect, it } from 'vitest';
import { withLabels } from '../../../src/i18n/labels';
import { createWords } from '../../../src/i18n/words';
import { createLocale } from '../../../src/slices/locale';

const english = createWords(
  'en-us',
  { hello: 'Hello, {{name}}', bye: 'Bye', unread: { one: '{{count}} new', other: '{{count}} new ones' } },
  () => {},
);
const german = createWords('de', { hello: 'Hallo, {{name}}', bye: 'Tschüss' }, () => {});

const start = (initial: Record<string, string>) => {
  const locale = createLocale();
  const labels = signal(initial);
  locale.override((words) => withLabels(words, labels.value));
  return {
    locale,
    labels,
    t: (key: string) => locale.words.value?.t(key, { name: 'Ada' }),
  };
};

describe('labels of the publisher', () => {
  it('replace words in every locale (locale-10)', () => {
    const { locale, t } = start({ bye: 'See you' });
    expect(locale.words.value).toBeUndefined();
    locale.set(english);
    expect([t('hello'), t('bye')]).toEqual(['Hello, Ada', 'See you']);
    locale.set(german);
    expect([locale.locale.value, t('hello'), t('bye')]).toEqual(['de', 'Hallo, Ada', 'See you']);
  });

  it('keep their placeholders, and may leave them out', () => {
    const { locale, labels, t } = start({ hello: '{{name}}! {{nobody}}' });
    locale.set(english);
    expect(t('hello')).toBe('Ada! ');
    labels.value = { hello: 'Welcome' };
    expect(t('hello')).toBe('Welcome');
  });

  it('stand for every plural form, with the count in the locale’s figures', () => {
    const { locale } = start({ unread: '{{count}} unread' });
    locale.set(english);
    expect(locale.words.value?.plural('unread', 1)).toBe('1 unread');
    expect(locale.words.value?.plural('unread', 1234)).toBe('1,234 unread');
  });

  it('can change while shown, and give way to the locale’s words when removed', () => {
    const { locale, labels, t } = start({});
    locale.set(english);
    labels.value = { bye: 'See you' };
    expect(t('bye')).toBe('See you');
    labels.value = {};
    expect(t('bye')).toBe('Bye');
  });

  it('keep their values apart from text of the other direction', () => {
    const { locale, labels, t } = start({ hello: 'שלום {{name}}!' });
    locale.set(createWords('he', {}, () => {}));
    expect(t('hello')).toBe('שלום \u2068Ada\u2069!');
    labels.value = { n: '{{count}}' };
    expect(locale.words.value?.plural('n', 5)).toBe('\u20685\u2069');
    locale.set(german);
    expect(locale.words.value?.plural('n', 5)).toBe('5');
  });

  it('bring no other words than those that are asked for', () => {
    const { locale, t } = start({ toString: 'x', constructor: 'y' });
    locale.set(english);
    expect(t('bye')).toBe('Bye');
    expect(t('hasOwnProperty')).toBe('hasOwnProperty');
  });
});
