import type { RefusedEmail } from '../../../shared/answers/emails';
import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { RefusedMail } from '../../model/mailEntities';
import { note } from '../accounts/audit';
import type { Deps } from '../deps';
import { seconds } from '../views';

/** How long a refused email is listed. The mailbox keeps it. */
export const REFUSED_MS = 30 * 86_400_000;
/**
 * The limits keep anybody from crowding out the others: per conversation or sender, and for all whose token the desk
 * has, or has not, signed.
 */
const MOST_OF_ONE = 20;
const MOST = 1000;

/** A listed email, for agents. */
export const refusedMailView = (mail: RefusedMail): RefusedEmail => ({
  id: mail.id,
  reason: mail.reason,
  canAccept: mail.canAccept,
  conversationId: mail.conversationId ?? undefined,
  sender: mail.sender,
  subject: mail.subject,
  preview: mail.preview,
  refusedAt: seconds(mail.refusedAt),
});

/** Lists a refused email, once. */
export const listRefused = (deps: Pick<Deps, 'store'>, mail: RefusedMail): Promise<void> =>
  deps.store.transaction(async (tx) => {
    const { isProven, conversationId, sender } = mail;
    if (!(await tx.insertRefusedMail(mail))) return;
    await tx.trimRefusedMails({ isProven, ...(isProven ? { conversationId } : { sender }) }, MOST_OF_ONE);
    await tx.trimRefusedMails({ isProven }, MOST);
    tx.publisher.toAgents({ type: 'refused-emails' });
  });

export const noMail = (): DeskError =>
  new DeskError('not_found', 'This email is no longer in the list. Somebody may have dealt with it');

/** Removes an email from the list. @returns whether it was there */
export const unlist = (
  deps: Pick<Deps, 'store' | 'now'>,
  { id, conversationId, reason }: Pick<RefusedMail, 'id' | 'conversationId' | 'reason'>,
  by: Caller,
  action: 'email-accepted' | 'email-dismissed',
): Promise<boolean> =>
  deps.store.transaction(async (tx) => {
    if (!(await tx.deleteRefusedMail(id))) return false;
    // Not the address: nothing in the log may name a visitor after they are deleted.
    const target =
      conversationId === null ? undefined : { kind: 'conversation' as const, id: conversationId };
    await note(deps, tx, by, { action, target, detail: reason });
    tx.publisher.toAgents({ type: 'refused-emails' });
    return true;
  });

/** Removes an email from the list, without a message. It stays in the mailbox. @throws not_found */
export const dismissMail = async (
  deps: Pick<Deps, 'store' | 'now'>,
  id: string,
  by: Caller,
): Promise<void> => {
  const mail = await deps.store.refusedMailById(id);
  if (!mail || !(await unlist(deps, mail, by, 'email-dismissed'))) throw noMail();
};
