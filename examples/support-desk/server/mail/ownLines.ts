import type { Line } from './replyLines';

/** The kind of a line: written by the desk, or a part of such a line; such a line with more words; or another. */
export type Said = 'ours' | 'more' | 'other';

/** Lines that match one of the desk's completely. */
export type Span = { from: number; end: number; letters: string; text: string };
/** The desk's part of each line. */
export type Reading = { said: Said[]; spans: Span[] };

/** A line of the desk, letters only. With an `after`, a date is between the two. */
type OwnLine = { before: string; after?: string };
/** How lines of an email match one of the desk's: all of it, its beginning, or it with more after it. */
type Match = 'whole' | 'begins' | 'may end' | 'more';

/** Shorter ones occur in other words by chance, with more before or after them. A character of these scripts means more. */
const LONG_SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const LEAST_BEFORE = 6;
const LEAST_WITHIN = 12;
const MOST_LINES = 2000;
const LONGEST_DATE = 40;
/** Of a date and a time. */
const DIGITS_OF_TIME = 12;
/** The most lines to search for the desk's words, so that no email takes long. */
const MOST_LOOKS = 3000;

/** Programs wrap, mark and break quotes. Letters, digits and pictures stay. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}]+/gu, '')
    .toLowerCase();

const weightOf = (letters: string): number => letters.length + (letters.match(LONG_SIGNS) ?? []).length;

/** A date, letters only, in the languages of the desk: at most one word before, between or after its numbers. */
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
 * Creates the function that determines whether the desk wrote each line of an email. However a program has wrapped a
 * line of the desk, it begins and ends with a line: an answer after it adds words.
 * @param clean removes from a line what is not words
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
