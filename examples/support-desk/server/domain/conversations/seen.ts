import { DeskError } from '../../model/deskError';
import type { Message } from '../../model/entities';
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

/** @throws conflict if the visitor has written since `seen`, in float seconds; nothing is checked without it */
export const checkUnwritten = async (
  tx: Parameters<typeof writtenSince>[0],
  conversationId: string,
  seen: number | undefined,
): Promise<void> => {
  const since = seen === undefined ? [] : await writtenSince(tx, conversationId, seen);
  if (since.some(({ role }) => role === 'appUser'))
    throw new DeskError('conflict', 'The visitor has written in the meantime');
};
