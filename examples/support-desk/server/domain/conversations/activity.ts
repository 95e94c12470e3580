import type { Activity } from '@porch/messenger/wire/realtime';
import { DeskError } from '../../model/deskError';
import type { Conversation, InboxRow, Role } from '../../model/entities';
import type { Publisher } from '../../model/publisher';
import type { Reads } from '../../store/reads';
import type { Transaction } from '../../store/store';
import type { Deps, DeskTransaction } from '../deps';
import { inboxView } from '../inboxViews';
import { conversationEventView, seconds } from '../views';
import { activityForVisitors } from '../visitors/visitorFaces';
import { endWait } from './waits';

/** The activities that a visitor or an agent can report without sending a message. */
type ActivityKind = 'conversation:read' | 'typing:start' | 'typing:stop' | 'message:delivery';

type NewActivity = {
  type: ActivityKind;
  role: Role;
  name?: string;
  avatarUrl?: string;
  /** The id of the agent, if they have an account. */
  agentId?: string;
  /** The delivered message, or the newest one read. */
  messageId?: string;
};

/** Sends an activity to the visitor: their own reading, for their other tabs, and everything agents do. */
export const tellVisitor = (
  deps: Pick<Deps, 'settings' | 'store'>,
  publisher: Publisher,
  conversation: Conversation,
  activity: Activity,
): void => {
  const { type, role, appUserId, ...data } = activityForVisitors(deps.settings(), activity);
  const { businessLastRead } = conversation;
  publisher.toVisitor(conversation.userId, {
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

/** Shows the visitor that an ended conversation is open again. */
export const tellReopened = (
  deps: Pick<Deps, 'store'>,
  publisher: Publisher,
  conversation: Conversation,
): void => {
  const { logId } = deps.store;
  publisher.toVisitor(conversation.userId, {
    type: 'conversation:updated',
    logId,
    conversation: conversationEventView(conversation, logId),
  });
};

/**
 * How far a side has now read: up to the named message, or to the newest if none is named. Never moves back. Undefined
 * if the named message does not exist.
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

/** @throws not_found */
export const rowOf = async (reads: Pick<Reads, 'inboxRow'>, conversationId: string): Promise<InboxRow> => {
  const row = await reads.inboxRow(conversationId);
  if (!row) throw new DeskError('not_found', 'There is no such conversation');
  return row;
};

const markRead = async (
  tx: DeskTransaction,
  conversationId: string,
  { role, messageId, agentId }: NewActivity,
): Promise<InboxRow> => {
  const locked = await tx.lockConversation(conversationId);
  // The read time comes from the named message, never from a client's clock.
  const read = locked && (await readTo(tx, locked.conversation, role, messageId));
  if (read) {
    const { lastRead, unread } = read;
    await tx.updateConversation(
      conversationId,
      role === 'appUser'
        ? { visitorUnread: unread, visitorLastRead: lastRead }
        : {
            businessUnread: unread,
            businessLastRead: lastRead,
            mentioned: locked.conversation.mentioned.filter((id) => id !== agentId),
          },
    );
    if (role === 'appUser' && unread === 0) await endWait(tx, conversationId);
  }
  return rowOf(tx, conversationId);
};

/** Stores the delivery of the team's message and notifies the agents. A repeat is not announced again. */
const takeDelivery = async (
  tx: DeskTransaction,
  conversationId: string,
  messageId: string,
): Promise<void> => {
  const locked = await tx.lockConversation(conversationId);
  const message = locked && (await tx.messageById(conversationId, messageId));
  if (message?.role !== 'appMaker') return;
  if (message.received <= (locked?.conversation.visitorDelivered ?? 0)) return;
  await tx.updateConversation(conversationId, { visitorDelivered: message.received });
  const row = await tx.inboxRow(conversationId);
  if (!row) return;
  tx.publisher.toAgents({
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

/** Sends an activity to its receivers. Reading goes to both sides, for other tabs and other agents. */
const tell = (deps: Deps, publisher: Publisher, row: InboxRow, input: NewActivity): void => {
  const { conversation } = row;
  const read = input.type === 'conversation:read';
  const visitor = input.role === 'appUser';
  const lastRead = visitor ? conversation.visitorLastRead : conversation.businessLastRead;
  const activity: Activity = {
    type: input.type,
    role: input.role,
    ...(visitor ? { appUserId: conversation.userId } : { name: input.name, avatarUrl: input.avatarUrl }),
    ...(read && lastRead !== null ? { lastRead: seconds(lastRead) } : {}),
  };
  if (read || !visitor) tellVisitor(deps, publisher, conversation, activity);
  if (read || visitor) publisher.toAgents({ type: 'activity', conversation: inboxView(row), activity });
};

/** Tells integrations, if any listens, that somebody types. */
const tellTyping = async (
  deps: Deps,
  { conversation }: InboxRow,
  activity: 'typing:start' | 'typing:stop',
  role: Role,
): Promise<void> => {
  const type = 'conversation:typing';
  if (!(await deps.store.hasListeners(type))) return;
  await deps.store.transaction(async (tx) => {
    // It may have been deleted since.
    const locked = await tx.lockConversation(conversation.id);
    if (locked) tx.tellIntegrations({ type, ...locked, role, activity });
  });
};

/**
 * Takes an activity of either side and sends it to the other. Reading and deliveries are stored; typing is only passed
 * on.
 * @throws not_found if the conversation does not exist
 */
export const takeActivity = (deps: Deps, conversationId: string, input: NewActivity): Promise<void> =>
  deps.inTurn(conversationId, async () => {
    const { type, messageId } = input;
    if (type === 'message:delivery') {
      if (messageId !== undefined)
        await deps.store.transaction((tx) => takeDelivery(tx, conversationId, messageId));
    } else if (type === 'conversation:read') {
      await deps.store.transaction(async (tx) => {
        const row = await markRead(tx, conversationId, input);
        tell(deps, tx.publisher, row, input);
        const { conversation, user } = row;
        tx.tellIntegrations({ type, conversation, user, role: input.role });
      });
    } else {
      const row = await rowOf(deps.store, conversationId);
      tell(deps, deps.publisher, row, input);
      await tellTyping(deps, row, type, input.role);
    }
  });
