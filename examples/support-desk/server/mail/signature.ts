import type { OwnWords } from './ownWords';
import type { Line } from './replyLines';
import { isLinkAlone, isSentFrom } from './sentFrom';

const MAX_SIGNATURE = 8;
const MAX_FOOTER = 10;

/** Nobody signs with a question, a sentence or a postscript. */
const isSaid = (text: string): boolean =>
  /[?？؟]|(^|\s)p\.? ?s\b/i.test(text) || (/[.!。।]$/u.test(text) && text.split(/\s+/).length > 4);

const isAdded = ({ plain }: Line): boolean => isSentFrom(plain) || isLinkAlone(plain);

/**
 * Whether the last lines, below two dashes, are a signature. Programs write a space after the dashes. Without it they
 * may also divide a text, so that the sender's name must be below.
 */
const isSignature = (dashes: Line, below: readonly Line[], own: OwnWords): boolean => {
  if (below.every(isAdded)) return true;
  if (below.length > MAX_SIGNATURE || below.some((line) => isSaid(line.plain) && !isAdded(line)))
    return false;
  return /^-- +$/.test(dashes.raw) || own.hasName(below[0]?.plain ?? '');
};

/** The footer that lists add to each email begins with a row of characters or with dashes. */
const isFooter = ({ plain }: Line, below: readonly Line[]): boolean => {
  const text = below
    .slice(0, 3)
    .map((line) => line.plain)
    .join(' ');
  return /^_{20,}$/.test(plain)
    ? /mailing list|@|https?:/.test(text)
    : plain === '--' && /^you received this message because you are subscribed/i.test(text);
};

/** The last line above `end` that is neither empty nor a row of characters. */
const lastOf = (lines: readonly Line[], end: number): number => {
  let at = end - 1;
  while (at >= 0 && /^[_-]*$/.test(lines[at]?.plain ?? '')) at--;
  return at;
};

/** The beginning of the signature or the footer above `end`, if there is one. */
const addedFrom = (lines: readonly Line[], end: number, own: OwnWords): number | undefined => {
  const below: Line[] = [];
  for (let at = end - 1; at >= 0 && below.length <= MAX_FOOTER; at--) {
    const line = lines[at] as Line;
    if (below.length > 0 && line.plain === '--' && isSignature(line, below, own)) return at;
    if (isFooter(line, below)) return at;
    if (line.plain === '--') return undefined;
    if (line.plain !== '') below.unshift(line);
  }
  return undefined;
};

/** How many of these lines somebody wrote: without the signature, and without additions by programs and lists. */
export const writtenLines = (lines: readonly Line[], own: OwnWords): number => {
  let end = lines.length;
  for (;;) {
    const added = addedFrom(lines, end, own);
    if (added !== undefined) {
      end = added;
      continue;
    }
    const last = lastOf(lines, end);
    // Its address may be on a line below.
    const sent = isLinkAlone(lines[last]?.plain ?? '') ? lastOf(lines, last) : last;
    if (!isSentFrom(lines[sent]?.plain ?? '')) return last + 1;
    end = sent;
  }
};
