import type { Message } from '../../../model/message';
import type { Conversation as ShownConversation, Message as ShownMessage } from '../../../npm/calls';
import type { Conversation } from '../../../slices/conversations';

const ms = (seconds: number | undefined) => (seconds === undefined ? undefined : Math.round(seconds * 1000));

/** A conversation as the page gets it. */
export const shownConversation = (c: Conversation): ShownConversation => ({
  id: c._id,
  displayName: c.displayName,
  description: c.description,
  iconUrl: c.iconUrl,
  metadata: structuredClone(c.metadata),
  status: c.status,
  unreadCount: c.unreadCount,
  createdAt: ms(c.createdAt),
  lastUpdatedAt: ms(c.lastUpdatedAt),
  conversation: { id: c._id },
});

/** A message as the page gets it. */
export const shownMessage = (m: Message, conversationId: string): ShownMessage => ({
  id: m._id,
  conversation: { id: conversationId },
  author: {
    type: m.role === 'appUser' ? 'user' : 'business',
    id: m.authorId,
    displayName: m.name,
    avatarUrl: m.avatarUrl,
  },
  createdAt: Math.round(m.received * 1000),
  content: {
    type: m.type,
    text: m.text ?? m.textFallback,
    mediaUrl: m.mediaUrl,
    mediaType: m.mediaType,
    altText: m.altText,
  },
  metadata: structuredClone(m.metadata ?? {}),
});
