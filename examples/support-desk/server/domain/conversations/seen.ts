import { actorOf, type Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { Conversation, Message } from '../../model/entities';
import type { Transaction } from '../../store/store';
import { isQuiet } from '../messages/storeMessage';
import { seconds } from '../views';

/** How many of the newest messages to search. */
const NEWEST = 50;

/**
 * The messages by people and programs since a given message, among the conversation's newest ones.
 * @param received that of the message, in float seconds
 */
export const writtenSince = async (
  tx: Pick<Transaction, 'messages'>,
  conversationId: string,
  received: number,
): Promise<Message[]> => {
  const { messages } = await tx.messages(conversationId, { limit: NEWEST });
  return messages.filter((one) => seconds(one.received) > received && !isQuiet(one));
};

/**
 * What a caller knew of a conversation: the time of its newest message, in float seconds. With the id of its agent, or
 * null for nobody, acts of colleagues since then count, too.
 */
export type Seen = { received: number; assigneeId?: string | null };

/**
 * @param by the caller, whose own messages do not count
 * @throws conflict if the visitor, or a colleague if they count, has written since `seen`; nothing is checked without it
 */
export const checkUnwritten = async (
  tx: Parameters<typeof writtenSince>[0],
  conversationId: string,
  seen: Seen | undefined,
  by: Caller,
): Promise<void> => {
  if (!seen) return;
  const since = await writtenSince(tx, conversationId, seen.received);
  if (since.some(({ role }) => role === 'appUser'))
    throw new DeskError('conflict', 'The visitor has written in the meantime');
  const other = since.find(({ body }) => body.authorId !== actorOf(by).id);
  if (seen.assigneeId !== undefined && other)
    throw new DeskError('conflict', `${other.body.name ?? 'A colleague'} has answered in the meantime`);
};

/** @throws conflict if the conversation is closed, or somebody else's since `seen`; nothing is checked without it */
export const checkHeld = (
  { status, assignee, assigneeId }: Pick<Conversation, 'status' | 'assignee' | 'assigneeId'>,
  seen: Seen | undefined,
): void => {
  if (seen?.assigneeId === undefined) return;
  if (status === 'idle') throw new DeskError('conflict', 'It is closed. Reopen it first');
  if (assigneeId !== seen.assigneeId)
    throw new DeskError('conflict', `${assignee ?? 'Nobody'} has it in the meantime`);
};
