import type { Conversation, Message } from '../../model/entities';
import { waitsSince } from '../conversations/waiting';

/** The fields of a conversation that a quiet message changes. */
export const afterQuiet = (c: Conversation, { received, role }: Message): Partial<Conversation> => ({
  lastReceived: received,
  messageCount: c.messageCount + 1,
  ...(role === 'appUser'
    ? { visitorUnread: 0, visitorLastRead: received }
    : { visitorUnread: c.visitorUnread + 1 }),
});

/**
 * The fields of a conversation that a person's or a program's message changes. Its sender has read everything before
 * it.
 */
export const afterMessage = (c: Conversation, message: Message): Partial<Conversation> => {
  const { received, role } = message;
  const visitor = role === 'appUser';
  return {
    status: 'active',
    lastUpdatedAt: received,
    lastReceived: received,
    lastMessageId: message.id,
    messageCount: c.messageCount + 1,
    visitorUnread: visitor ? 0 : c.visitorUnread + 1,
    visitorLastRead: visitor ? received : c.visitorLastRead,
    businessUnread: visitor ? c.businessUnread + 1 : 0,
    businessLastRead: visitor ? c.businessLastRead : received,
    firstAskedAt: c.firstAskedAt ?? (visitor ? received : null),
    firstAnsweredAt: c.firstAnsweredAt ?? (!visitor && c.firstAskedAt !== null ? received : null),
    campaignId: visitor ? null : c.campaignId,
    waitingSince: visitor ? (waitsSince(c) ?? received) : null,
  };
};
