import type { Activity } from '../../../../src/wire/realtime';
import type { Transaction } from '../store/store';
import type { Deps } from './deps';
import { DeskError } from './deskError';
import type { Conversation, InboxRow, Role } from './entities';
import { inboxView, seconds } from './views';

/** What a side may tell of itself without writing (FACTS.md 2.6). */
export type ActivityKind = 'conversation:read' | 'typing:start' | 'typing:stop' | 'message:delivery';

export type NewActivity = {
  type: ActivityKind;
  role: Role;
  name?: string;
  avatarUrl?: string;
  /** What was delivered, or the newest message that was read. */
  messageId?: string;
};

/** To the visitor: their own reading (for other tabs) and everything agents do. */
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
 * How far a side has read now: up to the message that it names, up to the newest where it names none, and never less than
 * before. Undefined where there is no such message.
 */
const readTo = async (tx: Transaction, c: Conversation, role: Role, messageId?: string) => {
  const before = (role === 'appUser' ? c.visitorLastRead : c.businessLastRead) ?? 0;
  if (messageId === undefined) return { lastRead: c.lastReceived || null, unread: 0 };
  const named = await tx.messageById(c.id, messageId);
  if (!named) return undefined;
  const lastRead = Math.max(before, named.received);
  // Whoever writes has read what was there, so what a side has not read are the newest messages, all of them the other's.
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
    // Never by a client's clock: what counts is the message it names (DESIGN.md 3.3).
    const read = locked && (await readTo(tx, locked.conversation, role, messageId));
    if (read) {
      const { lastRead, unread } = read;
      await tx.updateConversation(
        conversationId,
        role === 'appUser'
          ? { visitorUnread: unread, visitorLastRead: lastRead }
          : { businessUnread: unread, businessLastRead: lastRead },
      );
    }
    return locked && tx.inboxRow(conversationId);
  });
  if (!row) throw new DeskError('not_found', 'There is no such conversation');
  return row;
};

/** Keeps how far messages of the business have come and tells the agents; what is known already is not told again. */
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
 * Takes an activity of either side and tells the other. Reading is kept and told to both sides, so that a second tab
 * or a second agent follows; a delivery is kept and told to the agents; typing is passed on and kept nowhere.
 * @throws not_found
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
