import { attributionAt } from './attribution';
import { isFramed, isHistory } from './mailHeader';
import { lettersOf, type Said } from './ownLines';
import { hasSigns, type OwnWords } from './ownWords';
import { DIVIDER } from './quoteWords';
import type { Line } from './replyLines';

/** What programs write in place of a picture. */
const PICTURE = /^\[[^\]]*\]$/;
/** Programs rarely wrap a line of the desk into more rows. */
const MOST_ROWS = 40;
/** A limit of places to examine, so that no email takes long. */
const MOST_LOOKS = 500;

const range = (from: number, end: number): number[] =>
  Array.from({ length: end - from }, (_, row) => from + row);

/** Whether another email, or the line above one, begins here. */
export const isBeginning = (lines: readonly Line[], at: number, own: OwnWords): boolean =>
  isFramed(lines[at] as Line, own) ||
  isHistory(lines, at, own) ||
  attributionAt(lines, at, own) !== undefined ||
  DIVIDER.test(lines[at]?.plain ?? '');

/**
 * Finds answers between the lines of a quoted email without any mark, as Outlook leaves them. A line counts only
 * between two consecutive lines of the desk's email: it was added. Beside a line that a program has changed, such as a
 * rewritten link, nothing counts.
 * @returns for each line, whether it is one
 */
export const answersBetween = (
  lines: readonly Line[],
  folded: readonly boolean[],
  said: readonly Said[],
  own: OwnWords,
): boolean[] => {
  const answers = lines.map(() => false);
  const plainAt = (at: number): string => lines[at]?.plain ?? '';
  const isOurs = (at: number): boolean => said[at] === 'ours' && folded[at] === true;
  /** The desk's words from a line on, letters only. */
  const ours = (from: number, step: 1 | -1): string => {
    const rows: string[] = [];
    let at = from;
    while (plainAt(at) === '' && lines[at]) at += step;
    for (; isOurs(at) && rows.length < MOST_ROWS; at += step) rows.push(lettersOf(plainAt(at)));
    return (step > 0 ? rows : rows.reverse()).join('');
  };
  const wasAdded = (from: number, end: number): boolean => {
    const [before, after] = [ours(from - 1, -1), ours(end, 1)];
    return own.neighbors.some((two) => before.endsWith(two.before) && after.startsWith(two.after));
  };
  const isName = (at: number): boolean =>
    /[:：]$/.test(plainAt(at)) || (hasSigns(plainAt(at)) && own.isNames(plainAt(at)));
  const isAnswer = (at: number): boolean =>
    hasSigns(plainAt(at)) && !PICTURE.test(plainAt(at)) && !isName(at);
  let looks = 0;
  for (let at = 0; own.neighbors.length > 0 && at < lines.length && looks < MOST_LOOKS; at++) {
    const from = at;
    while (folded[at] && said[at] === 'other') at++;
    const rows = range(from, at).filter(isAnswer);
    // Text below a name belongs to a message that the desk has deleted.
    const last = rows.at(-1) ?? from;
    const isOthers = rows.some((row) => isBeginning(lines, row, own)) || range(from, last).some(isName);
    if (rows.length === 0 || isOthers) continue;
    looks++;
    if (wasAdded(from, at)) for (const row of rows) answers[row] = true;
  }
  return answers;
};
