import type { Conversation } from '../../model/entities';
import { controllerOf } from '../../model/integrationEntities';
import type { RoutingDeps } from '../conversations/changeRouting';
import { queueConversation } from '../conversations/routing';
import { waitsSince } from '../conversations/waiting';
import type { DeskTransaction } from '../deps';
import { isQuiet } from '../messages/storeMessage';

/** Somebody else has it, or the visitor has an answer. */
class NothingToHandOver extends Error {}

/** How many of the newest messages matter. */
const NEWEST = 5;

/** Whether the team or the program has written since then. */
const isAnswered = async (tx: DeskTransaction, { id }: Conversation, since: number): Promise<boolean> => {
  const { messages } = await tx.messages(id, { limit: NEWEST });
  const last = messages.findLast((message) => !isQuiet(message));
  return last?.role === 'appMaker' && last.received >= since;
};

/**
 * Passes a conversation to people if its program does not take the visitor's messages, unless the visitor has an
 * answer, or somebody else has it.
 * @param pressedAt when the visitor pressed a button that the program was not notified of
 */
export const handToPeople = async (
  deps: RoutingDeps,
  conversationId: string,
  integrationId: string,
  pressedAt?: number,
): Promise<void> => {
  const waits = async (before: Conversation, tx: DeskTransaction): Promise<boolean> => {
    if (before.status !== 'active' || controllerOf(before) !== integrationId) return false;
    if (waitsSince(before) !== null) return true;
    return pressedAt !== undefined && !(await isAnswered(tx, before, pressedAt));
  };
  try {
    await queueConversation(deps, conversationId, undefined, {
      changeOf: async (before, tx) => {
        if (!(await waits(before, tx))) throw new NothingToHandOver();
        return { what: 'handedOver', assignee: before.assignee ?? '' };
      },
    });
  } catch (error) {
    if (!(error instanceof NothingToHandOver)) throw error;
  }
};
