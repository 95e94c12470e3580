import type { Line } from './replyLines';

/** What a line is: one that the desk wrote, or a piece of one; such a line with more words on it; or another. */
export type Said = 'ours' | 'more' | 'other';

/** Lines that are one of the desk's as a whole. */
export type Span = { from: number; end: number; letters: string; text: string };
/** What of each line the desk has written. */
export type Reading = { said: Said[]; spans: Span[] };

/** A line of the desk in letters. With an `after`, a date is between the two. */
type OwnLine = { before: string; after?: string };
/** How lines of a mail are one of the desk's: all of it, its beginning, or it with more behind it. */
type Match = 'whole' | 'begins' | 'may end' | 'more';

/** Shorter ones are in other words by chance: before more, and with more before them. A sign of these scripts says more. */
const LONG_SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const LEAST_BEFORE = 6;
const LEAST_WITHIN = 12;
const MOST_LINES = 2000;
const LONGEST_DATE = 40;
/** Of a day and a time. */
const DIGITS_OF_TIME = 12;
/** More lines than this are not looked through for the desk's words, so that no mail takes long. */
const MOST_LOOKS = 3000;

/** Programs break, mark and wrap what they quote. Letters, digits and pictures stay. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}]+/gu, '')
    .toLowerCase();

const weightOf = (letters: string): number => letters.length + (letters.match(LONG_SIGNS) ?? []).length;

/** A day in letters, in the languages of the desk: at most one word before, between or behind its numbers. */
const DAY =
  /^(?:\P{N}{0,14}\p{N}{1,4}){2,5}\P{N}{0,4}$|^\P{N}{0,4}\p{N}{4}\P{N}{0,18}\p{N}{1,2}\P{N}{0,16}$/u;

const isDate = (letters: string): boolean => {
  const digits = letters.match(/\p{N}/gu)?.length ?? 0;
  return (
    letters.length <= LONGEST_DATE &&
    (digits === DIGITS_OF_TIME || (digits >= 5 && digits <= 8)) &&
    DAY.test(letters)
  );
};

/** The second half may be missing: emails of earlier versions ended with the date. */
const matchAfterDate = (after: string, rest: string): Match | undefined => {
  const at = after === '' ? rest.length : rest.indexOf(after);
  if (at >= 0 && isDate(rest.slice(0, at))) return at + after.length >= rest.length ? 'whole' : 'more';
  if (isDate(rest)) return 'may end';
  return rest.length <= LONGEST_DATE + after.length ? 'begins' : undefined;
};

const matchOf = ({ before, after }: OwnLine, letters: string): Match | undefined => {
  if (before.startsWith(letters)) return before === letters && after === undefined ? 'whole' : 'begins';
  if (!letters.startsWith(before)) return undefined;
  if (after !== undefined) return matchAfterDate(after, letters.slice(before.length));
  return weightOf(before) >= LEAST_BEFORE ? 'more' : undefined;
};

const lengthOf = ({ before, after = '' }: OwnLine): number => before.length + after.length;

const ownLinesOf = (texts: readonly string[], clean: (text: string) => string): OwnLine[] =>
  texts
    .flatMap((text) => text.split(/\r\n?|\n/))
    .map((line): OwnLine => {
      const [before = '', after] = clean(line)
        .split(/\{\{\w*\}\}/)
        .map(lettersOf);
      return after === undefined ? { before } : { before, after };
    })
    .filter((line) => lengthOf(line) > 0)
    .sort((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, MOST_LINES);

type Found = { end: number; said: Said };

/**
 * Makes the function that says of each line of a mail whether the desk wrote it. A line of the desk begins with a line and ends with one,
 * however a program has wrapped it: who answers behind it has added words.
 * @param clean takes out of a line what is no word of anybody
 */
export const createOwnLines = (
  texts: readonly string[],
  clean: (text: string) => string,
): ((lines: readonly Line[]) => Reading) => {
  const own = ownLinesOf(texts, clean);
  const dated = own.filter(({ before }) => before === '');
  const byFirst = new Map<string, OwnLine[]>();
  for (const line of own) {
    const first = line.before.slice(0, 1);
    byFirst.set(first, [...(byFirst.get(first) ?? []), line]);
  }
  const within = own
    .flatMap(({ before, after = '' }) => [before, after])
    .filter((letters) => weightOf(letters) >= LEAST_WITHIN);
  let looks = 0;

  const follow = (
    line: OwnLine,
    lines: readonly Line[],
    letters: readonly string[],
    from: number,
  ): Found | undefined => {
    let all = '';
    let ended: Found | undefined;
    for (let at = from; at < lines.length; at++) {
      if (letters[at] === '' || lines[at]?.isQuoted !== lines[from]?.isQuoted) break;
      all += letters[at];
      const match = matchOf(line, all);
      if (match === undefined) break;
      if (match === 'whole' || match === 'more')
        return { end: at + 1, said: match === 'whole' ? 'ours' : 'more' };
      if (match === 'may end') ended = { end: at + 1, said: 'ours' };
    }
    return ended;
  };
  const isWithin = (letters: string): boolean =>
    letters.length > LEAST_WITHIN && ++looks <= MOST_LOOKS && within.some((piece) => letters.includes(piece));

  return (lines) => {
    const said: Said[] = lines.map(() => 'other');
    const spans: Span[] = [];
    const texts = lines.map(({ plain }) => clean(plain));
    const letters = texts.map(lettersOf);
    for (let at = 0; at < lines.length; ) {
      const first = letters[at] ?? '';
      const candidates = first === '' ? [] : [...(byFirst.get(first.slice(0, 1)) ?? []), ...dated];
      const found = candidates.flatMap((line) => follow(line, lines, letters, at) ?? []);
      const best = found.find((one) => one.said === 'ours') ?? found[0];
      if (best) {
        said.fill('ours', at, best.end);
        said[best.end - 1] = best.said;
        const rows = [at, best.end] as const;
        if (best.said === 'ours')
          spans.push({
            from: at,
            end: best.end,
            letters: letters.slice(...rows).join(''),
            text: texts.slice(...rows).join(' '),
          });
      } else if (isWithin(first)) said[at] = 'more';
      at = best?.end ?? at + 1;
    }
    return { said, spans };
  };
};
