import { MINOR_PICTURE } from './htmlPictures';

/** The longest line for patterns: a longer one is prose. */
const MAX_LINE = 400;

const QUOTED = /^[\s\u200b-\u200f\u2060\ufeff]{0,4}>/;
/** The end of an address that a program has wrapped before its sign. */
const REST = /^>.{0,40}[:：]\s*$/;
const OPEN = /<[^<>]*$/;
const MARKS = /^[\s>]+/;
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** How some programs mark quoted lines: with another character, or with initials. */
export const OTHER_MARK = /^\s{0,4}(\||\p{L}[\p{L}.]{0,11}>)/iu;

/** A line of an email. */
export type Line = {
  /** The original. */
  raw: string;
  /** The text for patterns: without quote marks and invisible characters. */
  plain: string;
  isQuoted: boolean;
  /** The index of the next line that is not empty; the number of lines if there is none. */
  next: number;
};

export const linesOf = (text: string): Line[] => {
  const lines = text.split(/\r\n?|\n/).map((raw, at, all) => {
    const isQuoted = QUOTED.test(raw) && !(REST.test(raw) && OPEN.test(all[at - 1] ?? ''));
    const seen = raw
      .slice(0, MAX_LINE)
      .replace(INVISIBLE, '')
      .replace(MINOR_PICTURE, '')
      .replaceAll('\u00a0', ' ');
    return { raw, plain: (isQuoted ? seen.replace(MARKS, '') : seen).trim(), isQuoted, next: 0 };
  });
  let next = lines.length;
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] as Line;
    line.next = next;
    if (line.plain !== '') next = at;
  }
  return lines;
};
