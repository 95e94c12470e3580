import type { Activity } from '@porch/messenger/wire/realtime';
import type { AuditChange } from '../../../shared/accountsApi';
import type { Caller, Face } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { Conversation, InboxRow, Json } from '../../model/entities';
import { controllerOf, handledBy, type Integration } from '../../model/integrationEntities';
import { changeOf } from '../accounts/audit';
import type { Deps, DeskTransaction } from '../deps';
import { happeningView, inboxView } from '../views';
import { rowOf, tellReopened, tellVisitor } from './activity';
import { type Change, logChange, newChange, storeChange } from './changes';
import { waitingOf } from './queuePlace';
import { writtenSince } from './seen';
import { alertAgain, endQuestion } from './waits';

/** What the audit log has of a new assignee. Two people may have the same name. */
const assigneeChange = (before: Conversation, after: Conversation): AuditChange[] =>
  before.assignee === after.assignee && before.assigneeId === after.assigneeId
    ? []
    : [changeOf('assignee', before.assignee, after.assignee)];

/** The change to log is false when the state stays the same. */
type Decided = { fields: Partial<Conversation>; change: Change | false };
/** @param now ms */
type Decide = (conversation: Conversation, now: number, tx: DeskTransaction) => Decided | Promise<Decided>;
/** What a change of routing needs. */
export type RoutingDeps = Pick<Deps, 'store' | 'settings' | 'now' | 'newId' | 'inTurn'>;

/**
 * Changes a conversation's routing, logs the change, and tells the agents, the visitor and, where others handle it
 * afterwards, the integrations.
 * @param activityOf what the visitor is told; nothing without it
 * @param by the agent or program that changes it; nobody for the visitor
 * @param metadata what the integrations are told with it
 * @param keep keeps whom the conversation is given to from being removed first, and tells whether they are there
 * @throws not_found
 */
const changeRouting = (
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
      // Before the conversation, as a removal locks them in this order.
      if (keep && !(await keep(tx))) throw new DeskError('not_found', 'This colleague is no longer there');
      const locked = await tx.lockConversation(conversationId);
      if (!locked) throw new DeskError('not_found', 'There is no such conversation');
      const now = deps.now();
      const { fields, change } = await decide(locked.conversation, now, tx);
      await tx.updateConversation(conversationId, fields);
      const happening = change && newChange(deps, conversationId, change, now, by);
      const row = await rowOf(tx, conversationId);
      if (row.conversation.status === 'idle') await endQuestion(tx, conversationId);
      if (happening)
        await storeChange(deps, tx, happening, by, assigneeChange(locked.conversation, row.conversation));
      tx.publisher.toAgents({
        type: 'conversation:updated',
        conversation: inboxView(row),
        ...(happening && { change: happeningView(happening) }),
      });
      const activity = await activityOf(row.conversation, tx);
      if (activity) tellVisitor(deps, tx.publisher, row.conversation, activity);
      // Being queued or assigned says that it is open.
      const isReopened = locked.conversation.status === 'idle' && row.conversation.status === 'active';
      if (isReopened && activity?.type === 'cleared') tellReopened(deps, tx.publisher, row.conversation);
      const { conversation, user } = row;
      if (controllerOf(conversation) !== controllerOf(locked.conversation))
        tx.tellIntegrations({ type: 'switchboard:passControl', conversation, user, metadata });
      return row;
    }),
  );

const NOBODY = { assignee: null, assigneeId: null };

/** What makes a conversation new for people. */
const asNew = (c: Conversation): Partial<Conversation> => ({
  businessUnread: Math.max(1, c.businessUnread),
  waitingSince: c.waitingSince ?? (c.firstAskedAt === null ? null : c.lastReceived),
});

/**
 * Puts a conversation at the end of the queue and tells the visitor. A queued conversation keeps its place. One that an
 * integration has handled is new for people.
 * @param handOver given where an integration hands it over, whoever handles it; `metadata` is what integrations are told
 */
