import { newestConfirmed } from '../model/messageOrder';
import type { Messaging } from '../services/messaging';
import type { Conversations } from '../slices/conversations';
import type { Messages } from '../slices/messages';

/** How many pages a catch-up reads back before it leaves the rest to the reader's scrolling. */
const MAX_PAGES = 20;

type Deps = { messaging: Messaging; messages: Messages; conversations: Conversations };

/**
 * "Catch-up pages back with `before` until a known id" (DESIGN.md 3.3): after any gap the log equals the server's. Known
 * is what came before the gap: what came in since, by a page that was read or an answer, does not tell what is missing.
 * Rejects with the `RequestError` of the page that failed; what was read until then is kept.
 */
export const catchUp = async (deps: Deps, conversationId: string): Promise<void> => {
  const { messages, conversations, messaging } = deps;
  const completeTo =
    conversations.find(conversationId)?.completeTo ?? newestConfirmed(messages.of(conversationId).value);
  conversations.patch(conversationId, { fetchStatus: 'pending', completeTo });
  let newest = completeTo;
  let before: number | undefined;
  try {
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await messaging.getMessages(conversationId, before);
      messages.merge(conversationId, answer.messages);
      const oldest = answer.messages[0];
      for (const { received } of answer.messages) newest = Math.max(newest, received);
      const met = completeTo === 0 || (oldest && oldest.received <= completeTo);
      // Only the page that reaches the oldest message held knows whether there is more before it.
      if (oldest?._id === messages.of(conversationId).value.find((m) => !m.isOptimistic)?._id) {
        conversations.patch(conversationId, { hasPreviousMessages: answer.hasPrevious });
      }
      if (met || !oldest || !answer.hasPrevious) break;
      before = oldest.received;
    }
    conversations.patch(conversationId, { fetchStatus: 'successful', completeTo: newest });
  } catch (error) {
    conversations.patch(conversationId, { fetchStatus: 'failed' });
    throw error;
  }
};

/** Reads one page of older messages. */
export const loadPrevious = async (deps: Deps, conversationId: string): Promise<void> => {
  const oldest = deps.messages.of(conversationId).value[0];
  if (!oldest) return;
  const answer = await deps.messaging.getMessages(conversationId, oldest.received);
  deps.messages.merge(conversationId, answer.messages);
  deps.conversations.patch(conversationId, { hasPreviousMessages: answer.hasPrevious });
};
