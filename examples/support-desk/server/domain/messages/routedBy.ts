import type { Caller } from '../../model/caller';
import type { Conversation, Happening, Message, User } from '../../model/entities';
import { handledBy } from '../../model/integrationEntities';
import {
  type Assignee,
  assignedTo,
  assigneeChange,
  keptAgent,
  NOBODY,
  openedFields,
} from '../conversations/assigning';
import { newChange, routedTo, storeChange } from '../conversations/changes';
import { AWAKE } from '../conversations/waits';
import type { Deps, DeskTransaction } from '../deps';

/** What a message changes about its conversation's agent. */
type Routed = {
  fields: Partial<Conversation>;
  /** What the conversation's log gets. */
  changes: Happening[];
  /** The agent who gets the conversation, which was nobody's. */
  assigned?: Assignee;
};

/**
 * What a message of a person or a program changes about its conversation's agent: a closed one opens again, with its
 * agent if they are still on the team, otherwise with the first program if the visitor writes; one that sleeps wakes if
 * the visitor writes; and one of nobody becomes that of the agent who answers, or whose turn it is when the visitor writes.
 * @param by who sends it, if not the visitor
 * @param replier the agent who gets what they answer
 * @param turn the agent whose turn it is, locked
 */
export const routedBy = async (
  deps: Pick<Deps, 'newId'>,
  tx: Pick<DeskTransaction, 'firstIntegration' | 'agentById'>,
  { conversation, user }: { conversation: Conversation; user: User },
  { received, role }: Message,
  { by, replier, turn }: { by?: Caller; replier?: Assignee; turn?: Assignee },
): Promise<Routed> => {
  const { id } = conversation;
  const isReopened = conversation.status === 'idle';
  const kept = isReopened ? await keptAgent(tx, conversation) : undefined;
  // Without its agent, a reopened conversation is handled as a new one.
  const first = isReopened && !kept && role === 'appUser' ? await tx.firstIntegration() : undefined;
  const isNobodys = isReopened ? !kept : conversation.assignee === null;
  const taker = replier ?? (user.blockedAt === null ? turn : undefined);
  const assigned = isNobodys && !first ? taker : undefined;
  const changes: Happening[] = [];
  const wakes = conversation.snoozedAt !== null && role === 'appUser';
  // Placed right before the message that woke or reopened it.
  if (wakes && !isReopened) changes.push(newChange(deps, id, { what: 'woke', why: 'visitor' }, received - 1));
  if (isReopened) changes.push(newChange(deps, id, { what: 'reopened' }, received - 1, by));
  if (first) changes.push(newChange(deps, id, routedTo(first), received));
  if (assigned) {
    const why = assigned === replier ? ('reply' as const) : ('turn' as const);
    const change = { what: 'assigned' as const, assignee: assigned.name, why };
    changes.push(newChange(deps, id, change, received, by));
  }
  return {
    fields: {
      ...(wakes && AWAKE),
      ...(isReopened && openedFields(kept)),
      ...(first && handledBy(first)),
      ...(assigned && assignedTo(assigned)),
    },
    changes,
    assigned,
  };
};

/** Stores what a message changed in the conversation's log and, if an agent sent it, in the audit log. */
export const storeRouted = async (
  deps: Pick<Deps, 'now'>,
  tx: DeskTransaction,
  { changes, fields, assigned }: Routed,
  by?: Caller,
): Promise<void> => {
  const turn = changes.find(({ body }) => body.why === 'turn');
  if (turn && assigned?.id !== undefined) await tx.updateAgent(assigned.id, { turnAt: turn.createdAt });
  for (const one of changes)
    await storeChange(
      deps,
      tx,
      one,
      by,
      one.body.what === 'assigned' ? assigneeChange(NOBODY, { ...NOBODY, ...fields }) : [],
    );
};
