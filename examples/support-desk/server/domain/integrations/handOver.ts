import type { Conversation } from '../../model/entities';
import { controllerOf } from '../../model/integrationEntities';
import type { RoutingDeps } from '../conversations/changeRouting';
import { queueConversation } from '../conversations/routing';
import { waitsSince } from '../conversations/waiting';
import type { DeskTransaction } from '../deps';
import { isQuiet } from '../messages/storeMessage';

/** Somebody else has it, or the visitor has an answer. */
class NothingToHandOver extends Error {}

/** Newer messages than these are of no interest. */
const NEWEST = 5;

/** Whether the team or the program has said something since then. */
const isAnswered = async (tx: DeskTransaction, { id }: Conversation, since: number): Promise<boolean> => {
  const { messages } = await tx.messages(id, { limit: NEWEST });
  const last = messages.findLast((message) => !isQuiet(message));
  return last?.role === 'appMaker' && last.received >= since;
};

/**
 * Gives a conversation to people whose program does not take what the visitor writes, unless the visitor has an answer, or somebody else has it.
 * @param pressedAt when the visitor pressed a button that the program was not told of
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
