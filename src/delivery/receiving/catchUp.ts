import { newestConfirmed } from '../../model/messageOrder';
import { withoutGone } from '../../model/reconcile';
import { getConversation, getMessages } from '../../services/historyCalls';
import type { RequestError } from '../../services/requestError';
import { BEFORE_ANY_MESSAGE } from '../../slices/conversations';
import type { WireMessage } from '../../wire/message';
import type { Held } from '../held';
import type { Arrivals } from './arrivals';

/** How many pages a catch-up reads at most; scrollback loads the rest. */
const MAX_PAGES = 20;

export type CatchUpDeps = Held & {
  /** Loads what handles an agent's messages. */
  arrivals: () => Promise<Pick<Arrivals, 'takeSynced'>>;
};

/**
 * History sync: reads pages backwards until they reach the messages received before the gap, so that the log
 * equals the server's. Messages received since the gap (from a page or an answer) do not count as reached,
 * because others may be missing before them. If the server has lost messages that are held here, it reads to
 * the start of the conversation. Rejects with the `RequestError` of the page that failed; pages read before
 * it are kept.
 */
export const catchUp = async (deps: CatchUpDeps, conversationId: string): Promise<void> => {
  const { messages, conversations, http } = deps;
  const held = messages.of(conversationId).value.filter((m) => !m.isOptimistic);
  const heldBefore = new Map(held.map((m) => [m._id, m.received]));
  const { completeTo = newestConfirmed(held), lastRead = 0 } = conversations.find(conversationId) ?? {};
  conversations.synced(conversationId, { fetchStatus: 'pending', completeTo });
  const there = new Set<string>();
  let fetched: WireMessage[] = [];
  let hasPrevious: boolean;
  let joined: boolean;
  let more: boolean;
  let page = 0;
  try {
    do {
      const answer = await getMessages(http, conversationId, fetched[0]?.received);
      messages.merge(conversationId, answer.messages, true);
      // A visitor who writes, in any tab, has read everything before that message.
      const own = answer.messages.findLast((m) => m.role === 'appUser');
      conversations.setRead(conversationId, 'lastRead', own?.received);
      // A page without a new message ends the sync, even if the service claims that there are more.
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
      conversations.synced(conversationId, { fetchStatus: 'failed' });
    }
    throw error;
  }
  messages.change(conversationId, (now) =>
    withoutGone(now, { heldBefore, fetched, joined, complete: !hasPrevious }),
  );
  // Only a sync that reached the oldest held message knows whether earlier ones exist.
  const oldest = messages.of(conversationId).value.find((m) => !m.isOptimistic);
  conversations.synced(conversationId, {
    fetchStatus: 'successful',
    completeTo: fetched[fetched.length - 1]?.received ?? BEFORE_ANY_MESSAGE,
    ...((!oldest || oldest._id === fetched[0]?._id) && { hasPreviousMessages: hasPrevious }),
  });
  if (!fetched.some((m) => m.role === 'appMaker' && m.received > lastRead)) return;
  void deps
    .arrivals()
    .then(({ takeSynced }) => takeSynced(conversationId, fetched, lastRead, completeTo))
    .catch(() => {});
};

/**
 * Runs the history sync and updates the conversation itself: read positions, status, routing. If the status has changed
 * since, by an event or by what the visitor wrote, the answer may be older, and the next sync updates the rest. Rejects
 * with the `RequestError` of the call that failed.
 */
export const resync = async (deps: CatchUpDeps, conversationId: string): Promise<void> => {
  const status = () => deps.conversations.find(conversationId)?.status;
  const before = status();
  // Request the conversation first and apply it last: then every message it counts is already in the log.
  const asked = getConversation(deps.http, conversationId);
  await asked.catch(() => {});
  if (!status()) return;
  await catchUp(deps, conversationId);
  const { conversation } = await asked;
  if (conversation && status() === before) deps.conversations.upsert(conversation);
};