export const queueConversation = (
  deps: RoutingDeps,
  conversationId: string,
  by: Caller | undefined,
  handOver?: {
    metadata?: Json;
    /** What is logged of a handover by the desk itself. @throws where there is nothing to hand over */
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
  );

/** Lets an integration handle a conversation, and tells the visitor. */
export const giveToIntegration = (
  deps: Deps,
  conversationId: string,
  integration: Integration,
  by: Caller,
  metadata?: Json,
): Promise<InboxRow> =>
  changeRouting(
    deps,
    conversationId,
    ({ assigneeId }) => ({
      fields: { status: 'active', ...handledBy(integration) },
      change: assigneeId !== integration.id && { what: 'assigned', assignee: integration.displayName },
    }),
    async () => ({ type: 'assigned', role: 'appMaker', name: integration.displayName }),
    by,
    metadata,
    (tx) => tx.lockIntegration(integration.id),
  );

/** Whom a conversation is assigned to; without an `id`, somebody without an account. */
export type Assignee = Face & { id?: string };

/** Assigns a conversation to an agent and tells the visitor. */
export const assignConversation = (
  deps: Deps,
  conversationId: string,
  { id, ...agent }: Assignee,
  by: Caller,
): Promise<InboxRow> =>
  changeRouting(
    deps,
    conversationId,
    ({ assignee, assigneeId }) => ({
      fields: {
        status: 'active',
        routingStatus: 'assigned',
        queuedAt: null,
        assignee: agent.name,
        assigneeId: id ?? null,
        assignedBefore: true,
      },
      change: (assignee !== agent.name || assigneeId !== (id ?? null)) && {
        what: 'assigned',
        assignee: agent.name,
      },
    }),
    async () => ({ type: 'assigned', role: 'appMaker', ...agent }),
    by,
    undefined,
    id === undefined ? undefined : (tx) => tx.keepAgent(id),
  );

const CLEARED = { type: 'cleared', role: 'appMaker' } as const;

const clear = (deps: Deps, conversationId: string, decide: Decide, by?: Caller): Promise<InboxRow> =>
  changeRouting(
    deps,
    conversationId,
    decide,
    async ({ routingStatus }) => (routingStatus === null ? CLEARED : undefined),
    by,
  );

const closeAs =
  (what: 'closed' | 'ended'): Decide =>
  ({ status, closedAt }, now) => ({
    fields: {
      status: 'idle',
      closedAt: status === 'idle' ? closedAt : now,
      routingStatus: null,
      queuedAt: null,
      waitingSince: null,
      ...NOBODY,
    },
    change: status !== 'idle' && { what },
  });

/** Takes a conversation from who has it, and from the queue. */
export const freeConversation = (deps: Deps, conversationId: string, by: Caller): Promise<InboxRow> =>
  clear(
    deps,
    conversationId,
    () => ({ fields: { routingStatus: null, queuedAt: null, ...NOBODY }, change: false }),
    by,
  );

/**
 * Closes a conversation until the visitor writes again, and tells them.
 * @param seen the time of the visitor's newest message that the caller knows, in float seconds
 * @throws conflict where the visitor has written since what was `seen`
 */
export const closeConversation = (
  deps: Deps,
  conversationId: string,
  by: Caller,
  seen?: number,
): Promise<InboxRow> =>
  clear(
    deps,
    conversationId,
    async (before, now, tx) => {
      const isNamed = seen !== undefined && before.status !== 'idle';
      const since = isNamed ? await writtenSince(tx, conversationId, seen) : [];
      if (since.some(({ role }) => role === 'appUser'))
        throw new DeskError('conflict', 'The visitor has written in the meantime');
      return closeAs('closed')(before, now, tx);
    },
    by,
  );

/**
 * Closes a conversation for the visitor. The caller must have checked that it is theirs.
 * @throws forbidden where the settings let only agents end conversations
 */
export const endConversation = async (deps: Deps, conversationId: string): Promise<void> => {
  if (!deps.settings().app.endSessionEnabled) {
    throw new DeskError('forbidden', 'Visitors may not end conversations on this desk');
  }
  await clear(deps, conversationId, closeAs('ended'));
};

/** Reopens a closed conversation, unassigned, and tells the visitor. An open one keeps its agent. */
export const reopenConversation = (deps: Deps, conversationId: string, by: Caller): Promise<InboxRow> =>
  clear(
    deps,
    conversationId,
    ({ status }) => ({
      fields: { status: 'active' },
      change: status === 'idle' && { what: 'reopened' },
    }),
    by,
  );

/**
 * Takes the conversations of an agent or a program that is being removed, so that everybody sees whom nobody answers.
 * Tells the visitors, and the team once more who waits.
 */
export const freeConversationsOf = async (
  deps: Pick<Deps, 'settings' | 'store' | 'now' | 'newId'>,
  tx: DeskTransaction,
  { id: assigneeId, name }: { id: string; name: string },
): Promise<void> => {
  for (const id of await tx.conversationIdsAssignedTo(assigneeId)) {
    const locked = await tx.lockConversation(id);
    if (locked?.conversation.assigneeId !== assigneeId) continue;
    const freed: Conversation = { ...locked.conversation, routingStatus: null, queuedAt: null, ...NOBODY };
    await tx.updateConversation(id, { routingStatus: null, queuedAt: null, ...NOBODY });
    await alertAgain(deps, tx, freed);
    await logChange(deps, tx, id, { what: 'unassigned', assignee: name });
    tellVisitor(deps, tx.publisher, freed, CLEARED);
  }
};
