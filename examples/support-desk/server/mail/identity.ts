import { createHash } from 'node:crypto';
import type { Mail, MailHead } from './readMail';
import type { PlacedHeader, StoredMail } from './storedMail';

type Head = Pick<MailHead, 'from' | 'messageId' | 'subject' | 'values'>;

const hash = (of: string | Buffer): string => createHash('sha256').update(of).digest('base64url');

/** Servers on the way break and fill lines in other ways. */
const wordsOf = (text = ''): string => text.replace(/\s+/g, '');

/**
 * What a mail is known by when it comes again: its sender, its id and all that it says. Programs give several mails one id. Without an id it
 * is all of the mail.
 */
export const identityOf = (
  { from, messageId, subject, values }: Head,
  source: Buffer,
  { text, other, files }: Pick<Mail, 'text' | 'other' | 'files'>,
): string => {
  if (messageId === undefined) return hash(source);
  const words = [subject, text, other].map(wordsOf);
  const contents = files.map(({ fileName, content }) => [fileName, hash(content)]);
  return hash(JSON.stringify([from, messageId, values('date'), words, contents]));
};

/** What a mail that is no message is listed by, of which the desk may have read only the header. */
export const listedIdentity = (
  { from, messageId, subject, values }: Head,
  mail: PlacedHeader | Pick<StoredMail, 'header' | 'size'>,
): string => {
  if (messageId === undefined) return hash(mail.header);
  const size = 'size' in mail ? mail.size : null;
  return hash(JSON.stringify([from, messageId, values('date'), wordsOf(subject), size]));
};

/** What mails were listed by until two with the same id could be told apart. */
export const formerIdentity = ({ from, messageId }: Head, { header }: Pick<StoredMail, 'header'>): string =>
  hash(messageId === undefined ? header : JSON.stringify([from, messageId]));
