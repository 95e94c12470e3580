import { createHash } from 'node:crypto';
import type { EmailRefusal } from '../../shared/lists';
import type { Deps } from '../domain/deps';
import { listRefused } from '../domain/mail/refusedMails';
import { plainAddress } from '../domain/mail/replies';
import { withoutLinkKeys } from '../domain/messages/linkKeys';
import { cleanText, cutText } from '../model/clean';
import type { RefusedMail } from '../model/mailEntities';
import type { Clock } from '../process/clock';
import { findAcceptedWriter, placeOf, Refused, type WriterDeps } from './findWriter';
import { foldReply } from './foldReply';
import { formerIdentity, listedIdentity } from './identity';
import { NOTHING_KNOWN } from './ownWords';
import { UnreadableMail } from './parseMail';
import { type MailHead, readHead, readMail } from './readMail';
import { MAX_MAIL_BYTES, MAX_TEXT_BYTES, type PlacedHeader, type StoredMail } from './storedMail';

type ListDeps = WriterDeps & Pick<Deps, 'store' | 'now' | 'newId'> & Pick<Clock, 'after'>;

const LONGEST_LINE = 200;
const LONGEST_PREVIEW = 400;
/** How much to read for the preview of an email that anybody may have sent. */
const MOST_OF_STRANGERS = 2 ** 18;

/** Emails that no person writes, or that the desk cannot read, however often it tries. */
const NEVER: ReadonlySet<EmailRefusal> = new Set(['loop', 'bounce', 'too-large', 'unreadable']);

const lineOf = (text: string, longest: number): string =>
  cutText(cleanText(text).replace(/\s+/g, ' ').trim(), longest);

const canAccept = async (deps: WriterDeps, head: MailHead, reason: EmailRefusal): Promise<boolean> => {
  if (NEVER.has(reason)) return false;
  try {
    await findAcceptedWriter(deps, head);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
};

/** The beginning of the email's text, if reading it is safe and cheap. */
const previewOf = async (mail: StoredMail, isProven: boolean, after: Clock['after']): Promise<string> => {
  if (mail.size > (isProven ? MAX_MAIL_BYTES : MOST_OF_STRANGERS)) return '';
  if ((await mail.textSize()) > MAX_TEXT_BYTES) return '';
  try {
    const { text } = await readMail(await mail.whole(), after);
    return lineOf(foldReply(text, NOTHING_KNOWN).text, LONGEST_PREVIEW);
  } catch (error) {
    if (error instanceof UnreadableMail) return '';
    throw error;
  }
};

const isWhole = (mail: PlacedHeader | StoredMail): mail is StoredMail => 'whole' in mail;

/** Ids in the quote of an undelivered email inside a bounce. */
const ID = /<[^<>\s]{1,300}>/g;

/** The conversation of an email. A bounce may name the desk's email only in its quote, where only a signed id counts. */
const findPlace = async (
  deps: ListDeps,
  head: MailHead,
  mail: PlacedHeader | StoredMail,
  isBounce: boolean,
) => {
  const place = await placeOf(deps, head);
  if (!isBounce || place.conversationId !== null || !isWhole(mail) || mail.size > MOST_OF_STRANGERS)
    return place;
  const references = (await mail.whole()).toString('latin1').match(ID) ?? [];
  const quoted = await placeOf(deps, { ...head, references });
  return quoted.isProven ? quoted : place;
};

const headOf = async (header: Buffer, after: Clock['after']): Promise<MailHead | undefined> => {
  try {
    return await readHead(header, after);
  } catch (error) {
    if (error instanceof UnreadableMail) return undefined;
    throw error;
  }
};

/** What is known about an email with an unreadable header. */
const unread = ({ header, uid, validity }: PlacedHeader) => ({
  identity: createHash('sha256')
    .update(header.length > 0 ? header : `${validity} ${uid}`)
    .digest('base64url'),
  conversationId: null,
  isProven: false,
  canAccept: false,
  sender: '',
  subject: '',
  preview: '',
  messageId: null,
});

const describe = async (
  deps: ListDeps,
  mail: PlacedHeader | StoredMail,
  reason: EmailRefusal,
): Promise<Omit<RefusedMail, 'id' | 'reason' | 'uid' | 'validity' | 'refusedAt'>> => {
  const head = await headOf(mail.header, deps.after);
  if (!head) return unread(mail);
  const place = await findPlace(deps, head, mail, reason === 'bounce');
  const preview =
    isWhole(mail) && reason !== 'unreadable' ? await previewOf(mail, place.isProven, deps.after) : '';
  // An email without any text would be an empty message.
  const isNothing = reason === 'empty' && preview === '';
  return {
    ...place,
    identity: listedIdentity(head, mail),
    canAccept: !isNothing && (await canAccept(deps, head, reason)),
    sender: lineOf(head.from.map(plainAddress).join(', '), LONGEST_LINE),
    subject: lineOf(withoutLinkKeys(head.subject), LONGEST_LINE),
    preview,
    messageId: head.messageId ?? null,
  };
};

/** Whether this is the email that was listed under this identity. */
export const sameMail = async (
  mail: Pick<StoredMail, 'header' | 'size'>,
  identity: string,
  after: Clock['after'],
): Promise<boolean> => {
  const head = await headOf(mail.header, after);
  return head !== undefined && [listedIdentity, formerIdentity].some((of) => of(head, mail) === identity);
};

/**
 * Lists a refused email, once, for agents.
 * @param mail without its content, if that cannot be read
 * @throws whatever keeps the desk from storing it now
 */
export const listMail = async (
  deps: ListDeps,
  mail: PlacedHeader | StoredMail,
  reason: EmailRefusal,
): Promise<void> => {
  const { uid, validity } = mail;
  const about = await describe(deps, mail, reason);
  await listRefused(deps, { id: deps.newId(), reason, uid, validity, refusedAt: deps.now(), ...about });
};
