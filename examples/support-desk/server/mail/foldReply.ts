import { withoutLinkKeys } from '../domain/messages/linkKeys';
import { MINOR_PICTURE } from './htmlPictures';
import { type KnownMails, type OwnWords, ownWordsOf } from './ownWords';
import { isOnlyOurs, quotesIn } from './quotes';
import { type Line, linesOf } from './replyLines';
import { writtenLines } from './signature';
import { writtenSubject } from './subject';

export type { KnownMails } from './ownWords';

/** A folded reply. Nothing is lost: `whole` has every character of the email's text. */
export type FoldedReply = {
  /** What its sender wrote, shown first. Empty only if the email contains nothing but the desk's own words. */
  text: string;
  /** The original text of the email, without keys of links that open a conversation. */
  whole: string;
};

/** Rules are tried on at most this much of an email. */
const MOST_READ = 400_000;

/** The placeholder of a picture in the text. */
const PLACEHOLDER =
  /\[(cid:[^\]\s]{1,200}|image: ?(?![^\]\n]{0,900}https?:)[^\]\n]{1,200}\.(png|jpe?g|gif|webp|heic|bmp|svg))\]/gi;

/** Struck-out words alone do not show what is left, so the other words are needed. */
const hasWords = (text: string): boolean => /[\p{L}\p{N}\p{S}]/u.test(text.replace(/~~.+?~~/gs, ''));

/** Folds signatures and additions by programs at the end of each part that somebody wrote. */
const foldEnds = (lines: readonly Line[], folded: boolean[], own: OwnWords): void => {
  for (let from = 0; from < lines.length; from++) {
    if (folded[from]) continue;
    const quote = folded.indexOf(true, from);
    const end = quote < 0 ? lines.length : quote;
    folded.fill(true, from + writtenLines(lines.slice(from, end), own), end);
    from = end;
  }
};

/** Removes the spaces that a program puts before every line. */
const withoutIndent = (lines: readonly string[]): string[] => {
  const common = lines
    .filter((line) => line !== '')
    .reduce((least, line) => Math.min(least, line.search(/\S/)), Number.POSITIVE_INFINITY);
  return lines.map((line) => line.slice(common));
};

const withoutPictures = (line: string): string => line.replace(MINOR_PICTURE, '').replace(PLACEHOLDER, '');

/** Placeholders of left-out pictures. They are shown if an email has nothing else. */
const minorPictures = (lines: readonly Line[]): string =>
  lines.flatMap(({ raw }) => raw.match(MINOR_PICTURE) ?? []).join('\n');

const shown = (lines: readonly string[]): string =>
  withoutIndent(lines.map((line) => withoutPictures(line.replaceAll('\u00a0', ' ')).trimEnd()))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * Folds a reply: separates what somebody wrote from quotes, signatures and additions by programs. Answers between
 * quoted lines are shown. It folds only what it recognizes, in time linear in the length of the email.
 * @param subject replaces a text with nothing new, and is part of the whole
 */
export const foldReply = (mail: string, known: KnownMails, subject = ''): FoldedReply => {
  const inText = withoutLinkKeys(mail);
  const asked = withoutLinkKeys(writtenSubject(subject, known.subjects));
  const whole = asked === '' ? inText : `${asked}\n\n${inText}`.trimEnd();
  const own = ownWordsOf(known);
  const lines = linesOf(inText.slice(0, MOST_READ));
  const folded = quotesIn(lines, own);
  const notFolded = () => lines.filter((_, at) => !folded[at]);
  const minor = minorPictures(notFolded());
  if (inText.length <= MOST_READ && isOnlyOurs(lines, folded, own)) return { text: asked || minor, whole };
  foldEnds(lines, folded, own);
  const rest = folded.at(-1) ? '' : inText.slice(MOST_READ);
  const text = shown(notFolded().map(({ raw }) => raw)) + rest;
  return { text: hasWords(text) ? text : asked || minor || shown(inText.split(/\r\n?|\n/)), whole };
};
