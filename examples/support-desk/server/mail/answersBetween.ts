import { attributionAt } from './attribution';
import { isFramed, isHistory } from './mailHeader';
import type { Said } from './ownLines';
import { hasSigns, type OwnWords } from './ownWords';
import { DIVIDER, labelOf } from './quoteWords';
import { type Line, OTHER_MARK } from './replyLines';

/** So many letters of the desk's in a row are a piece of its line, which a program has broken; fewer may be an answer. */
const LEAST_PIECE = 12;
/** What programs write where a picture was. */
const PICTURE = /^\[[^\]]*\]$/;

/** Whether another mail begins with a line. */
const isBeginning = (lines: readonly Line[], at: number, own: OwnWords): boolean => {
  const line = lines[at] as Line;
  return (
    DIVIDER.test(line.plain) ||
    isFramed(line, own) ||
    isHistory(lines, at, own) ||
    attributionAt(lines, at, own) !== undefined
  );
};

const isAnswer = (lines: readonly Line[], at: number, own: OwnWords): boolean => {
  const plain = (lines[at]?.plain ?? '').replace(OTHER_MARK, '').trim();
  return (
    hasSigns(plain) &&
    !PICTURE.test(plain) &&
    labelOf(plain) === undefined &&
    !own.isNames(plain) &&
    !own.hasLink(plain) &&
    !own.fits(plain, LEAST_PIECE) &&
    !own.goesOn(lines[at - 1]?.plain ?? '', plain)
  );
};

/**
 * Answers that are written between the lines of a quoted mail without a sign of their own, as Outlook leaves them: lines that the
 * desk has not written, between two that it has, with no other mail's beginning between those. Only where the desk knows its mails.
 * @returns whether each line is one
 */
export const answersBetween = (
  lines: readonly Line[],
  folded: readonly boolean[],
  said: readonly Said[],
  own: OwnWords,
): boolean[] => {
  const answers = lines.map(() => false);
  if (!own.areKnown) return answers;
  /** Lines since the desk's last one; `undefined` before the first. */
  let between: number[] | undefined;
  for (let at = 0; at < lines.length; at++) {
    if (said[at] === 'ours' && folded[at]) {
      for (const one of between ?? []) answers[one] = isAnswer(lines, one, own);
      between = [];
    } else if (between && said[at] === 'other' && lines[at]?.plain !== '') {
      if (folded[at] && !isBeginning(lines, at, own)) between.push(at);
      else between = undefined;
    }
  }
  return answers;
};
