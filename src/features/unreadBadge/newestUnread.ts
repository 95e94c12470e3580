import type { Message } from '../../model/message';
import type { Conversation } from '../../slices/conversations';

type NewestUnread = { conversationId: string; message: Message };

/** The newest of the business's messages that came after `since`, a `received` in float seconds. */
const newestOf = (messages: readonly Message[], since: number): Message | undefined =>
  messages.findLast((m) => !m.isOptimistic && m.role !== 'appUser' && m.received > since);

/**
 * Finds the newest unread message.
 * @param all the conversations whose unread messages are counted
 * @param active the open conversation: its log shows what is unread; for the others, the service's count does
 */
export const newestUnread = (
  all: readonly Conversation[],
  active: Conversation | undefined,
  messagesOf: (conversationId: string) => readonly Message[],
): NewestUnread | undefined => {
  let newest: NewestUnread | undefined;
  for (const { _id, lastRead, unreadCount } of all) {
    const here = _id === active?._id;
    const message =
      here || unreadCount > 0 ? newestOf(messagesOf(_id), here ? (lastRead ?? 0) : 0) : undefined;
    if (message && message.received > (newest?.message.received ?? 0))
      newest = { conversationId: _id, message };
  }
  return newest;
};
