import { describe, expect, it } from 'vitest';
import codes from '../../../../locales/codes.json';
import { CATEGORIES, findEmoji } from '../../../../src/features/emojiPicker/emoji';
import { loadSearchWords } from '../../../../src/features/emojiPicker/searchWords';

const COUNT = CATEGORIES.reduce((sum, { emoji }) => sum + emoji.length, 0);
const find = async (query: string, locale: string) =>
  findEmoji(query, await loadSearchWords(locale)).map(({ plain }) => plain.replace('\uFE0F', ''));

describe('the search words of emoji', () => {
  it.each(Object.keys(codes).filter((code) => !code.startsWith('en')))(
    'are there for each emoji in %s',
    async (code) => {
      const words = (await loadSearchWords(code)) ?? [];
      expect(words.filter((text) => text.trim() !== '')).toHaveLength(COUNT);
    },
  );

  it('are in the file of the emoji for English, and missing in a language without words', async () => {
    for (const locale of ['en-us', 'en-gb', 'xx', '', '../de'])
      expect(await loadSearchWords(locale)).toBeUndefined();
  });

  it.each([
    ['de', 'hund', '🐶'],
    ['de-at', 'HERZ', '❤'],
    ['fr', 'fete', '🎉'],
    ['es-419', 'corazón', '❤'],
    ['pl', 'pies', '🐶'],
    ['ru', 'кош', '🐱'],
    ['el', 'σκυλ', '🐶'],
    ['ar', 'كلب', '🐶'],
    ['he', 'כלב', '🐶'],
    ['hi', 'कुत्ता', '🐶'],
    ['ja', '犬', '🐶'],
    ['ko', '강아지', '🐶'],
    ['th', 'หมา', '🐶'],
    ['zh-cn', '狗', '🐶'],
    ['zh-tw', '狗', '🐶'],
    ['tr', 'kalp', '❤'],
    ['bn', 'কুকুর', '🐶'],
    ['ka', 'ძაღლ', '🐶'],
    ['hy', 'շուն', '🐶'],
    ['sr-latn', 'srce', '❤'],
    ['es-ar', 'corazón', '❤'],
    ['zh-hk', '狗', '🐶'],
    ['zh-sg', '狗', '🐶'],
  ])('in %s find for "%s" %s', async (locale, query, emoji) => {
    expect(await find(query, locale)).toContain(emoji);
  });

  it('are searched beside the English ones, without regard to accents', async () => {
    expect(await find('grin', 'de')).toContain('😀');
    expect(await find('fête', 'fr')).toEqual(await find('fete', 'fr'));
    expect(await find('nichtsdergleichen', 'de')).toEqual([]);
  });
});
