import { answersBetween } from './answersBetween';
import { attributionAt, isPureAttribution } from './attribution';
import { endOfHeader, isFramed, isHistory } from './mailHeader';
import type { Said } from './ownLines';
import { placesOf } from './ownPlaces';
import { hasSigns, type OwnWords } from './ownWords';
import { DIVIDER, labelOf } from './quoteWords';
import { type Line, OTHER_MARK } from './replyLines';

/** This many letters in a row do not match the desk's by chance. */
const SURE_LETTERS = 12;

/** Whether an email is empty: each line is the desk's, or an addition by a program. */
export const isOnlyOurs = (lines: readonly Line[], folded: readonly boolean[], own: OwnWords): boolean => {
  const reading = own.read(lines);
  const { names, isCopy } = placesOf(lines, folded, reading, own);
  const said = reading.said.map((one, at) => (names[at] ? 'other' : one));
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as Line;
    const end = endOfOurs(lines, at, said[at] ?? 'other', own);
    if (end === at || (hasSigns(line.plain) && !folded[at])) return false;
    at = end;
  }
  return isCopy;
};

/** The end of the desk's line, or of a program's addition, here; `at` for another line. */
const endOfOurs = (lines: readonly Line[], at: number, said: Said, own: OwnWords): number => {
  const line = lines[at] as Line;
  const { plain } = line;
  if (!hasSigns(plain) || said === 'ours' || DIVIDER.test(plain) || isFramed(line, own)) return at + 1;
  if (isHistory(lines, at, own)) return endOfHeader(lines, at, own);
  const found = attributionAt(lines, at, own)?.lines ?? 0;
  const text = lines.slice(at, at + found).map((one) => one.plain);
  if (found > 0 && isPureAttribution(text.join(' '), own)) return at + found;
  return said === 'other' && own.isNames(plain.replace(OTHER_MARK, '')) ? at + 1 : at;
};

/** The end of the run of such lines from this one on, without an empty line. */
const endOfRow = (lines: readonly Line[], from: number, isOfKind: (line: Line) => boolean): number => {
  let end = from + 1;
  while (end < lines.length && isOfKind(lines[end] as Line)) end++;
  return end;
};

/**
 * The end of a quoted email that has only its beginning marked: below the desk's last words, if they are known and
 * nothing else is quoted there. Answers may be below.
 */
const endOfHistory = (lines: readonly Line[], from: number, said: readonly Said[], own: OwnWords): number => {
  const link = lines.findLastIndex(({ plain }) => own.hasLink(plain));
  let end = lines.length;
  for (let at = lines.length - 1; at >= from; at--) {
    const { plain, isQuoted } = lines[at] as Line;
    if (plain === '') continue;
    if (isQuoted || said[at] === 'ours') break;
    // No message of the desk is below its link: a writer who put a part of one there has selected it.
    const isChosen = link >= from && at > link && own.isOfMessage(plain);
    if (!isChosen && own.fits(plain, SURE_LETTERS)) break;
    if (at > from && labelOf(plain)?.roles.includes('from')) return lines.length;
    end = at;
  }
  if (!own.areKnown || end <= from + 1) return lines.length;
  // The rest of a wrapped line.
  while (end < lines.length && own.goesOn(lines[end - 1]?.plain ?? '', lines[end]?.plain ?? '')) end++;
  return end;
};

/** Whether lines with quote marks are a quote: of the desk, or of an email whose header they have. People use `>` too. */
const isQuote = (lines: readonly Line[], from: number, end: number, own: OwnWords): boolean => {
  for (let at = from; at < end; at++) {
    const { plain } = lines[at] as Line;
    if (plain !== '' && (own.fits(plain) || attributionAt(lines, at, own) || isHistory(lines, at, own)))
      return true;
  }
  return false;
};

/**
 * Blocks of lines with quote marks, with nothing written between them, are one quote up to the last block that is a
 * quote.
 * @returns the end of the quote, which is `from` if there is none, and the end of the blocks
 */
const rowsFrom = (lines: readonly Line[], from: number, own: OwnWords, isSure: boolean) => {
  let quote = from;
  let end = from;
  for (let at = from; lines[at]?.isQuoted; at = lines[end - 1]?.next ?? lines.length) {
    end = endOfRow(lines, at, ({ isQuoted }) => isQuoted);
    if ((isSure && at === from) || isQuote(lines, at, end, own)) quote = end;
  }
  return { quote, end };
};

