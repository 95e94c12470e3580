import type { MessageEmail } from '../../shared/answers/emails';
import { cutText } from '../model/clean';
import type { Json } from '../model/entities';
import type { Mail } from './readMail';

/** The stored length of an email's whole text. A longer email has its history below. */
const MOST_TEXT = 200_000;

/** An email to store. */
export type ReadMail = Mail & {
  /** The same when it is repeated. */
  identity: string;
  sender: string;
  subject: string;
  /** The name of the admin who accepted it. */
  acceptedBy?: string;
};

/** The fields of a message besides its content. */
export type More = { mailText?: string; fields: Json };

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What the desk stores about the email with its message, and the text that the messages leave out in part. */
export const aboutMail = (
  { sender, acceptedBy, isCut: isReadInPart }: ReadMail,
  whole: string,
  texts: readonly string[],
): { email?: MessageEmail; mailText?: string } => {
  const isFolded = isReadInPart || plain(whole) !== plain(texts.join(' '));
  const isCut = isReadInPart || whole.length > MOST_TEXT;
  const email: MessageEmail = {
    ...(isFolded && { isFolded }),
    ...(isFolded && isCut && { isCut }),
    ...(acceptedBy !== undefined && { from: sender, acceptedBy }),
  };
  return {
    ...(Object.keys(email).length > 0 && { email }),
    ...(isFolded && { mailText: cutText(whole, MOST_TEXT) }),
  };
};

/** What is stored with the first message that takes it. */
export const createOnce = ({ email, mailText }: ReturnType<typeof aboutMail>) => {
  let isSent = false;
  return async <T>(send: (more: More) => Promise<T>): Promise<T> => {
    const sent = await send(isSent ? { fields: {} } : { mailText, fields: { ...(email && { email }) } });
    isSent = true;
    return sent;
  };
};
