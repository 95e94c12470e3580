import type { AuditChange } from '../../../shared/answers/audit';
import { type Caller, type Face, faceOf } from '../../model/caller';
import type { Conversation } from '../../model/entities';
import { controllerOf } from '../../model/integrationEntities';
import type { AccountReads } from '../../store/accountsStore';
import type { Writes } from '../../store/writes';
import { changeOf } from '../accounts/audit';
import type { Deps } from '../deps';

/** The assignee of a conversation; without an `id`, somebody without an account. */
export type Assignee = Face & { id?: string };

/** The fields of a conversation that is assigned. */
export const assignedTo = ({ id, name }: Pick<Assignee, 'id' | 'name'>) =>
  ({
    routingStatus: 'assigned',
    queuedAt: null,
    assignee: name,
    assigneeId: id ?? null,
    assignedBefore: true,
  }) satisfies Partial<Conversation>;

type Assigned = Pick<Conversation, 'assignee' | 'assigneeId'>;

export const NOBODY = { assignee: null, assigneeId: null };

const isAgents = ({ assigneeId }: Assigned): boolean =>
  assigneeId !== null && controllerOf({ assigneeId }) === undefined;

/** The fields of a conversation that closes. An agent keeps it; a program, or somebody without an account, does not. */
export const closedFields = (before: Assigned) =>
  ({
    routingStatus: null,
    queuedAt: null,
    ...(isAgents(before) ? {} : NOBODY),
  }) satisfies Partial<Conversation>;

/** The agent who gets a closed conversation back when it opens, if they are still on the team. */
export const keptAgent = async (
  tx: Pick<AccountReads, 'agentById'>,
  closed: Assigned,
): Promise<(Assignee & { id: string }) | undefined> => {
  const { assigneeId } = closed;
  if (assigneeId === null || !isAgents(closed)) return undefined;
  const agent = await tx.agentById(assigneeId);
  if (!agent || agent.removedAt !== null) return undefined;
  return { id: agent.id, name: agent.name, avatarUrl: agent.avatarUrl ?? undefined };
};

/** The fields of a closed conversation that opens again. */
export const openedFields = (agent: Assignee | undefined) =>
  agent
    ? assignedTo(agent)
    : ({ routingStatus: null, queuedAt: null, ...NOBODY } satisfies Partial<Conversation>);

/** A new assignee in the audit log. Two people may have the same name. */
export const assigneeChange = (before: Assigned, after: Assigned): AuditChange[] =>
  before.assignee === after.assignee && before.assigneeId === after.assigneeId
    ? []
    : [changeOf('assignee', before.assignee, after.assignee)];

/**
 * The agent who gets the conversation with their answer if it is nobody's, locked against removal. The caller locks the
 * conversation after that, because a removal locks them in this order.
 */
export const keepReplier = async (
  { settings }: Pick<Deps, 'settings'>,
  tx: Pick<Writes, 'keepAgent'>,
  by: Caller | undefined,
): Promise<(Assignee & { id: string }) | undefined> => {
  if (by?.kind !== 'agent' || !settings().assignment.toWhoReplies) return undefined;
  const { id } = by.agent;
  return (await tx.keepAgent(id)) ? { ...faceOf(by, {}, settings().agent), id } : undefined;
};
