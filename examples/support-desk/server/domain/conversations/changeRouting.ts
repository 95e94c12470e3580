import type { Activity } from '@porch/messenger/wire/realtime';
import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { Conversation, InboxRow, Json } from '../../model/entities';
import { controllerOf } from '../../model/integrationEntities';
import type { Deps, DeskTransaction } from '../deps';
import { inboxView } from '../inboxViews';
import { happeningView } from '../views';
import { rowOf, tellReopened, tellVisitor } from './activity';
import { assigneeChange } from './assigning';
import { type Change, newChange, storeChange } from './changes';
import { waitsSince } from './waiting';
import { AWAKE, alertAgain, endQuestion, waitAgain } from './waits';

/** The change to log; false if the state stays the same. */
type Decided = { fields: Partial<Conversation>; change: Change | false };

/** @param now ms */
export type Decide = (
  conversation: Conversation,
  now: number,
  tx: DeskTransaction,
) => Decided | Promise<Decided>;

/** What a change of routing needs. */
export type RoutingDeps = Pick<Deps, 'store' | 'settings' | 'now' | 'newId' | 'inTurn'>;

/**
 * Changes a conversation's routing, logs the change, and notifies the agents, the visitor and, if its handler changes,
 * the integrations.
 * @param activityOf the activity that is sent to the visitor, if any
 * @param by the agent or program that changes it; nobody for the visitor
 * @param metadata metadata for the integrations
 * @param keep locks the new assignee against removal, and returns whether they exist
 * @throws not_found
 */
export const changeRouting = (
  deps: RoutingDeps,
  conversationId: string,
  decide: Decide,
  activityOf: (conversation: Conversation, tx: DeskTransaction) => Promise<Activity | undefined>,
  by?: Caller,
  metadata?: Json,
  keep?: (tx: DeskTransaction) => Promise<boolean>,
): Promise<InboxRow> =>
  deps.inTurn(conversationId, () =>
    deps.store.transaction(async (tx) => {
      // Before the conversation, because a removal locks them in this order.
      if (keep && !(await keep(tx))) throw new DeskError('not_found', 'This colleague is no longer there');
      const locked = await tx.lockConversation(conversationId);
      if (!locked) throw new DeskError('not_found', 'There is no such conversation');
      const now = deps.now();
      const { fields, change } = await decide(locked.conversation, now, tx);
      const reopens = locked.conversation.status === 'idle' && fields.status === 'active';
      const again = reopens ? await waitAgain(tx, locked.conversation) : {};
      const { snoozedAt, status } = locked.conversation;
      // Whatever is done with a conversation that sleeps wakes it.
      const wakes = snoozedAt !== null && fields.snoozedAt === undefined;
      await tx.updateConversation(conversationId, { ...(wakes && AWAKE), ...again, ...fields });
      if (wakes && status === 'active' && fields.status !== 'idle')
        await storeChange(deps, tx, newChange(deps, conversationId, { what: 'woke' }, now - 1, by), by);
      // Whatever opens it: the log must say so.
      if (reopens && !(change && change.what === 'reopened'))
        await storeChange(deps, tx, newChange(deps, conversationId, { what: 'reopened' }, now - 1, by), by);
      const happening = change && newChange(deps, conversationId, change, now, by);
      const row = await rowOf(tx, conversationId);
      if (row.conversation.status === 'idle') await endQuestion(tx, conversationId);
      // The visitor may begin to wait: the conversation was closed, slept, or a program had it.
      if (waitsSince(locked.conversation) === null || snoozedAt !== null)
        await alertAgain(deps, tx, row.conversation);
      if (happening)
        await storeChange(deps, tx, happening, by, assigneeChange(locked.conversation, row.conversation));
      tx.publisher.toAgents({
        type: 'conversation:updated',
        conversation: inboxView(row),
        ...(happening && { change: happeningView(happening) }),
      });
      const activity = await activityOf(row.conversation, tx);
      if (activity) tellVisitor(deps, tx.publisher, row.conversation, activity);
      // Being queued or assigned implies that it is open.
      if (reopens && (activity === undefined || activity.type === 'cleared'))
        tellReopened(deps, tx.publisher, row.conversation);
      const { conversation, user } = row;
      if (controllerOf(conversation) !== controllerOf(locked.conversation))
        tx.tellIntegrations({ type: 'switchboard:passControl', conversation, user, metadata });
      return row;
    }),
  );
