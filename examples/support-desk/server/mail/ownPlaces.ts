import { isBeginning } from './answersBetween';
import type { Reading, Span } from './ownLines';
import { type OwnRows, type Row, signsOf } from './ownRows';
import { hasSigns, type OwnWords } from './ownWords';
import { type Line, OTHER_MARK } from './replyLines';

/** The parts of a quote that differ from what the desk wrote. */
type Places = {
  /** Lines of the desk that somebody has copied, moved or marked. */
  answers: boolean[];
  /** Names above messages, including those that also occur as a line. */
  names: boolean[];
  /** Whether its messages are all as in the desk's email. */
  isCopy: boolean;
};

/** Longer quotes are not compared, so that no email takes long. */
const MOST_COMPARED = 400_000;

/** Lines of messages up to the desk's sentence below them. What follows that sentence in the same quote is not a copy. */
type Piece = { spans: Span[]; hasBelow: boolean; isAdded: boolean };

/**
 * Which of these are the desk's rows, in order: as many as possible. Of equal ones, the one with the same characters,
 * or the first.
 */
const placed = (spans: readonly Span[], rows: readonly Row[]): boolean[] => {
  const width = rows.length + 1;
  const best = new Uint32Array((spans.length + 1) * width);
  const signs = spans.map(({ text }) => signsOf(text));
  const at = (span: number, row: number): number => best[span * width + row] ?? 0;
  const taken = (span: number, row: number): number => {
    if (spans[span]?.letters !== rows[row]?.letters) return 0;
    return (signs[span] === rows[row]?.signs ? 3 : 2) + at(span + 1, row + 1);
  };
  for (let span = spans.length - 1; span >= 0; span--)
    for (let row = rows.length - 1; row >= 0; row--)
      best[span * width + row] = Math.max(taken(span, row), at(span + 1, row), at(span, row + 1));
  const are = spans.map(() => false);
  for (let span = 0, row = 0; at(span, row) > 0; ) {
    if (taken(span, row) === at(span, row)) {
      are[span++] = true;
      row++;
    } else if (at(span, row + 1) === at(span, row)) row++;
    else span++;
  }
  return are;
};

/** Whether spans are consecutive whole messages. */
const areMessages = (
  spans: readonly Span[],
  { messages }: OwnRows,
  isName: (span: Span) => boolean,
): boolean => {
  const isFrom = (first: number): boolean => {
    let at = 0;
    for (const rows of messages.slice(first)) {
      const fits = (): boolean => rows.every(({ letters }, row) => spans[at + row]?.letters === letters);
      const name = spans[at];
      if (name && !fits() && isName(name)) at++;
      if (at === spans.length) return true;
      if (!fits()) return false;
      at += rows.length;
    }
    return at === spans.length;
  };
  return messages.some((_, first) => isFrom(first));
};

const piecesOf = (
  spans: readonly Span[],
  { below }: OwnRows,
  beginsBetween: (from: number, end: number) => boolean,
): Piece[] => {
  const pieces: Piece[] = [];
  let end = 0;
  for (const span of spans) {
    const begins = beginsBetween(end, span.from);
    const isBelow = span.letters === below;
    const last = pieces.at(-1);
    if (!last || begins || (last.hasBelow && !isBelow))
      pieces.push({
        spans: isBelow ? [] : [span],
        hasBelow: isBelow,
        isAdded: last !== undefined && !begins,
      });
    else if (isBelow) last.hasBelow = true;
    else last.spans.push(span);
    end = span.end;
  }
  // Below another email's first line, or with the desk's sentence below, it is a copy.
  return pieces.map((piece) => ({ ...piece, isAdded: piece.isAdded && !piece.hasBelow }));
};

/**
 * Compares a quote of the desk's messages with the originals. A writer may select one of the lines: copy it, mark it,
 * or delete all others.
 */
export const placesOf = (
  lines: readonly Line[],
  folded: readonly boolean[],
  { spans }: Reading,
  own: OwnWords,
): Places => {
  const answers = lines.map(() => false);
  const names = lines.map(() => false);
  const { rows } = own;
  if (!rows) return { answers, names, isCopy: true };
  const all = rows.messages.flat();
  const known = new Set(all.map(({ letters }) => letters));
  const exact = new Set(
    all.flatMap(({ letters, signs, inCharsets }) => [signs, ...inCharsets].map((one) => `${letters} ${one}`)),
  );
  const firsts = new Set(rows.messages.map(([first]) => first?.letters));
  const ours = spans.filter(
    ({ from, letters }) => folded[from] && (known.has(letters) || letters === rows.below),
  );
  const next = new Map(ours.map((span, at) => [span, ours[at + 1]?.letters]));
  const isName = (span: Span): boolean => {
    const plain = (lines[span.from]?.plain ?? '').replace(OTHER_MARK, '').replace(/^\s*:/, '');
    return own.isNames(plain) && (/[:：]\W?$/.test(plain) || firsts.has(next.get(span)));
  };
  const isMail = (at: number): boolean =>
    folded[at] === true && hasSigns(lines[at]?.plain ?? '') && isBeginning(lines, at, own);
  const beginsBetween = (from: number, end: number): boolean =>
    lines.slice(from, end).some((_, row) => isMail(from + row));

  let isCopy = true;
  for (const piece of piecesOf(ours, rows, beginsBetween)) {
    const isLong = piece.spans.length * all.length > MOST_COMPARED;
    const are = isLong || piece.isAdded ? [] : placed(piece.spans, all);
    for (const [at, span] of piece.spans.entries()) {
      const isPlaced = isLong || (are[at] && exact.has(`${span.letters} ${signsOf(span.text)}`));
      if (!isPlaced) (isName(span) ? names : answers).fill(true, span.from, span.end);
    }
    if (piece.spans.length > 0)
      isCopy &&= !isLong && piece.hasBelow && areMessages(piece.spans, rows, isName);
  }
  return { answers, names, isCopy: isCopy && !answers.includes(true) };
};
