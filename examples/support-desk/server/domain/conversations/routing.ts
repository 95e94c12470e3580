import type { Caller } from '../../model/caller';
import type { Conversation, InboxRow, Json } from '../../model/entities';
import { controllerOf, handledBy, type Integration } from '../../model/integrationEntities';
import type { Deps, DeskTransaction } from '../deps';
import { type Assignee, assignedTo, NOBODY } from './assigning';
import { changeRouting, type RoutingDeps } from './changeRouting';
import type { Change } from './changes';
import { waitingOf } from './queuePlace';
import { checkHeld, type Seen } from './seen';

/** The changes that make a conversation new for people. */
const asNew = (c: Conversation): Partial<Conversation> => ({
  businessUnread: Math.max(1, c.businessUnread),
  waitingSince: c.waitingSince ?? (c.firstAskedAt === null ? null : c.lastReceived),
});

/**
 * Puts a conversation at the end of the queue and notifies the visitor. A queued conversation keeps its place. One that
 * an integration has handled is new for people.
 * @param handOver set if an integration hands it over, even if it does not handle it; `metadata` is for the integrations
 */
export const queueConversation = (
  deps: RoutingDeps,
  conversationId: string,
  by: Caller | undefined,
  handOver?: {
    metadata?: Json;
    /** The change to log when the desk itself hands over. @throws if there is nothing to hand over */
    changeOf?: (before: Conversation, tx: DeskTransaction) => Promise<Change>;
  },
): Promise<InboxRow> =>
  changeRouting(
    deps,
    conversationId,
    async (before, now, tx) => ({
      fields: {
        status: 'active',
        routingStatus: 'queued',
        queuedAt: before.routingStatus === 'queued' ? before.queuedAt : now,
        ...NOBODY,
        ...(handOver || controllerOf(before) !== undefined ? asNew(before) : {}),
      },
      change:
        (await handOver?.changeOf?.(before, tx)) ??
        (before.routingStatus !== 'queued' && { what: 'queued' as const }),
    }),
    async (conversation, tx) => ({
      type: 'queued',
      role: 'appMaker',
      ...(await waitingOf({ ...deps, store: tx }, conversation)),
    }),
    by,
    handOver?.metadata,
    async (tx) => {
      // It does not come back to them at once.
      if (by?.kind === 'agent' && deps.settings().assignment.inTurn.enabled)
        await tx.updateAgent(by.agent.id, { turnAt: deps.now() });
      return true;
    },
  );

/** Lets an integration handle a conversation, and notifies the visitor. */
export const giveToIntegration = (
  deps: Deps,
  conversationId: string,
  integration: Integration,
  by: Caller,
  metadata?: Json,
  seen?: Seen,
): Promise<InboxRow> =>
  changeRouting(
    deps,
    conversationId,
    (before) => {
      checkHeld(before, seen);
      return {
        fields: { status: 'active', ...handledBy(integration) },
        change: before.assigneeId !== integration.id && {
          what: 'assigned',
          assignee: integration.displayName,
        },
      };
    },
    async () => ({ type: 'assigned', role: 'appMaker', name: integration.displayName }),
    by,
    metadata,
    (tx) => tx.lockIntegration(integration.id),
  );

/**
 * Assigns a conversation to an agent and notifies the visitor. A closed one opens.
 * @param seen what the caller knew
 * @throws conflict if it is closed or somebody else's since `seen`
 */
export const assignConversation = (
  deps: Deps,
  conversationId: string,
  { id, ...agent }: Assignee,
  by: Caller,
  seen?: Seen,
): Promise<InboxRow> =>
  changeRouting(
    deps,
    conversationId,
    (before) => {
      checkHeld(before, seen);
      const { status, assignee, assigneeId } = before;
      return {
        fields: { status: 'active', ...assignedTo({ id, name: agent.name }) },
        change: (status === 'idle' || assignee !== agent.name || assigneeId !== (id ?? null)) && {
          what: 'assigned',
          assignee: agent.name,
        },
      };
    },
    async () => ({ type: 'assigned', role: 'appMaker', ...agent }),
    by,
    undefined,
    id === undefined ? undefined : (tx) => tx.keepAgent(id),
  );
