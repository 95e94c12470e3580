import { noteEmailUsed } from '../domain/mail/emailOffer';
import { DeskError } from '../model/deskError';
import type { Clock } from '../process/clock';
import type { Log } from '../process/log';
import { findAcceptedWriter, findWriter, Refused, type Writer } from './findWriter';
import { identityOf } from './identity';
import { listMail } from './listMail';
import { UnreadableMail } from './parseMail';
import { type MailHead, readHead, readMail } from './readMail';
import { MAX_MAIL_BYTES, MAX_TEXT_BYTES, type Outcome, type StoredMail } from './storedMail';
import { type StoreDeps, storeMail } from './storeMail';

export type TakeDeps = StoreDeps &
  Pick<Clock, 'after'> & {
    log: Pick<Log, 'info' | 'warn'>;
    /** Counts an email of a conversation. @returns how long to wait, in ms; 0 if it is allowed */
    waitForMail: (conversationId: string) => Promise<number>;
  };

/** Reads an email to its end. @throws Refused if it is too large, or the desk has no time for it */
const wholeOf = async (mail: StoredMail, { conversation: { id } }: Writer, wait: number): Promise<Buffer> => {
  const isTooLarge = mail.size > MAX_MAIL_BYTES || (await mail.textSize()) > MAX_TEXT_BYTES;
  if (isTooLarge) throw new Refused('too-large', id);
  if (wait > 0) throw new Refused('too-many', id);
  return mail.whole();
};

/**
 * Stores the email of this author.
 * @param acceptedBy the name of the admin who accepts it
 * @returns the conversation's id
 */
const takeFrom = async (
  deps: TakeDeps,
  mail: StoredMail,
  head: MailHead,
  writer: Writer,
  acceptedBy?: string,
): Promise<string> => {
  const { id } = writer.conversation;
  const wait = acceptedBy === undefined ? await deps.waitForMail(id) : 0;
  const source = await wholeOf(mail, writer, wait);
  const read = await readMail(source, deps.after);
  const { subject } = head;
  const sender = head.from.join(', ');
  const identity = identityOf(head, source, read);
  await storeMail(deps, writer, { ...read, identity, sender, subject, acceptedBy });
  if (writer.side === 'visitor' && acceptedBy === undefined) await noteEmailUsed(deps, writer.user);
  return id;
};

/** The outcome of an email that the desk cannot take. @throws whatever keeps it from storing it now */
const outcomeOf = (deps: TakeDeps, mail: StoredMail, error: unknown): Exclude<Outcome, 'taken'> => {
  if (error instanceof UnreadableMail) {
    deps.log.warn({ reason: error.message, size: mail.size }, 'mail not readable');
    return 'unreadable';
  }
  if (error instanceof Refused) {
    deps.log.info({ reason: error.reason, conversation: error.conversationId }, 'mail refused');
    return error.reason;
  }
  if (!(error instanceof DeskError) || error.code === 'unavailable') throw error;
  deps.log.warn({ reason: error.code }, 'mail refused');
  return error.code === 'not_found' ? 'gone' : 'not-taken';
};

/**
 * Takes an email as a message of its sender, once, or lists it with the reason. The log gets the reason, without text,
 * addresses and tokens.
 * @throws whatever keeps the desk from storing it now; the same email may be taken later
 */
export const takeMail = async (deps: TakeDeps, mail: StoredMail): Promise<Outcome> => {
  try {
    const head = await readHead(mail.header, deps.after);
    const conversation = await takeFrom(deps, mail, head, await findWriter(deps, head));
    deps.log.info({ conversation }, 'mail taken');
    return 'taken';
  } catch (error) {
    const reason = outcomeOf(deps, mail, error);
    await listMail(deps, mail, reason);
    return reason;
  }
};

/**
 * Takes a refused email that an admin accepts. A repeated call changes nothing.
 * @returns the conversation's id
 * @throws Refused, UnreadableMail, and whatever keeps the desk from storing it
 */
export const takeAccepted = async (deps: TakeDeps, mail: StoredMail, acceptedBy: string): Promise<string> => {
  const head = await readHead(mail.header, deps.after);
  return takeFrom(deps, mail, head, await findAcceptedWriter(deps, head), acceptedBy);
};
