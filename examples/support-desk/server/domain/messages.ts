import type { Transaction } from '../store/store';
import type { Deps } from './deps';
import { DeskError } from './deskError';
import type { Conversation, InboxRow, Json, Message, Role } from './entities';
import { conversationEventView, inboxView, messageView } from './views';

export const MESSAGES_A_PAGE = 50;
/** SPEC.md section 9. */
export const MAX_TEXT_LENGTH = 4096;
/** FACTS.md 2.9. */
export const MAX_MESSAGES = 30_000;

/** A message on its way in: checked, cleaned, and without what the desk itself sets. */
export type NewMessage = { type: string; referenceId?: string; body: Json };

/** Whom a conversation's sender claims to be; agents are one side. */
export type Sender = { role: 'appUser'; userId: string } | { role: 'appMaker' };

const CLOCK_STEP_MS = 1;

/** SPEC.md section 5: longer text is refused. Counted in characters, so that no emoji counts twice. */
export const checkText = (text: string): void => {
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
  };
};

const openConversation = async (tx: Transaction, id: string, sender: Sender): Promise<Conversation> => {
  const conversation = await tx.lockConversation(id);
  if (!conversation) throw new DeskError('not_found', 'There is no such conversation');
  if (sender.role === 'appUser' && conversation.userId !== sender.userId) {
    throw new DeskError('forbidden', 'This conversation belongs to someone else');
  }
  return conversation;
};

type Stored = { message: Message; conversation: Conversation; created: boolean; row?: InboxRow };

const store = async (
  deps: Deps,
  tx: Transaction,
  conversation: Conversation,
  role: Role,
  input: NewMessage,
): Promise<Stored> => {
  if (input.referenceId !== undefined) {
    // The conversation is locked, so nobody can put the same reference in between.
    const known = await tx.messageByReference(conversation.id, input.referenceId);
    if (known) return { message: known, conversation, created: false };
  }
  if (conversation.messageCount >= MAX_MESSAGES) {
    throw new DeskError('conversation_full', `A conversation holds at most ${MAX_MESSAGES} messages`);
  }
  const message: Message = {
    id: deps.newId(),
    conversationId: conversation.id,
    referenceId: input.referenceId ?? null,
    received: Math.max(Math.floor(deps.now()), conversation.lastReceived + CLOCK_STEP_MS),
    role,
    type: input.type,
    body: input.body,
  };
  if (!(await tx.insertMessage(message))) throw new Error('a reference was taken under the lock');
  const change = afterMessage(conversation, message);
  await tx.updateConversation(conversation.id, change);
  return {
    message,
    conversation: { ...conversation, ...change },
    created: true,
    row: await tx.inboxRow(conversation.id),
  };
};

const publish = (deps: Deps, { message, conversation, row }: Stored): void => {
  const event = {
    type: 'message',
    conversation: conversationEventView(conversation),
    message: messageView(message),
  };
  deps.publisher.toVisitor(conversation.userId, event);
  if (!row) return;
  const listed = inboxView(row);
  if (conversation.messageCount === 1) {
    deps.publisher.toAgents({ type: 'conversation:added', conversation: listed });
  }
  deps.publisher.toAgents({ type: 'message', conversation: listed, message: messageView(message) });
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
    const stored = await deps.store.transaction(async (tx) =>
      store(deps, tx, await openConversation(tx, conversationId, sender), sender.role, input),
    );
    if (stored.created) publish(deps, stored);
    return stored;
  });
