import { isTooLong } from '@porch/messenger/model/validation';
import { MAX_TEXT } from '@porch/messenger/wire/message';
import { DeskError } from '../../model/deskError';
import type { Conversation, Json, Message } from '../../model/entities';
import { tellReopened, tellVisitor } from '../conversations/activity';
import { readTurns } from '../conversations/turns';
import type { Deps, DeskTransaction } from '../deps';
import { inboxView } from '../inboxViews';
import { conversationEventView, happeningView, messageView, visitorMessageView } from '../views';
import { personOf } from '../visitors/person';
import { awayMessage } from './awayMessage';
import type { Sender } from './lockForMessage';
import { quoteById } from './quotes';
import { type NewMessage, type Stored, storeMessage } from './storeMessage';

export const MESSAGES_A_PAGE = 50;

const checkText = (text: string): void => {
  if (isTooLong(text)) throw new DeskError('characterLimit', `Text may have at most ${MAX_TEXT} characters`);
};

/** Sends a newly stored message to both sides, and to the integrations. */
export const publishMessage = async (deps: Deps, tx: DeskTransaction, stored: Stored): Promise<void> => {
  const { message, conversation, user, created, mailText, lastMessage, changes, assigned } = stored;
  const reopened = changes.find(({ body }) => body.what === 'reopened');
  const { publisher } = tx;
  if (!created) return;
  // They get a growing answer once it has ended, as a whole.
  if (message.body.growing !== true)
    tx.tellIntegrations({ type: 'conversation:message', conversation, user, message, mailText });
  if (assigned) {
    const { id: _, ...face } = assigned;
    tellVisitor(deps, publisher, conversation, { type: 'assigned', role: 'appMaker', ...face });
  }
  publisher.toVisitor(conversation.userId, {
    type: 'message',
    logId: deps.store.logId,
    conversation: conversationEventView(conversation, deps.store.logId),
    message: visitorMessageView(deps.settings(), message),
  });
  if (reopened && message.role === 'appMaker') tellReopened(deps, publisher, conversation);
  const row = inboxView({ conversation, user, lastMessage, person: await personOf(tx, user) });
  if (conversation.messageCount === 1) {
    publisher.toAgents({ type: 'conversation:added', conversation: row });
  }
  publisher.toAgents({
    type: 'message',
    conversation: row,
    message: messageView(message),
    ...(reopened && { change: happeningView(reopened) }),
  });
  for (const change of changes)
    if (change !== reopened)
      publisher.toAgents({ type: 'conversation:updated', conversation: row, change: happeningView(change) });
};

/**
 * Stores a message and publishes it to both sides, once, with the message of a team that is away if it is due. A repeat of its `referenceId` returns the stored message.
 * `received` is the clock's time, or 1 ms after the newest message if the clock is not ahead of it.
 * @throws not_found, forbidden, conversation_full; conflict if another message has the `referenceId`
 */
export const sendMessage = (
  deps: Deps,
  conversationId: string,
  sender: Sender,
  input: NewMessage,
): Promise<{ message: Message; conversation: Conversation; created: boolean }> =>
  deps.inTurn(conversationId, async () => {
    const from = sender.role === 'appUser' ? { ...sender, here: await readTurns(deps) } : sender;
    return deps.store.transaction(async (tx) => {
      const stored = await storeMessage(deps, tx, conversationId, from, input);
      await publishMessage(deps, tx, stored);
      const away = await awayMessage(deps, tx, stored);
      if (away)
        await publishMessage(
          deps,
          tx,
          await storeMessage(deps, tx, conversationId, { role: 'appMaker' }, away),
        );
      return stored;
    });
  });

/**
 * Sends a visitor's text.
 * @throws characterLimit, bad_request if the quoted message does not exist, and whatever `sendMessage` throws
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
    { role: 'appUser', userId, isMessenger: true },
    { type: 'text', referenceId, body: { text, ...body, ...quoted } },
  );
};
