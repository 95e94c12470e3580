import { DEVICE, DIVIDER, FROM_LINE, HEADER_LINE, SENT_FROM, WROTE } from './mailWords';

/** More of a mail is its history. */
const MAX_TEXT = 200_000;
/** A longer line is prose: no pattern is tried on more of it. */
const MAX_LINE = 400;
/** Over how many lines programs wrap the line that says who wrote when. */
const MAX_ATTRIBUTION = 4;
const MAX_SIGNATURE = 12;
/** How many lines of an answered mail's header must look like one. */
const HEADER_LINES = 3;

const QUOTED = /^[\s\u200b-\u200f\u2060\ufeff]{0,4}>/;
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** What stands for a picture in the text. */
const PLACEHOLDER = /\[(cid:[^\]\s]{1,200}|image: ?[^\]]{1,200})\]/gi;

/** A line of a mail; the patterns are tried on `plain`. */
type Line = {
  whole: string;
  plain: string;
  isQuoted: boolean;
  /** The place of the next line that is not empty; the number of lines if there is none. */
  next: number;
};

const plainOf = (line: string): string => line.slice(0, MAX_LINE).replace(INVISIBLE, '').trim();

const linesOf = (text: string): Line[] => {
  const lines = text
    .slice(0, MAX_TEXT)
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u00a0', ' ')
    .replace(PLACEHOLDER, '')
    .split('\n')
    .map((line) => ({ whole: line.trimEnd(), plain: plainOf(line), isQuoted: QUOTED.test(line), next: 0 }));
  let next = lines.length;
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at];
    if (!line) continue;
    line.next = next;
    if (line.plain !== '') next = at;
  }
  return lines;
};

/** Whether the header of an answered mail begins here: some lines like one, with a sender and an address. */
const isHeader = (lines: readonly Line[], from: number): boolean => {
  const block: string[] = [];
  for (let at = from; at < lines.length && block.length < HEADER_LINES; at = lines[at]?.next ?? at + 1)
    block.push(lines[at]?.plain ?? '');
  return (
    block.length === HEADER_LINES &&
    block.every((line) => HEADER_LINE.test(line)) &&
    block.slice(0, 2).some((line) => FROM_LINE.test(line)) &&
    block.some((line) => ADDRESS.test(line))
  );
};

/** Links that only mails of the desk have. */
const OWN_LINK = /#(porch-open|conversation)=/;
const ADDRESS = /[^\s@<>]@[^\s@<>]/;
const ADDRESS_IN_BRACKETS = /[<[(](mailto:)?[^\s@<>]{1,100}@[^\s@<>]{1,200}[>\])]/;
const DATE = /(19|20)\d\d|[٠-٩۰-۹]{4}|\d{1,2}[:.]\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2}/;

/**
 * Whether a text says who wrote when: it has a date or an address, and ends as such lines do.
 * @param isCertain whether quoted lines or a mail of the desk follow. Otherwise it needs more, because people write such lines, too
 */
const saysWhoWrote = (text: string, isCertain: boolean): boolean => {
  if (!/[:：]$/.test(text)) return false;
  if (!isCertain) return ADDRESS_IN_BRACKETS.test(text) && DATE.test(text);
  return WROTE.test(text) ? ADDRESS.test(text) || DATE.test(text) : ADDRESS.test(text) && DATE.test(text);
};

/** How many lines from this one on say together who wrote when; 0 if they do not. */
const attributionAt = (lines: readonly Line[], at: number, lastOwnLink: number): number => {
  let text = '';
  for (let count = 1; count <= MAX_ATTRIBUTION; count++) {
    const line = lines[at + count - 1];
    if (!line || line.plain === '' || line.isQuoted) return 0;
    text = text === '' ? line.plain : `${text} ${line.plain}`;
    const isCertain = lastOwnLink >= at + count || lines[line.next]?.isQuoted === true;
    if (saysWhoWrote(text, isCertain)) return count;
  }
  return 0;
};

/** Whether everything from this line on is the mail that is answered. */
const isHistory = (lines: readonly Line[], at: number): boolean => {
  const { plain = '', next = 0 } = lines[at] ?? {};
  if (DIVIDER.test(plain)) return true;
  return isHeader(lines, /^[_-]{10,}$/.test(plain) ? next : at);
};

/** The lines that the sender wrote, without what they quote. */
const withoutQuotes = (lines: readonly Line[]): Line[] => {
  const own: Line[] = [];
  const lastOwnLink = lines.findLastIndex(({ isQuoted, whole }) => !isQuoted && OWN_LINK.test(whole));
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (!line || line.isQuoted) continue;
    if (isHistory(lines, at)) break;
    const count = attributionAt(lines, at, lastOwnLink);
    if (count === 0) {
      own.push(line);
      continue;
    }
    at += count - 1;
    // Some programs mark what they quote in no other way than by this line.
    if (!lines[lines[at]?.next ?? 0]?.isQuoted) break;
  }
  return own;
};

/** The lines above the signature. */
const withoutSignature = (lines: readonly Line[]): Line[] => {
  const at = lines.findIndex(({ plain }) => /^(--|—|–)$/.test(plain));
  const below = lines.slice(at + 1).filter(({ plain }) => plain !== '');
  return at >= 0 && below.length <= MAX_SIGNATURE ? lines.slice(0, at) : [...lines];
};

/** An address that a program adds to its own line. */
const withoutLink = (line: string): string =>
  line
    .replace(/[[<(]https?:[^\s\])>]{1,200}[\])>]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const isSentFrom = (line: Line | undefined): boolean => {
  const text = withoutLink(line?.plain ?? '');
  return DEVICE.test(text) && SENT_FROM.some((pattern) => pattern.test(text));
};

const isBlank = (line: Line | undefined): boolean => line !== undefined && /^[_-]*$/.test(line.plain);

/** Removes from the end what phones and programs add. */
const withoutSentFrom = (lines: readonly Line[]): Line[] => {
  const kept = [...lines];
  for (;;) {
    while (isBlank(kept.at(-1))) kept.pop();
    // Its link may be on a line below.
    const isLink = kept.length > 1 && withoutLink(kept.at(-1)?.plain ?? '') === '';
    const count = isLink ? 2 : 1;
    if (!isSentFrom(kept.at(-count))) return kept;
    kept.length -= count;
  }
};

/** Removes the spaces that a program puts before every line. */
const withoutIndent = (lines: readonly string[]): string[] => {
  const indents = lines.filter((line) => line !== '').map((line) => line.search(/\S/));
  const common = indents.reduce((least, indent) => Math.min(least, indent), MAX_LINE);
  return lines.map((line) => line.slice(common));
};

/**
 * What somebody wrote in a reply, without the mail that they answer, their signature, and what their program adds. Answers between
 * quoted lines are kept. The time it takes grows with the length of the text alone.
 */
export const replyText = (text: string): string =>
  withoutIndent(withoutSentFrom(withoutSignature(withoutQuotes(linesOf(text)))).map(({ whole }) => whole))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
