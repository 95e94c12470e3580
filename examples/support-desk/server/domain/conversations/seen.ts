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
