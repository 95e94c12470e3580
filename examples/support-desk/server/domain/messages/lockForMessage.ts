import type { Caller } from '../../model/caller';
import type { Message } from '../../model/entities';
import type { Transaction } from '../../store/store';
import { keepReplier } from '../conversations/assigning';
import { chooseForMessage } from '../conversations/turns';
import type { Deps, DeskTransaction } from '../deps';

/**
 * The side that sends a message. All agents are one side; `by` is the sender. A messenger's `referenceId` is unique, so
 * its repeats are found in all conversations of the visitor: a login may have moved the first copy. `here` has the agents
 * who are there, if they get visitors in turn.
 */
export type Sender =
  | { role: 'appUser'; userId: string; isMessenger?: boolean; here?: ReadonlySet<string> }
  | { role: 'appMaker'; by?: Caller };

/** The messages with this `referenceId`, where it must be unique. */
const copiesOf = async (
  tx: Transaction,
  conversationId: string,
  sender: Sender,
  referenceId?: string,
): Promise<Message[]> => {
  if (referenceId === undefined) return [];
  if (sender.role === 'appUser' && sender.isMessenger)
    return tx.messagesByReference(sender.userId, referenceId);
  const copy = await tx.messageByReference(conversationId, referenceId);
  return copy ? [copy] : [];
};

/**
 * Locks a conversation, first an agent who answers, those whose turn it may be, or a messenger's user, and then finds copies of the message: a copy that another
 * transaction is storing exists once that has ended.
 */
export const lockForMessage = async (
  deps: Pick<Deps, 'settings'>,
  tx: DeskTransaction,
  conversationId: string,
  sender: Sender,
  { referenceId }: { referenceId?: string },
) => {
  const turn =
    sender.role === 'appUser' ? await chooseForMessage(deps, tx, conversationId, sender.here) : undefined;
  // Requested in this order, without waiting in between.
  const keeping = keepReplier(deps, tx, sender.role === 'appMaker' ? sender.by : undefined);
  const locking = tx.lockConversation(
    conversationId,
    sender.role === 'appUser' && sender.isMessenger ? sender.userId : undefined,
  );
  const finding = copiesOf(tx, conversationId, sender, referenceId);
  // After a failed lock, PostgreSQL refuses everything else without a reason.
  finding.catch(() => undefined);
  keeping.catch(() => undefined);
  tx.mayTell('conversation:message');
  const locked = await locking;
  return { locked, copies: await finding, replier: await keeping, turn };
};
