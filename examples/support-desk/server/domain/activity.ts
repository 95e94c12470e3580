import type { Activity } from '@porch/messenger/wire/realtime';
import type { Transaction } from '../store/store';
import type { Deps } from './deps';
import { DeskError } from './deskError';
import type { Conversation, InboxRow, Role } from './entities';
import { inboxView, seconds } from './views';
import { endWait } from './waits';

/** The activities that a visitor or an agent can report without sending a message. */
export type ActivityKind = 'conversation:read' | 'typing:start' | 'typing:stop' | 'message:delivery';

export type NewActivity = {
  type: ActivityKind;
  role: Role;
  name?: string;
  avatarUrl?: string;
  /** The delivered message, or the newest message that was read. */
  messageId?: string;
};

/** Sends an activity to the visitor: their own reading, for their other tabs, and everything agents do. */
export const tellVisitor = (deps: Deps, conversation: Conversation, activity: Activity): void => {
  const { type, role, appUserId, ...data } = activity;
  const { businessLastRead } = conversation;
  deps.publisher.toVisitor(conversation.userId, {
    type: 'activity',
    conversation: {
      _id: conversation.id,
      logId: deps.store.logId,
      status: conversation.status,
      routingStatus: conversation.routingStatus ?? undefined,
      appMakerLastRead: businessLastRead === null ? undefined : seconds(businessLastRead),
    },
    activity: { type, role, appUserId, data },
  });
};

/**
 * How far a side has now read: up to the named message, or up to the newest when no message is named. It
 * never moves back. Undefined when the named message does not exist.
 */
const readTo = async (tx: Transaction, c: Conversation, role: Role, messageId?: string) => {
  const before = (role === 'appUser' ? c.visitorLastRead : c.businessLastRead) ?? 0;
  if (messageId === undefined) return { lastRead: c.lastReceived || null, unread: 0 };
  const named = await tx.messageById(c.id, messageId);
  if (!named) return undefined;
  const lastRead = Math.max(before, named.received);
  // Sending marks earlier messages as read, so all unread messages are newer and from the other side.
  const limit = role === 'appUser' ? c.visitorUnread : c.businessUnread;
  const { messages } = limit > 0 ? await tx.messages(c.id, { limit }) : { messages: [] };
  return { lastRead, unread: messages.filter((m) => m.received > lastRead).length };
};

const markRead = async (
  deps: Deps,
  conversationId: string,
  { role, messageId }: NewActivity,
): Promise<InboxRow> => {
  const row = await deps.store.transaction(async (tx) => {
    const locked = await tx.lockConversation(conversationId);
    // Read time comes from the named message, never from a client's clock.
    const read = locked && (await readTo(tx, locked.conversation, role, messageId));
    if (read) {
      const { lastRead, unread } = read;
      await tx.updateConversation(
        conversationId,
        role === 'appUser'
          ? { visitorUnread: unread, visitorLastRead: lastRead }
          : { businessUnread: unread, businessLastRead: lastRead },
      );
      if (role === 'appUser' && unread === 0) await endWait(tx, conversationId);
    }
    return locked && tx.inboxRow(conversationId);
  });
  if (!row) throw new DeskError('not_found', 'There is no such conversation');
  return row;
};

/** Stores the delivery of the team's message and tells the agents. A repeat is not announced again. */
const takeDelivery = async (deps: Deps, conversationId: string, messageId: string): Promise<void> => {
  const row = await deps.store.transaction(async (tx) => {
    const locked = await tx.lockConversation(conversationId);
    const message = locked && (await tx.messageById(conversationId, messageId));
    if (message?.role !== 'appMaker') return undefined;
    if (message.received <= (locked?.conversation.visitorDelivered ?? 0)) return undefined;
    await tx.updateConversation(conversationId, { visitorDelivered: message.received });
    return tx.inboxRow(conversationId);
  });
  if (!row) return;
  deps.publisher.toAgents({
    type: 'activity',
    conversation: inboxView(row),
    activity: {
      type: 'message:delivery',
      role: 'appUser',
      appUserId: row.conversation.userId,
      messageId,
    },
  });
};

const currentRow = async (deps: Deps, conversationId: string): Promise<InboxRow> => {
  const row = await deps.store.inboxRow(conversationId);
  if (!row) throw new DeskError('not_found', 'There is no such conversation');
  return row;
};

/**
 * Takes an activity of either side and tells the other. Reading is kept and sent to both sides, so that other
 * tabs and other agents follow. A delivery is kept and sent to the agents. Typing is passed on and not kept.
 * @throws not_found when the conversation does not exist
 */
export const takeActivity = (deps: Deps, conversationId: string, input: NewActivity): Promise<void> =>
  deps.inTurn(conversationId, async () => {
    if (input.type === 'message:delivery') {
      if (input.messageId !== undefined) await takeDelivery(deps, conversationId, input.messageId);
      return;
    }
    const read = input.type === 'conversation:read';
    const row = read ? await markRead(deps, conversationId, input) : await currentRow(deps, conversationId);
    const { conversation } = row;
    const visitor = input.role === 'appUser';
    const lastRead = visitor ? conversation.visitorLastRead : conversation.businessLastRead;
    const activity: Activity = {
      type: input.type,
      role: input.role,
      ...(visitor ? { appUserId: conversation.userId } : { name: input.name, avatarUrl: input.avatarUrl }),
      ...(read && lastRead !== null ? { lastRead: seconds(lastRead) } : {}),
    };
    if (read || !visitor) tellVisitor(deps, conversation, activity);
    if (read || visitor) {
      deps.publisher.toAgents({ type: 'activity', conversation: inboxView(row), activity });
    }
  });
