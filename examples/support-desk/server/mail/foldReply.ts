import { withoutLinkKeys } from '../domain/messages/linkKeys';
import { MINOR_PICTURE } from './htmlPictures';
import { type KnownMails, type OwnWords, ownWordsOf } from './ownWords';
import { isOnlyOurs, quotesIn } from './quotes';
import { type Line, linesOf } from './replyLines';
import { writtenLines } from './signature';
import { writtenSubject } from './subject';

export type { KnownMails } from './ownWords';

/** A reply, folded. Nothing of it is lost: `whole` has every sign of the mail's text. */
export type FoldedReply = {
  /** What its sender wrote now: what is shown first. Empty only where the mail says nothing but the desk's own words. */
  text: string;
  /** The text of the mail as it came. Keys of links that open a conversation are taken out. */
  whole: string;
};

/** No rule is tried on more of a mail. */
const MOST_READ = 400_000;

/** The placeholder of a picture in the text. */
const PLACEHOLDER =
  /\[(cid:[^\]\s]{1,200}|image: ?(?![^\]\n]{0,900}https?:)[^\]\n]{1,200}\.(png|jpe?g|gif|webp|heic|bmp|svg))\]/gi;

/** Words that are only struck out say what is left, so that the others are needed. */
const hasWords = (text: string): boolean => /[\p{L}\p{N}\p{S}]/u.test(text.replace(/~~.+?~~/gs, ''));

/** Folds signatures and what programs add: at the end of each part that somebody wrote. */
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

/** Placeholders of pictures that are left out. They are shown where an email has nothing else. */
const minorPictures = (lines: readonly Line[]): string =>
  lines.flatMap(({ raw }) => raw.match(MINOR_PICTURE) ?? []).join('\n');

const shown = (lines: readonly string[]): string =>
  withoutIndent(lines.map((line) => withoutPictures(line.replaceAll('\u00a0', ' ')).trimEnd()))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * Folds a reply: parts what somebody wrote from what they quote, sign with, and what their program adds. Answers between quoted
 * lines are shown. It folds only what it knows; the time that it takes grows with the length of the mail alone.
 * @param subject is what they wrote where the text has nothing new, and part of the whole
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
