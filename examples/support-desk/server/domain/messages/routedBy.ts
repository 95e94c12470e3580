import type { Caller } from '../../model/caller';
import type { Conversation, Happening, Message } from '../../model/entities';
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
 * the visitor writes; and one of nobody becomes that of the agent who answers.
 * @param by who sends it, if not the visitor
 * @param replier the agent who gets what they answer
 */
export const routedBy = async (
  deps: Pick<Deps, 'newId'>,
  tx: Pick<DeskTransaction, 'firstIntegration' | 'agentById'>,
  { conversation }: { conversation: Conversation },
  { received, role }: Message,
  { by, replier }: { by?: Caller; replier?: Assignee },
): Promise<Routed> => {
  const { id } = conversation;
  const isReopened = conversation.status === 'idle';
  const kept = isReopened ? await keptAgent(tx, conversation) : undefined;
  // Without its agent, a reopened conversation is handled as a new one.
  const first = isReopened && !kept && role === 'appUser' ? await tx.firstIntegration() : undefined;
  const isNobodys = isReopened ? !kept : conversation.assignee === null;
  const assigned = isNobodys ? replier : undefined;
  const changes: Happening[] = [];
  const wakes = conversation.snoozedAt !== null && role === 'appUser';
  // Placed right before the message that woke or reopened it.
  if (wakes && !isReopened) changes.push(newChange(deps, id, { what: 'woke', why: 'visitor' }, received - 1));
  if (isReopened) changes.push(newChange(deps, id, { what: 'reopened' }, received - 1, by));
  if (first) changes.push(newChange(deps, id, routedTo(first), received));
  if (assigned) {
    const change = { what: 'assigned', assignee: assigned.name, why: 'reply' } as const;
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
  { changes, fields }: Routed,
  by?: Caller,
): Promise<void> => {
  for (const one of changes)
    await storeChange(
      deps,
      tx,
      one,
      by,
      one.body.what === 'assigned' ? assigneeChange(NOBODY, { ...NOBODY, ...fields }) : [],
    );
};
