import { GROUPS } from './data';

export type Emoji = { plain: string; words: string; takesTone: boolean };

/** No skin tone, and the five skin tones. */
export const TONES = [
  '',
  ...[0x1f3fb, 0x1f3fc, 0x1f3fd, 0x1f3fe, 0x1f3ff].map((c) => String.fromCodePoint(c)),
];

const VARIANT = '\uFE0F';

const read = (entry: string): Emoji => {
  const [, hex = '', tone, variant, words = ''] = /^([\da-f]+)(\+?)(v?) (.*)$/.exec(entry) ?? [];
  return {
    plain: String.fromCodePoint(Number.parseInt(hex, 16)) + (variant && VARIANT),
    words,
    takesTone: tone === '+',
  };
};

export const CATEGORIES: { name: string; emoji: Emoji[] }[] = Object.entries(GROUPS).map(([name, text]) => ({
  name,
  emoji: text.split(',').map(read),
}));

/** Adds a skin tone, which replaces the emoji variation selector. */
export const withTone = ({ plain, takesTone }: Emoji, tone: string): string =>
  takesTone && tone ? plain.replace(VARIANT, '') + tone : plain;

/** A text without accents and in lower case, as words are compared. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The emoji for which each word of the query begins one of their search words.
 * @param local the words of the visitor's language, one text an emoji; the English ones are searched, too
 */
export const findEmoji = (query: string, local: readonly string[] = []): Emoji[] => {
  const wanted = fold(query).split(/\s+/).filter(Boolean);
  return CATEGORIES.flatMap((c) => c.emoji).filter(({ words }, i) => {
    const known = fold(`${local[i] ?? ''} ${words}`).split(' ');
    return wanted.every((word) => known.some((w) => w.startsWith(word)));
  });
};
