import type { Transaction } from '../store/store';
import { newChange } from './changes';
import type { Deps } from './deps';
import { DeskError } from './deskError';
import type { Conversation, Happening, Json, Message, User } from './entities';
import { quoteById } from './quotes';
import { conversationEventView, happeningView, inboxView, messageView } from './views';

export const MESSAGES_A_PAGE = 50;
/** SPEC.md section 9. */
export const MAX_TEXT_LENGTH = 4096;
/** FACTS.md 2.9. */
export const MAX_MESSAGES = 30_000;

/** A message on its way in: checked, cleaned, and without what the desk itself sets. */
export type NewMessage = {
  type: string;
  referenceId?: string;
  body: Json;
  /** What has to be written with it or not at all; not called for a repeat. What it throws takes the message back. */
  alongside?: (tx: Transaction, message: Message) => Promise<void>;
};

/** Whom a conversation's sender claims to be; agents are one side. */
export type Sender = { role: 'appUser'; userId: string } | { role: 'appMaker' };

const CLOCK_STEP_MS = 1;

/** SPEC.md section 5: longer text is refused. Counted in characters, so that no emoji counts twice. */
const checkText = (text: string): void => {
  if (text.length > MAX_TEXT_LENGTH && [...text].length > MAX_TEXT_LENGTH) {
    throw new DeskError('characterLimit', `Text may have at most ${MAX_TEXT_LENGTH} characters`);
  }
};

/** What a new message does to its conversation (SPEC.md section 4 'Messages'). */
const afterMessage = (c: Conversation, message: Message): Partial<Conversation> => {
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
    firstAnsweredAt: c.firstAnsweredAt ?? (visitor || c.firstAskedAt === null ? null : received),
  };
};

/** What `storeMessage` did, for `publishMessage`. */
export type Stored = {
  message: Message;
  conversation: Conversation;
  user: User;
  created: boolean;
  /** The conversation was closed before. */
  reopened?: Happening;
};

/** Stores a message inside a transaction, or finds the one of its referenceId. Locks the conversation. */
export const storeMessage = async (
  deps: Deps,
  tx: Transaction,
  conversationId: string,
  sender: Sender,
  input: NewMessage,
): Promise<Stored> => {
  const locked = await tx.lockConversation(conversationId);
  if (!locked) throw new DeskError('not_found', 'There is no such conversation');
  const { conversation, user } = locked;
  if (sender.role === 'appUser' && conversation.userId !== sender.userId) {
    throw new DeskError('forbidden', 'This conversation belongs to someone else');
  }
  const message: Message = {
    id: deps.newId(),
    conversationId,
    referenceId: input.referenceId ?? null,
    received: Math.max(Math.floor(deps.now()), conversation.lastReceived + CLOCK_STEP_MS),
    role: sender.role,
    type: input.type,
    body: input.body,
  };
  if (!(await tx.insertMessage(message))) {
    const known = await tx.messageByReference(conversationId, input.referenceId ?? '');
    if (!known) throw new Error('a message of this referenceId was there and is gone');
    return { message: known, conversation, user, created: false };
  }
  if (conversation.messageCount >= MAX_MESSAGES) {
    // Thrown after the insert, which it undoes, so that repeats of stored messages are still answered.
    throw new DeskError('conversation_full', `A conversation holds at most ${MAX_MESSAGES} messages`);
  }
  await input.alongside?.(tx, message);
  const change = afterMessage(conversation, message);
  await tx.updateConversation(conversationId, change);
  // Right before the message that did it.
  const at = message.received - CLOCK_STEP_MS;
  const reopened =
    conversation.status === 'idle' ? newChange(deps, conversationId, { what: 'reopened' }, at) : undefined;
  if (reopened) await tx.insertHappening(reopened);
  return { message, conversation: { ...conversation, ...change }, user, created: true, reopened };
};

/** Tells both sides of a message that was stored. */
export const publishMessage = (deps: Deps, stored: Stored): void => {
  const { message, conversation, user, created, reopened } = stored;
  if (!created) return;
  const view = messageView(message);
  deps.publisher.toVisitor(conversation.userId, {
    type: 'message',
    logId: deps.store.logId,
    conversation: conversationEventView(conversation, deps.store.logId),
    message: view,
  });
  const row = inboxView({ conversation, user, lastMessage: message });
  if (conversation.messageCount === 1) {
    deps.publisher.toAgents({ type: 'conversation:added', conversation: row });
  }
  deps.publisher.toAgents({
    type: 'message',
    conversation: row,
    message: view,
    ...(reopened && { change: happeningView(reopened) }),
  });
};

/**
 * Stores a message and publishes it to both sides, once: a repeat of its `referenceId` answers what is stored.
 * `received` becomes the clock's time, or 1 ms after the newest message when the clock is not ahead of it.
 * @throws not_found, forbidden, conversation_full
 */
export const sendMessage = (
  deps: Deps,
  conversationId: string,
  sender: Sender,
  input: NewMessage,
): Promise<{ message: Message; conversation: Conversation; created: boolean }> =>
  deps.inTurn(conversationId, async () => {
    const stored = await deps.store.transaction((tx) =>
      storeMessage(deps, tx, conversationId, sender, input),
    );
    publishMessage(deps, stored);
    return stored;
  });

/**
 * Sends a visitor's text.
 * @throws characterLimit, bad_request for a quote of nothing, and what `sendMessage` throws
 */
export const sendText = async (
  deps: Deps,
  userId: string,
  conversationId: string,
  input: { text: string; referenceId?: string; quotedMessageId?: string; body: Json },
): ReturnType<typeof sendMessage> => {
  const { text, referenceId, quotedMessageId, body } = input;
  checkText(text);
  const quoted = await quoteById(deps.store, conversationId, quotedMessageId);
  return sendMessage(
    deps,
    conversationId,
    { role: 'appUser', userId },
    { type: 'text', referenceId, body: { text, ...body, ...quoted } },
  );
};
