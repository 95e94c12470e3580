import { newestConfirmed } from '../model/messageOrder';
import { countUnread } from '../model/unread';
import type { Messaging } from '../services/messaging';
import type { Conversations } from '../slices/conversations';
import type { Messages } from '../slices/messages';
import type { Author } from '../wire/client';

/**
 * "Marking read sets unread to 0, records lastRead, and dispatches a read event." (SPEC.md section 4). lastRead is
 * the newest message's `received`, never the visitor's clock (DESIGN.md 3.3). A failed event is not worth a word to
 * the visitor: the next one covers it.
 * @param away whether the visitor just came back to the log, so that a divider shows where they left off
 */
export const markRead = (
  deps: { messages: Messages; conversations: Conversations; messaging: Messaging; author: () => Author },
  conversationId: string,
  away: boolean,
): void => {
  const { conversations } = deps;
  const conversation = conversations.find(conversationId);
  const messages = deps.messages.of(conversationId).value;
  const newest = newestConfirmed(messages);
  if (!conversation || (newest <= (conversation.lastRead ?? 0) && conversation.unreadCount === 0)) return;
  const unread = countUnread(messages, conversation.lastRead) > 0;
  const dividerAt = away ? (unread ? (conversation.lastRead ?? 0) : undefined) : conversation.dividerAt;
  conversations.patch(conversationId, { unreadCount: 0, lastRead: newest, dividerAt });
  if (!unread && conversation.unreadCount === 0) return;
  deps.messaging
    .sendActivity(conversationId, { author: deps.author(), activity: { type: 'conversation:read' } })
    .catch(() => {});
};
