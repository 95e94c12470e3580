/** An item that can be found by its words. A `last` item matches any text, after all others. */
type Findable = { label: string; also?: string; last?: boolean };

/** A text for comparison: without case and accents. */
const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** How well an item matches, from 0 (best) to 4; undefined if it does not. */
const rank = ({ label, also = '', last }: Findable, typed: string): number | undefined => {
  if (last) return 4;
  const name = bare(label);
  if (name.startsWith(typed)) return 0;
  const asked = typed.split(/\s+/);
  const all = `${name} ${bare(also)}`;
  if (!asked.every((word) => all.includes(word))) return undefined;
  const begins = wordsOf(name);
  if (asked.every((word) => begins.some((one) => one.startsWith(word)))) return 1;
  return asked.every((word) => name.includes(word)) ? 2 : 3;
};

/**
 * The items with every typed word, best matches first, ties in the given order. All of them without a typed word.
 * @param most the most items
 */
export const ranked = <T extends Findable>(all: readonly T[], typed: string, most: number): T[] => {
  const asked = bare(typed.trim());
  if (!asked) return all.slice(0, most);
  return all
    .flatMap((one) => {
      const at = rank(one, asked);
      return at === undefined ? [] : [{ one, at }];
    })
    .sort((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ one }) => one);
};
