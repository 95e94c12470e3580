import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { Conversation, InboxRow } from '../../model/entities';
import type { Deps, DeskTransaction } from '../deps';
import { tellVisitor } from './activity';
import { closedFields, keptAgent, NOBODY, openedFields } from './assigning';
import { changeRouting, type Decide } from './changeRouting';
import { logChange } from './changes';
import { checkUnwritten, type Seen } from './seen';
import { wake } from './snoozing';
import { alertAgain } from './waits';

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
  (before, now) => ({
    fields: {
      status: 'idle',
      closedAt: before.status === 'idle' ? before.closedAt : now,
      waitingSince: null,
      ...closedFields(before),
    },
    change: before.status !== 'idle' && { what },
  });

/** Unassigns a conversation, and takes it out of the queue. */
export const freeConversation = (deps: Deps, conversationId: string, by: Caller): Promise<InboxRow> =>
  clear(
    deps,
    conversationId,
    () => ({ fields: { routingStatus: null, queuedAt: null, ...NOBODY }, change: false }),
    by,
  );

/**
 * Closes a conversation until the visitor writes again, and notifies them.
 * @param seen what the caller knew
 * @throws conflict if the visitor has written since, or a colleague if they count
 */
export const closeConversation = (
  deps: Deps,
  conversationId: string,
  by: Caller,
  seen?: Seen,
): Promise<InboxRow> =>
  clear(
    deps,
    conversationId,
    async (before, now, tx) => {
      if (before.status !== 'idle') await checkUnwritten(tx, conversationId, seen, by);
      return closeAs('closed')(before, now, tx);
    },
    by,
  );

/**
 * Closes a conversation for the visitor. The caller must have checked that it is theirs.
 * @throws forbidden if the settings let only agents end conversations
 */
export const endConversation = async (deps: Deps, conversationId: string): Promise<void> => {
  if (!deps.settings().app.endSessionEnabled) {
    throw new DeskError('forbidden', 'Visitors may not end conversations on this desk');
  }
  await clear(deps, conversationId, closeAs('ended'));
};

/**
 * Reopens a closed conversation and notifies the visitor. Its agent has it again, if they are still on the team; an open
 * one keeps its agent.
 */
export const reopenConversation = (deps: Deps, conversationId: string, by: Caller): Promise<InboxRow> =>
  clear(
    deps,
    conversationId,
    async (before, _, tx) => {
      if (before.status !== 'idle') return { fields: { status: 'active' }, change: false };
      const fields = openedFields(await keptAgent(tx, before));
      return { fields: { status: 'active', ...fields }, change: { what: 'reopened' } };
    },
    by,
  );

/**
 * Unassigns the conversations of an agent or a program that is being removed. Notifies the visitors of open ones, and
 * reminds the team of those who wait.
 */
export const freeConversationsOf = async (
  deps: Pick<Deps, 'settings' | 'store' | 'now' | 'newId'>,
  tx: DeskTransaction,
  { id: assigneeId, name }: { id: string; name: string },
): Promise<void> => {
  // First: one that just opens again is then among the open ones.
  await tx.unassignClosed(assigneeId);
  for (const id of await tx.conversationIdsAssignedTo(assigneeId)) {
    const locked = await tx.lockConversation(id);
    if (locked?.conversation.assigneeId !== assigneeId) continue;
    const freed: Conversation = { ...locked.conversation, routingStatus: null, queuedAt: null, ...NOBODY };
    await tx.updateConversation(id, { routingStatus: null, queuedAt: null, ...NOBODY });
    await alertAgain(deps, tx, freed);
    await logChange(deps, tx, id, { what: 'unassigned', assignee: name });
    // Its agent will not look after it.
    if (freed.status === 'active' && freed.snoozedAt !== null)
      await wake(deps, tx, freed, 'removed', deps.now() + 1);
    tellVisitor(deps, tx.publisher, freed, CLEARED);
  }
};
