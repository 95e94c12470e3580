import { createHash } from 'node:crypto';
import type { Mail, MailHead } from './readMail';
import type { PlacedHeader, StoredMail } from './storedMail';

type Head = Pick<MailHead, 'from' | 'messageId' | 'subject' | 'values'>;

const hash = (of: string | Buffer): string => createHash('sha256').update(of).digest('base64url');

/** Servers on the way may wrap and pad lines differently. */
const wordsOf = (text = ''): string => text.replace(/\s+/g, '');

/**
 * The identity of a repeated email: its sender, its id and its content. Programs give several emails the same id.
 * Without an id, it is the whole email.
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

/** The identity of a refused email, of which the desk may have read only the header. */
export const listedIdentity = (
  { from, messageId, subject, values }: Head,
  mail: PlacedHeader | Pick<StoredMail, 'header' | 'size'>,
): string => {
  if (messageId === undefined) return hash(mail.header);
  const size = 'size' in mail ? mail.size : null;
  return hash(JSON.stringify([from, messageId, values('date'), wordsOf(subject), size]));
};

/** The identity in lists of earlier versions, which could not tell apart two emails with the same id. */
export const formerIdentity = ({ from, messageId }: Head, { header }: Pick<StoredMail, 'header'>): string =>
  hash(messageId === undefined ? header : JSON.stringify([from, messageId]));
