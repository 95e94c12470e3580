import { newestConfirmed } from '../model/messageOrder';
import { withoutGone } from '../model/reconcile';
import type { Messaging } from '../services/messaging';
import type { RequestError } from '../services/requestError';
import type { Conversations } from '../slices/conversations';
import type { Messages } from '../slices/messages';
import type { WireMessage } from '../wire/message';
import type { DeliveryDeps } from './markDelivered';

/** How many pages a catch-up reads back before it leaves the rest to the reader's scrolling. */
const MAX_PAGES = 20;

export type Held = { messaging: Messaging; messages: Messages; conversations: Conversations };
export type CatchUpDeps = Held & DeliveryDeps;

/**
 * "Catch-up pages back with `before` until a known id" (DESIGN.md 3.3): after any gap the log equals the server's. Known
 * is what came before the gap: what came in since, by a page that was read or an answer, does not tell what is missing.
 * Where the server has lost some of what is held, it is read to its beginning.
 * Rejects with the `RequestError` of the page that failed; what was read until then is kept.
 */
export const catchUp = async (deps: CatchUpDeps, conversationId: string): Promise<void> => {
  const { messages, conversations, messaging } = deps;
  const held = messages.of(conversationId).value.filter((m) => !m.isOptimistic);
  const heldBefore = new Map(held.map((m) => [m._id, m.received]));
  const { completeTo = newestConfirmed(held), lastRead = 0 } = conversations.find(conversationId) ?? {};
  conversations.patch(conversationId, { fetchStatus: 'pending', completeTo });
  const there = new Set<string>();
  let fetched: WireMessage[] = [];
  let hasPrevious: boolean;
  let joined: boolean;
  let more: boolean;
  let page = 0;
  try {
    do {
      const answer = await messaging.getMessages(conversationId, fetched[0]?.received);
      messages.merge(conversationId, answer.messages);
      // Whoever answers has read what was there, in whichever tab.
      const own = answer.messages.findLast((m) => m.role === 'appUser');
      conversations.setRead(conversationId, 'lastRead', own?.received);
      // The same page again says that there is nothing more to be had, whatever else it says.
      more = answer.messages.some((m) => !there.has(m._id));
      if (more) fetched = [...answer.messages, ...fetched];
      for (const m of answer.messages) there.add(m._id);
      hasPrevious = answer.hasPrevious && answer.messages.length > 0;
      const oldest = fetched[0]?.received ?? 0;
      const lost = [...heldBefore].some(([id, received]) => received >= oldest && !there.has(id));
      joined = !hasPrevious || (!lost && (completeTo === 0 || oldest <= completeTo));
    } while (!joined && more && ++page < MAX_PAGES);
  } catch (error) {
    if (!(error as RequestError).isActionCancelled) {
      conversations.patch(conversationId, { fetchStatus: 'failed' });
    }
    throw error;
  }
  messages.change(conversationId, (now) =>
    withoutGone(now, { heldBefore, fetched, joined, complete: !hasPrevious }),
  );
  // Only a run that reaches the oldest message held knows whether there is more before it.
  const oldest = messages.of(conversationId).value.find((m) => !m.isOptimistic);
  conversations.patch(conversationId, {
    fetchStatus: 'successful',
    completeTo: fetched[fetched.length - 1]?.received ?? 0,
    ...((!oldest || oldest._id === fetched[0]?._id) && { hasPreviousMessages: hasPrevious }),
  });
  if (!fetched.some((m) => m.role === 'appMaker' && m.received > lastRead)) return;
  void import('./arrivals')
    .then((arrivals) => arrivals.markDelivered(deps, conversationId, fetched, lastRead))
    .catch(() => {});
};

/**
 * Catches up, and takes up what else the service says of the conversation: reads, status, routing. Rejects with the
 * `RequestError` of what failed.
 */
export const resync = async (deps: CatchUpDeps, conversationId: string): Promise<void> => {
  // Asked for first and taken last, so that it never knows of a message that is not here yet.
  const asked = deps.messaging.getConversation(conversationId);
  await asked.catch(() => {});
  if (!deps.conversations.find(conversationId)) return;
  await catchUp(deps, conversationId);
  const { conversation } = await asked;
  if (conversation) deps.conversations.upsert(conversation);
};
