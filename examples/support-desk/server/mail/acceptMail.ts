import type { EmailRefusal } from '../../shared/lists';
import { noMail, unlist } from '../domain/mail/refusedMails';
import { actorOf, type Caller } from '../model/caller';
import { DeskError } from '../model/deskError';
import type { RefusedMail } from '../model/mailEntities';
import type { Clock } from '../process/clock';
import { codeOf } from '../process/errorCode';
import { withLimit } from '../process/waits';
import { Refused } from './findWriter';
import { sameMail } from './listMail';
import type { Mailbox, OpenMailbox } from './mailbox';
import { UnreadableMail } from './parseMail';
import type { StoredMail } from './storedMail';
import { type TakeDeps, takeAccepted } from './takeMail';

/** How long it may take. An email can have 36 MB. */
const MOST_MS = 60_000;

const cannotBe = (reason: EmailRefusal): DeskError =>
  new DeskError('conflict', `This email cannot become a message (${reason})`);

/** Finds an email at its former place, or by its id if the mailbox was changed. */
const findMail = async (
  box: Mailbox,
  mail: RefusedMail,
  after: Clock['after'],
): Promise<StoredMail | undefined> => {
  const uids = box.validity === mail.validity ? [mail.uid] : [];
  if (uids.length === 0 && mail.messageId !== null) uids.push(...(await box.withId(mail.messageId)));
  for (const uid of uids) {
    const found = await box.mail(uid);
    if (found && (await sameMail(found, mail.identity, after))) return found;
  }
  return undefined;
};

const takeFrom = async (deps: TakeDeps, box: Mailbox, mail: RefusedMail, by: Caller): Promise<string> => {
  const found = await findMail(box, mail, deps.after);
  if (!found) throw new DeskError('not_found', 'The email is no longer in the mailbox');
  try {
    const conversationId = await takeAccepted(deps, found, actorOf(by).name);
    await box.mark(found.uid, 'taken');
    return conversationId;
  } catch (error) {
    if (error instanceof Refused) throw cannotBe(error.reason);
    throw error instanceof UnreadableMail ? cannotBe('unreadable') : error;
  }
};

type AcceptDeps = TakeDeps & { open: OpenMailbox };

const acceptBefore = async (
  deps: AcceptDeps,
  mail: RefusedMail,
  by: Caller,
  over: AbortSignal,
): Promise<string> => {
  const box = await deps
    .open(() => undefined, over)
    .catch((error: unknown) => {
      deps.log.warn({ code: codeOf(error) }, 'mailbox not read');
      throw new DeskError('unavailable', 'The mailbox cannot be read at the moment. Try again later');
    });
  const cut = (): void => void box.close();
  over.addEventListener('abort', cut);
  try {
    const conversationId = await takeFrom(deps, box, mail, by);
    await unlist(deps, mail, by, 'email-accepted');
    return conversationId;
  } finally {
    over.removeEventListener('abort', cut);
    await box.close();
  }
};

/**
 * Turns a listed email into the message that it would have been, once, however many agents request it.
 * @returns the conversation's id
 * @throws not_found, conflict, unavailable if the mailbox cannot be read now
 */
export const acceptMail = async (deps: AcceptDeps, id: string, by: Caller): Promise<string> => {
  const mail = await deps.store.refusedMailById(id);
  if (!mail) throw noMail();
  if (!mail.canAccept) throw cannotBe(mail.reason);
  return withLimit(MOST_MS, deps.after, (over) => acceptBefore(deps, mail, by, over));
};
