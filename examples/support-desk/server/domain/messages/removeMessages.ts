import type { Conversation } from '../../model/entities';
import type { Transaction } from '../../store/store';
import { endWait } from '../conversations/waits';
import { isQuiet } from './storeMessage';

/** How many of the newest messages to search for one that lists show. The desk sends few that they do not show. */
const NEWEST = 20;

/**
 * Deletes messages of a conversation with their files, and updates the conversation.
 * @param conversation locked
 * @param messageId only this one; all without it
 * @returns how many there were, and the ids of the files to free after the commit
 */
export const removeMessages = async (
  tx: Transaction,
  conversation: Conversation,
  messageId?: string,
): Promise<{ messages: number; fileIds: string[] }> => {
  const { id } = conversation;
  const removed = await tx.deleteMessages(id, messageId);
  const newest = (await tx.messages(id, { limit: NEWEST })).messages;
  const last = newest.findLast((message) => !isQuiet(message)) ?? newest.at(-1);
  // Nobody waits for an answer to deleted messages.
  const isAsked = last?.role === 'appUser';
  const messageCount = conversation.messageCount - removed.messages;
  await tx.updateConversation(id, {
    messageCount,
    lastMessageId: last?.id ?? null,
    visitorUnread: Math.min(conversation.visitorUnread, messageCount),
    businessUnread: Math.min(conversation.businessUnread, messageCount),
    ...(!isAsked && {
      waitingSince: null,
      firstAskedAt: conversation.firstAnsweredAt === null ? null : conversation.firstAskedAt,
    }),
  });
  if (!isAsked) await endWait(tx, id);
  return removed;
};