/**
 * The beginning of the desk's words, without any mark: those right above one of its links; `undefined` if there are
 * none.
 */
const bareWords = (lines: readonly Line[], said: readonly Said[], own: OwnWords): number | undefined => {
  const isOurs = (at: number): boolean => said[at] === 'ours' || own.isNames(lines[at]?.plain ?? '');
  const isLink = ({ plain, isQuoted }: Line, at: number): boolean =>
    !isQuoted && own.hasLink(plain) && isOurs(at);
  let from: number | undefined;
  for (let at = lines.findIndex(isLink); at >= 0; at--) {
    const rest = own.withoutLinks(lines[at]?.plain ?? '');
    if (!isOurs(at)) break;
    const isName = from !== undefined && said[at] !== 'ours' && hasSigns(rest);
    if (isName || (said[at] === 'ours' && own.fits(rest, SURE_LETTERS))) from = at;
  }
  return from;
};

/** A link that programs rewrite, with the original address inside. */
const ONLY_LINK = /^<?https?:\/\/\S+$/;

/** Whether a line with the desk's words has other words that are not a program's. */
const isAnswered = (lines: readonly Line[], at: number, own: OwnWords): boolean =>
  !ONLY_LINK.test((lines[at] as Line).plain) &&
  labelOf((lines[at] as Line).plain) === undefined &&
  attributionAt(lines, at, own) === undefined;

/** Which lines of a reply are quotes, including attributions. */
export const quotesIn = (lines: readonly Line[], own: OwnWords): boolean[] => {
  const folded = lines.map(() => false);
  const reading = own.read(lines);
  const { said } = reading;
  const bare = bareWords(lines, said, own);
  const lastLink = lines.findLastIndex(({ plain }) => own.hasLink(plain));
  let isAnnounced = false;
  let hasQuote = false;
  let hasText = false;

  /** @returns where it ends */
  const fold = (from: number, end: number): number => {
    folded.fill(true, from, end);
    return end;
  };
  /** The kind of the lines from here on; at the end, the limit of the search. */
  const look = (at: number): number => {
    const line = lines[at] as Line;
    if (line.plain === '') return at + 1;
    if (isFramed(line, own)) return fold(at, endOfHistory(lines, at, said, own));
    if (line.isQuoted) {
      const isSure = isAnnounced || (hasQuote && !own.areKnown);
      const { quote, end } = rowsFrom(lines, at, own, isSure);
      if (quote > at) return fold(at, quote);
      hasText = true;
      return end;
    }
    if (DIVIDER.test(line.plain) && attributionAt(lines, line.next, own)) return fold(at, at + 1);
    if (at === bare || isHistory(lines, at, own)) return fold(at, endOfHistory(lines, at, said, own));
    const found = attributionAt(lines, at, own);
    if (!found) {
      hasText = true;
      return at + 1;
    }
    const end = at + found.lines;
    const below = lines[end - 1]?.next ?? lines.length;
    const next = lines[below];
    if (!next || next.isQuoted) {
      isAnnounced = true;
      hasQuote = true;
      return fold(at, end);
    }
    if (OTHER_MARK.test(next.plain))
      return fold(
        at,
        endOfRow(lines, below, ({ plain }) => OTHER_MARK.test(plain)),
      );
    const isOurs = lines.slice(at, end).some(({ plain }) => own.hasAddress(plain));
    if (found.isSure || lastLink >= end || (hasText && (isOurs || !own.areKnown)))
      return fold(at, endOfHistory(lines, at, said, own));
    if (isOurs || !own.areKnown) return fold(at, end);
    hasText = true;
    return end;
  };
  for (let at = 0; at < lines.length; ) {
    const wasAnnounced = isAnnounced;
    const isEmpty = lines[at]?.plain === '';
    at = look(at);
    if (wasAnnounced && !isEmpty) isAnnounced = false;
  }
  const { answers, names } = placesOf(lines, folded, reading, own);
  const known = said.map((one, at) => (answers[at] || names[at] ? 'other' : one));
  const between = answersBetween(lines, folded, known, own);
  // A line of the desk's words followed by an answer counts as the answer's line.
  return folded.map(
    (isFolded, at) =>
      isFolded && !answers[at] && !between[at] && !(said[at] === 'more' && isAnswered(lines, at, own)),
  );
};
