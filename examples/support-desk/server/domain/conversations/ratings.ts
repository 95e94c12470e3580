import { DeskError } from '../../model/deskError';
import type { Conversation, Rating } from '../../model/entities';
import type { Deps } from '../deps';
import { inboxView } from '../inboxViews';
import { happeningView } from '../views';
import { rowOf } from './activity';
import { newChange } from './changes';

/** The rating since the last end; `undefined` without one, or while the conversation is open. */
export const ratingOf = ({ status, closedAt, rating, ratedAt }: Conversation): Rating | undefined =>
  status === 'idle' && rating && (ratedAt ?? 0) >= (closedAt ?? 0) ? rating : undefined;

const isSame = (a: Rating | undefined, b: Rating): boolean => a?.score === b.score && a.comment === b.comment;

/**
 * Rates an ended conversation, or changes its rating, and notifies the agents. The caller must have checked that it is
 * the visitor's own.
 * @throws forbidden while ratings are off; conflict while the conversation is open; not_found
 */
export const rateConversation = (deps: Deps, conversationId: string, rating: Rating): Promise<void> => {
  if (!deps.settings().rating.enabled)
    throw new DeskError('forbidden', 'Conversations are not rated on this desk');
  return deps.inTurn(conversationId, () =>
    deps.store.transaction(async (tx) => {
      const locked = await tx.lockConversation(conversationId);
      if (!locked) throw new DeskError('not_found', 'There is no such conversation');
      if (locked.conversation.status !== 'idle')
        throw new DeskError('conflict', 'A conversation is rated after its end');
      const before = ratingOf(locked.conversation);
      if (isSame(before, rating)) return;
      const now = deps.now();
      await tx.updateConversation(conversationId, { rating, ratedAt: now });
      const change = before ? undefined : newChange(deps, conversationId, { what: 'rated' }, now);
      if (change) await tx.insertHappening(change);
      tx.publisher.toAgents({
        type: 'conversation:updated',
        conversation: inboxView(await rowOf(tx, conversationId)),
        ...(change && { change: happeningView(change) }),
      });
    }),
  );
};
