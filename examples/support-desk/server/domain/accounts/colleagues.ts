import type { Role } from '../../../shared/lists';
import { type AgentRow, removedAgent } from '../../model/accountEntities';
import { DeskError } from '../../model/deskError';
import type { Reads } from '../../store/reads';
import { freeConversationsOf } from '../conversations/closing';
import type { Deps, DeskTransaction } from '../deps';
import type { FreeDeps } from '../files/freeFiles';
import { type AccountDeps, agentTag, endSessions } from './access';
import { changeOf, note } from './audit';
import { freeFace } from './faces';
import { makeResetLink } from './links';
import { proveAdmin, type Self } from './ownAccount';

const nobody = (): DeskError => new DeskError('not_found', 'There is no such colleague');
const targetOf = ({ id, name }: AgentRow) => ({ kind: 'agent' as const, id, name });

const known = async (tx: Pick<Reads, 'agentById'>, id: string): Promise<AgentRow> => {
  const agent = await tx.agentById(id);
  if (!agent) throw nobody();
  return agent;
};

/** @throws conflict if no other admin would be left */
const keepAnAdmin = async (tx: Pick<Reads, 'agents'>, { id, role }: AgentRow): Promise<void> => {
  if (role !== 'admin') return;
  const others = (await tx.agents()).filter(
    (one) => one.id !== id && one.role === 'admin' && one.removedAt === null,
  );
  if (others.length === 0)
    throw new DeskError('conflict', 'The desk needs an admin. Make somebody else one first');
};

/** Changes the team in a transaction that locks the desk, and tells the inboxes. */
export const changeTeam = <T>(deps: AccountDeps, work: (tx: DeskTransaction) => Promise<T>): Promise<T> =>
  deps.store.transaction(async (tx) => {
    // The lock keeps two admins from demoting each other at once.
    await tx.lockDesk();
    const result = await work(tx);
    tx.publisher.toAgents({ type: 'agents' });
    return result;
  });

/** An admin's action on another account, and the admin's password. */
export type Proven = { by: Self; password: string | undefined };

/** Gives a colleague another role. @throws not_found; conflict for the last admin; as `proveAdmin` */
export const setRole = async (
  deps: AccountDeps,
  { by, password }: Proven,
  id: string,
  role: Role,
): Promise<AgentRow> => {
  await proveAdmin(deps, by, password);
  return changeTeam(deps, async (tx) => {
    const agent = await known(tx, id);
    if (agent.role === role) return agent;
    await keepAnAdmin(tx, agent);
    await tx.updateAgent(id, { role });
    await note(deps, tx, by, {
      action: 'role-changed',
      target: targetOf(agent),
      detail: role,
      changes: [changeOf('role', agent.role, role)],
    });
    return { ...agent, role };
  });
};

/**
 * Removes a colleague: sessions, tickets, links and live channels end at once, an uploaded picture and
 * their own views are deleted, and their conversations are unassigned.
 * @throws not_found; conflict for the last admin; as `proveAdmin`
 */
export const removeAgent = async (
  deps: AccountDeps & FreeDeps & Pick<Deps, 'settings'>,
  { by, password }: Proven,
  id: string,
): Promise<void> => {
  await proveAdmin(deps, by, password);
  const gone = await changeTeam(deps, async (tx) => {
    const agent = await known(tx, id);
    await keepAnAdmin(tx, agent);
    await endSessions(tx, id);
    tx.publisher.endSubscriptions([agentTag(id)]);
    await tx.deleteAgentSignIns({ agentId: id });
    await tx.deleteAgentLinks({ agentId: id });
    await tx.deleteSavedViewsOf(id);
    await tx.updateAgent(id, removedAgent(deps.now()));
    await freeConversationsOf(deps, tx, agent);
    await note(deps, tx, by, { action: 'agent-removed', target: targetOf(agent) });
    return agent;
  });
  await freeFace(deps, gone);
};

/**
 * Creates a link with which a colleague sets a new password.
 * @returns its token
 * @throws not_found; conflict for one's own account; as `proveAdmin`
 */
export const resetAgent = async (
  deps: AccountDeps,
  { by, password }: Proven,
  id: string,
): Promise<string> => {
  if (id === by.agent.id)
    throw new DeskError('conflict', 'Change your own password by POST /me/password, which asks for it');
  await proveAdmin(deps, by, password);
  return changeTeam(deps, async (tx) => makeResetLink(deps, tx, by, await known(tx, id)));
};
