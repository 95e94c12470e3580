import type { LinkKind } from '../../../shared/answers/accounts';
import type { Actor } from '../../../shared/answers/audit';
import { type AgentLink, type AgentRow, newAgent } from '../../model/accountEntities';
import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import { hashToken } from '../../model/tokens';
import type { Transaction } from '../../store/store';
import type { DeskTransaction } from '../deps';
import { type AccountDeps, beginSession, endSessions, type MakeDeps } from './access';
import { note } from './audit';
import { hashPassword } from './passwords';
import { awaitCode, plainEmail, type SignedInAs } from './signIn';

const DAY_MS = 86_400_000;
/** How long a link can be used. */
const LINK_MS: Record<LinkKind, number> = {
  setup: DAY_MS,
  invitation: 7 * DAY_MS,
  reset: DAY_MS,
  forgotten: 3_600_000,
};

/** The inbox's address for a link's token. @param origin the desk's address */
export const linkAddress = (origin: string, token: string): string => `${origin}/agent#link=${token}`;

const noLink = (): DeskError => new DeskError('not_found', 'This link was used already, or is over');
const taken = (): DeskError => new DeskError('conflict', 'A colleague has this email');

/** A link with its token, which nothing stores. */
export type MadeLink = { token: string; link: AgentLink };

/** A new token of a link, and its times. */
export const newToken = (deps: MakeDeps, kind: LinkKind) => {
  const token = deps.newToken();
  const createdAt = deps.now();
  return { token, fields: { tokenHash: hashToken(token), createdAt, expiresAt: createdAt + LINK_MS[kind] } };
};

type WantedLink = Pick<AgentLink, 'kind' | 'role'> & { email?: string } & Partial<
    Pick<AgentLink, 'agentId' | 'name' | 'mail'>
  >;

/** Creates a link in a transaction. Its token is returned only here. */
export const makeLink = async (
  deps: MakeDeps,
  tx: Pick<Transaction, 'insertAgentLink'>,
  wanted: WantedLink,
): Promise<MadeLink> => {
  const { token, fields } = newToken(deps, wanted.kind);
  const link: AgentLink = {
    id: deps.newId(),
    ...fields,
    kind: wanted.kind,
    role: wanted.role,
    email: wanted.email ? plainEmail(wanted.email) : null,
    name: wanted.name ?? null,
    agentId: wanted.agentId ?? null,
    mail: wanted.mail ?? null,
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

/** Whether a link sets the password of an agent. */
const setsPassword = ({ kind }: AgentLink): boolean => kind === 'reset' || kind === 'forgotten';

/** A usable link and the agent whose password it sets, if it does. @throws not_found */
export const readLink = async (
  deps: AccountDeps,
  token: string,
): Promise<{ link: AgentLink; agent: AgentRow | undefined }> => {
  const link = await deps.store.agentLinkByHash(hashToken(token), deps.now());
  if (!link) throw noLink();
  const agent = link.agentId === null ? undefined : await deps.store.agentById(link.agentId);
  if (setsPassword(link) && !agent) throw noLink();
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
 * Sets the password of an agent, whose sessions and links end. A reset by an admin or the operator removes the second
 * factor, which the agent may have lost; a link that the agent asked for leaves it.
 */
const setPassword = async (
  deps: AccountDeps,
  tx: DeskTransaction,
  link: AgentLink,
  { passwordHash, userAgent }: { passwordHash: string; userAgent: string },
): Promise<SignedInAs | { codeToken: string }> => {
  const agent = await tx.agentById(link.agentId ?? '');
  if (!agent) throw noLink();
  const { id, name } = agent;
  const isForgotten = link.kind === 'forgotten';
  const change = { passwordHash, ...(isForgotten ? {} : { secondFactor: null }) };
  await tx.updateAgent(id, change);
  await tx.deleteAgentSignIns({ agentId: id });
  await tx.deleteAgentLinks({ agentId: id });
  await endSessions(tx, id);
  const detail = isForgotten ? 'by a link in an email' : 'by a link';
  await note(deps, tx, { kind: 'agent', id, name }, { action: 'password-changed', detail });
  if (isForgotten && agent.secondFactor?.confirmed) return awaitCode(deps, tx, id);
  const begun = await beginSession(deps, tx, id, userAgent);
  return { agent: { ...agent, ...change }, token: begun.token };
};

/**
 * Uses a link: creates the account, or sets the password, and signs in.
 * @returns a session, or the token to send with the code of the second factor
 * @throws not_found for a used or expired link; conflict if a colleague has the email; bad_request
 */
export const useLink = async (
  deps: AccountDeps,
  token: string,
  input: LinkInput,
  userAgent: string,
): Promise<SignedInAs | { codeToken: string }> => {
  await readLink(deps, token);
  const passwordHash = await hashPassword(deps, input.password);
  return deps.store.transaction(async (tx) => {
    await tx.lockDesk();
    const link = await tx.takeAgentLink(hashToken(token), deps.now());
    if (!link) throw noLink();
    if (setsPassword(link)) return setPassword(deps, tx, link, { passwordHash, userAgent });
    const agent = await join(deps, tx, link, input, passwordHash);
    tx.publisher.toAgents({ type: 'agents' });
    return { agent, token: (await beginSession(deps, tx, agent.id, userAgent)).token };
  });
};
