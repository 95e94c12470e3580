/** What can be found by its words. What is `last` fits anything that is typed, after all others. */
type Findable = { label: string; also?: string; last?: boolean };

/** A text as it is compared: without case and accents. */
const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** How well something fits, best first: 0 to 4; undefined where it does not. */
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
 * Those that have every typed word, the best first; otherwise in their order. Without a typed word, all of them.
 * @param most how many at most
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
