import type { Message } from '../../model/entities';
import type { Transaction } from '../../store/store';
import { isQuiet } from '../messages/storeMessage';
import { seconds } from '../views';

/** How far back a message is looked for that came since. */
const NEWEST = 50;

/**
 * What people and programs have written in a conversation since a message, of its newest ones.
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
