import type { LinkKind } from '../../../shared/answers/accounts';
import type { Actor } from '../../../shared/answers/audit';
import type { Role } from '../../../shared/lists';
import { type AgentLink, type AgentRow, newAgent } from '../../model/accountEntities';
import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import { hashToken } from '../../model/tokens';
import type { Transaction } from '../../store/store';
import { type AccountDeps, beginSession, endSessions, type MakeDeps } from './access';
import { note } from './audit';
import { hashPassword } from './passwords';
import { plainEmail, type SignedInAs } from './signIn';

const DAY_MS = 86_400_000;
/** How long a link can be used. */
const LINK_MS: Record<LinkKind, number> = { setup: DAY_MS, invitation: 7 * DAY_MS, reset: DAY_MS };

/** The inbox's address for a link's token. @param origin the desk's address */
export const linkAddress = (origin: string, token: string): string => `${origin}/agent#link=${token}`;

const noLink = (): DeskError => new DeskError('not_found', 'This link was used already, or is over');
const taken = (): DeskError => new DeskError('conflict', 'A colleague has this email');

/** Creates a link in a transaction. Its token is returned only here. */
export const makeLink = async (
  deps: MakeDeps,
  tx: Pick<Transaction, 'insertAgentLink'>,
  wanted: { kind: LinkKind; role: Role; email?: string; agentId?: string },
): Promise<{ token: string; link: AgentLink }> => {
  const token = deps.newToken();
  const createdAt = deps.now();
  const link: AgentLink = {
    id: deps.newId(),
    tokenHash: hashToken(token),
    kind: wanted.kind,
    role: wanted.role,
    email: wanted.email ? plainEmail(wanted.email) : null,
    agentId: wanted.agentId ?? null,
    createdAt,
    expiresAt: createdAt + LINK_MS[wanted.kind],
  };
  await tx.insertAgentLink(link);
  return { token, link };
};

/** Creates a link with which an agent sets a new password, and logs that. */
export const makeResetLink = async (
  deps: MakeDeps,
  tx: Transaction,
  by: Caller | Actor,
  { id, name, role }: AgentRow,
): Promise<string> => {
  await tx.deleteAgentLinks({ agentId: id });
  const { token } = await makeLink(deps, tx, { kind: 'reset', role, agentId: id });
  await note(deps, tx, by, { action: 'reset-link-made', target: { kind: 'agent', id, name } });
  return token;
};

/** A usable link and, for a reset, the agent whose password it sets. @throws not_found */
export const readLink = async (
  deps: AccountDeps,
  token: string,
): Promise<{ link: AgentLink; agent: AgentRow | undefined }> => {
  const link = await deps.store.agentLinkByHash(hashToken(token), deps.now());
  if (!link) throw noLink();
  const agent = link.agentId === null ? undefined : await deps.store.agentById(link.agentId);
  if (link.kind === 'reset' && !agent) throw noLink();
  return { link, agent };
};

type LinkInput = { name?: string; email?: string; password: string };

const join = async (
  deps: MakeDeps,
  tx: Transaction,
  link: AgentLink,
  { name = '', email = '' }: LinkInput,
  passwordHash: string,
): Promise<AgentRow> => {
  const agent = newAgent({
    id: deps.newId(),
    name,
    email: link.email ?? plainEmail(email),
    role: link.role,
    passwordHash,
    createdAt: deps.now(),
  });
  if (!agent.name || !agent.email) throw new DeskError('bad_request', 'A name and an email are needed');
  if (!(await tx.insertAgent(agent))) throw taken();
  if (link.kind === 'setup') await tx.deleteAgentLinks({ kind: 'setup' });
  const target = { kind: 'agent' as const, id: agent.id, name };
  await note(
    deps,
    tx,
    { kind: 'agent', id: agent.id, name },
    { action: 'agent-joined', target, detail: agent.role },
  );
  return agent;
};

/**
 * Uses a link: creates the account, or sets the password, and signs in. A reset removes the second factor, which the
 * agent may have lost, and ends all sessions.
 * @throws not_found for a used or expired link; conflict if a colleague has the email; bad_request
 */
export const useLink = async (
  deps: AccountDeps,
  token: string,
  input: LinkInput,
  userAgent: string,
): Promise<SignedInAs> => {
  await readLink(deps, token);
  const passwordHash = await hashPassword(deps, input.password);
  return deps.store.transaction(async (tx) => {
    await tx.lockDesk();
    const link = await tx.takeAgentLink(hashToken(token), deps.now());
    if (!link) throw noLink();
    if (link.kind !== 'reset') {
      const agent = await join(deps, tx, link, input, passwordHash);
      tx.publisher.toAgents({ type: 'agents' });
      return { agent, token: (await beginSession(deps, tx, agent.id, userAgent)).token };
    }
    const agent = await tx.agentById(link.agentId ?? '');
    if (!agent) throw noLink();
    const change = { passwordHash, secondFactor: null };
    await tx.updateAgent(agent.id, change);
    await tx.deleteAgentSignIns({ agentId: agent.id });
    await endSessions(tx, agent.id);
    const { id, name } = agent;
    await note(deps, tx, { kind: 'agent', id, name }, { action: 'password-changed', detail: 'by a link' });
    const begun = await beginSession(deps, tx, id, userAgent);
    return { agent: { ...agent, ...change }, token: begun.token };
  });
};
