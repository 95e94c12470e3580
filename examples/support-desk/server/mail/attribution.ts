import type { OwnWords } from './ownWords';
import { ENDS_WROTE, WHEN, WROTE, WROTE_LAST } from './quoteWords';
import { type Line, OTHER_MARK } from './replyLines';

/** Over how many lines programs wrap the attribution, the line with author and date. */
const MAX_LINES = 4;
const MAX_TEXT = 400;
/** Programs wrap lines of at least this length. */
const WRAPPED_FROM = 56;

const ADDRESS = /[^\s@<>]@[^\s@<>]/;
const ADDRESS_IN_BRACKETS = /[<[(]\s?(mailto:)?[^\s@<>]{1,100}@[^\s@<>]{1,200}\s?[>\])]/;
const DATE =
  /(?<!\d)(19|20|25|14)\d\d(?!\d)|[٠-٩۰-۹०-९๐-๙]{4}|(?<!\d)\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2}(?!\d)/;
/** An address, a date, or a short word and a date. */
const BEGINS_DATED = /^["'“„«*<(]?(\S{1,100}@|\d|[٠-٩۰-۹०-९๐-๙]|\p{L}[\p{L}\p{M}״׳'’]{0,12}[.॰]{0,2},? ?\d)/u;
/** A date, a short word and a date, or a name and an address. */
const BEGINS =
  /^["'“„«*]?(\d|[٠-٩۰-۹०-९๐-๙]|\p{L}[\p{L}\p{M}״׳'’]{0,12}[.॰]{0,2},? ?\d|[^<([@]{1,80}[<([][^\s@]{1,100}@)/u;

/** Languages in which the name may come first, without an address. */
const NAME_FIRST = /(写道|寫道|작성|쓴 글|yazdı)\s?[:：]$/u;
/** What only follows a name on the line above. */
const GOES_ON = /^>|^<?\s?[^\s@<>]{1,100}@[^\s@<>]{1,200}\s?>/;
/** A date on its own line. */
const DATE_ALONE = /^(on )?\p{L}{2,4}, \d{1,2} \p{L}{3,4} \d{4} [\d:]{4,8}( [+-]\d{4})?,?$/iu;
/** This many letters do not match the desk's by chance. */
const SURE_LETTERS = 16;
const MOST_LOOKED_AT = 6;

const begins = (text: string): boolean => WHEN.test(text) || BEGINS.test(text) || /<$/.test(text);

/** How certain it is that a text is an attribution: 2 even without a quote below, 1 only with one, 0 not at all. */
const sureness = (text: string, own: OwnWords): 0 | 1 | 2 => {
  const hasDate = DATE.test(text);
  const isBracketed = ADDRESS_IN_BRACKETS.test(text);
  // As Zoho Mail writes it.
  if (/^-{3,}\s.{10,}-{3,}$/.test(text)) return hasDate && ADDRESS.test(text) ? 2 : 0;
  if (!/[:：]\*?$/.test(text)) return hasDate && isBracketed && begins(text) ? 1 : 0;
  if (hasDate && isBracketed) return 2;
  if (hasDate && ADDRESS.test(text) && WROTE.test(text)) return 2;
  if (isBracketed && (WROTE.test(text) || own.hasAddress(text))) return 1;
  // In any language.
  if (hasDate && (own.hasSender(text) || own.hasAddress(text))) return 1;
  return hasDate && (begins(text) || NAME_FIRST.test(text)) && ENDS_WROTE.test(text) ? 1 : 0;
};

/** Whether a program may have wrapped one line into these two. */
const isWrap = (line: Line, next: Line): boolean =>
  line.plain.length + 1 + (next.plain.split(/\s/)[0] ?? '').length >= WRAPPED_FROM;

/** Whether an attribution begins with the first of these lines, not with a later one. */
const isFirst = (lines: readonly Line[], sureFrom: (from: number) => number): boolean => {
  const [first, second] = lines;
  if (!first || !second) return true;
  let later = lines.findIndex((_, from) => from > 0 && sureFrom(from) > 0);
  while (later > 0 && GOES_ON.test(lines[later]?.plain ?? '')) later--;
  if (later === 0) return true;
  if (later < 0) return begins(first.plain) || ADDRESS.test(first.plain) || isWrap(first, second);
  if (DATE_ALONE.test(first.plain)) return true;
  if (!begins(first.plain) || !isWrap(first, second)) return false;
  // A long name may be wrapped, so that a line with only a name and an address is the rest of one with the date.
  const isRest = !lines.slice(later).some(({ plain }) => DATE.test(plain)) && /[^.!?]$/.test(first.plain);
  return !begins((lines[later] as Line).plain) || (isRest && DATE.test(first.plain));
};

/** Whether the desk's words are right below. */
const areOursBelow = (lines: readonly Line[], from: number, own: OwnWords): boolean => {
  for (let at = from, looked = 0; at < lines.length && looked < MOST_LOOKED_AT; looked++) {
    const line = lines[at] as Line;
    if (line.isQuoted || (looked > 0 && sureness(line.plain, own) > 0)) return false;
    if (own.fits(line.plain, SURE_LETTERS)) return true;
    at = line.next;
  }
  return false;
};

/** A line, or several together, that form an attribution, and whether a quote is below. */
type Attribution = { lines: number; isSure: boolean };

/**
 * Whether such a text contains no words by a person: it begins with a date or a name, and ends with a name or with the
 * word for writing.
 */
export const isPureAttribution = (text: string, own: OwnWords): boolean => {
  if (/^-{3,}\s.{10,}-{3,}$/.test(text)) return true;
  const [, said = ''] = /^(.*?)\s?[:：]\*?$/.exec(text) ?? [];
  const begins = WHEN.test(said) || BEGINS_DATED.test(said) || own.hasSenderAt(said, 'start');
  const ends = WROTE_LAST.test(said) || /@[^\s@]{1,200}[>)\]]$/.test(said) || own.hasSenderAt(said, 'end');
  return begins && ends;
};

/** Finds such lines where they begin: nothing before them is part of them. */
export const attributionAt = (lines: readonly Line[], at: number, own: OwnWords): Attribution | undefined => {
  const isQuoted = lines[at]?.isQuoted ?? false;
  const texts: string[] = [];
  for (let count = 1; count <= MAX_LINES; count++) {
    const line = lines[at + count - 1];
    if (!line || line.plain === '' || line.isQuoted !== isQuoted) return undefined;
    texts.push(line.plain);
    const sureFrom = (from: number): number => sureness(texts.slice(from).join(' '), own);
    if (texts.join(' ').length > MAX_TEXT) return undefined;
    const sure = sureFrom(0);
    if (sure === 0) continue;
    if (!isFirst(lines.slice(at, at + count), sureFrom)) return undefined;
    const next = lines[line.next];
    const isBeforeQuote =
      next !== undefined &&
      (next.isQuoted || OTHER_MARK.test(next.plain) || areOursBelow(lines, line.next, own));
    if (sure === 2 || isBeforeQuote) return { lines: count, isSure: isBeforeQuote };
  }
  return undefined;
};
