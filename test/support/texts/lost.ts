const isLetter = (sign: string | undefined) => /[\p{L}\p{N}]/u.test(sign ?? '');
const isSpace = (sign: string | undefined) => sign === undefined || /\s/.test(sign);

/** A run of equal signs of a line, and whether a mark can begin or end with it: at the edge of a word. */
type Run = { signs: string; at: number; opens: boolean; closes: boolean };

const runsOf = (line: string): Run[] =>
  [...line.matchAll(/\*+|_+|`+/g)].map(({ 0: signs, index: at }) => {
    const before = line.slice(0, at).replace(/\\$/, '').at(-1);
    const after = line[at + signs.length];
    return {
      signs,
      at,
      opens: !isSpace(after) && !/[a-z\d]/i.test(before ?? ''),
      closes: !isSpace(before) && !/[a-z\d]/i.test(after ?? ''),
    };
  });

/** The signs of a line that may be lost, as the signs of complete marks: two equal runs at the edges of words. */
const inMarks = (line: string): string => {
  const runs = runsOf(line).filter(({ signs }) => signs.length <= 3);
  const isPaired = (run: Run) =>
    runs.some((other) => {
      const [first, last] = run.at < other.at ? [run, other] : [other, run];
      const words = line.slice(first.at + first.signs.length, last.at);
      return run.signs === other.signs && first.opens && last.closes && [...words].some(isLetter);
    });
  return runs
    .filter(isPaired)
    .map(({ signs, at }) => signs + (line[at - 1] === '\\' ? '\\' : ''))
    .join('');
};

const atStart = (line: string): string => /^\s{0,3}(#{2,6})\s+\S/.exec(line)?.[1] ?? '';

/** The signs that a reader may not see of a text: those of complete marks, and nothing else. */
export const mayBeLost = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => atStart(line) + inMarks(line))
    .join('');
