import type { Message } from '../../model/message';
import type { Conversation } from '../../slices/conversations';

const ms = (seconds: number | undefined) => (seconds === undefined ? undefined : Math.round(seconds * 1000));

/** A conversation as the page gets it; times are milliseconds since 1970. */
export type ShownConversation = {
  id: string;
  displayName?: string;
  description?: string;
  iconUrl?: string;
  metadata: Record<string, unknown>;
  status: 'active' | 'idle';
  unreadCount: number;
  createdAt?: number;
  lastUpdatedAt?: number;
  /** The same, for pages that read `result.conversation.id`. */
  conversation: { id: string };
};

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
export type ShownMessage = {
  id: string;
  conversation: { id: string };
  author: { type: 'user' | 'business'; id?: string; displayName?: string; avatarUrl?: string };
  /** Milliseconds since 1970. */
  createdAt: number;
  content: { type: string; text?: string; mediaUrl?: string; mediaType?: string; altText?: string };
  metadata: Record<string, unknown>;
};

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
