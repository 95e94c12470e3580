import type { AuditChange } from '../../../shared/answers/audit';
import type { OwnAccountBody } from '../../../shared/bodies/accounts';
import type { AgentRow, AgentSession } from '../../model/accountEntities';
import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import { uploadIdIn, uploadIdOf } from '../../model/uploadAddress';
import type { Transaction } from '../../store/store';
import type { DeskTransaction } from '../deps';
import type { FreeDeps } from '../files/freeFiles';
import { type AccountDeps, agentSessionsEndBefore, endSessions } from './access';
import { changesOf, type Noted, note } from './audit';
import { freeFace } from './faces';
import { hashPassword, isPassword } from './passwords';
import { plainEmail } from './signIn';

export type Self = Extract<Caller, { kind: 'agent' }>;

const gone = (): DeskError => new DeskError('invalid_auth', 'Sign in again');
const wrongPassword = (): DeskError => new DeskError('forbidden', 'The password is wrong');
const noPassword = (): DeskError =>
  new DeskError('bad_request', 'This change needs your password. Send it as password');

/** The agent's current account. @throws invalid_auth if a colleague has just removed it */
export const ownAccount = async (
  store: Pick<Transaction, 'agentById'>,
  { agent }: Self,
): Promise<AgentRow> => {
  const row = await store.agentById(agent.id);
  if (!row) throw gone();
  return row;
};

/**
 * Compares the agent's password. This takes long, so it runs outside of transactions.
 * @returns throws if the password has changed since
 * @throws bad_request without one; forbidden for a wrong one
 */
export const provePassword = async (
  deps: AccountDeps,
  self: Self,
  password: string | undefined,
): Promise<(own: AgentRow) => void> => {
  if (password === undefined) throw noPassword();
  const { passwordHash } = await ownAccount(deps.store, self);
  if (!(await isPassword(deps, passwordHash, password))) throw wrongPassword();
  return (own) => {
    if (own.passwordHash !== passwordHash) throw wrongPassword();
  };
};

/**
 * Asks an admin for the password before a change to others' accounts, which a stolen session must not make. The demo's
 * agents have no password.
 * @throws bad_request without the password; forbidden for a wrong one
 */
export const proveAdmin = async (
  deps: AccountDeps,
  self: Self,
  password: string | undefined,
): Promise<void> => {
  if ((await ownAccount(deps.store, self)).passwordHash !== null) await provePassword(deps, self, password);
};

/** Changes the account in a transaction that locks it. */
export const changeOwn = (
  deps: AccountDeps,
  self: Self,
  work: (tx: DeskTransaction, own: AgentRow) => Promise<Partial<AgentRow>>,
): Promise<AgentRow> =>
  deps.store.transaction(async (tx) => {
    await tx.lockDesk();
    const own = await ownAccount(tx, self);
    const change = await work(tx, own);
    if (Object.keys(change).length > 0) await tx.updateAgent(own.id, change);
    return { ...own, ...change };
  });

/** The agent's chosen picture. The full address of an uploaded picture, as in answers, is the same picture. */
const pictureAfter = (
  { avatarUrl: before }: AgentRow,
  { avatarUrl: after }: OwnAccountBody,
): string | null => {
  if (after === undefined) return before;
  const uploaded = uploadIdIn(before ?? '');
  return after !== null && uploaded !== undefined && uploadIdOf(after) === uploaded ? before : after;
};

/**
 * The log leaves out a picture's address, which tells people nothing, and an email address, which must not outlive the
 * account.
 */
const changeOfSelf = ({ what, from, to }: AuditChange): Pick<Noted, 'detail' | 'changes'> => {
  if (what === 'name') return { detail: 'name', changes: [{ what, from, to }] };
  return { detail: what === 'avatarUrl' ? 'picture' : what };
};

const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];

/**
 * Changes the agent's own account, and frees the file of an earlier uploaded picture.
 * @throws conflict if a colleague has the email; bad_request and forbidden for a new email without the right password
 */
export const changeAccount = async (
  deps: AccountDeps & FreeDeps,
  self: Self,
  { password, ...input }: OwnAccountBody,
): Promise<AgentRow> => {
  let before: AgentRow | undefined;
  const isOther = input.email !== undefined && plainEmail(input.email) !== self.agent.email;
  const check = isOther ? await provePassword(deps, self, password) : undefined;
  const agent = await changeOwn(deps, self, async (tx, own) => {
    before = own;
    const email = input.email === undefined ? own.email : plainEmail(input.email);
    if (email !== own.email) {
      if (!check) throw noPassword();
      check(own);
      if (await tx.agentByEmail(email)) throw new DeskError('conflict', 'A colleague has this email');
      // A reader of the former mailbox must not set the password.
      await tx.deleteAgentLinks({ agentId: own.id });
    }
    const after = { ...own, ...input, email, avatarUrl: pictureAfter(own, input) };
    const { alerts: _, email: __, ...profile } = input;
    for (const change of changesOf(own, after, ['email', ...keysOf(profile)]))
      await note(deps, tx, self, { action: 'agent-changed', ...changeOfSelf(change) });
    tx.publisher.toAgents({ type: 'agents' });
    const alerts = { ...own.alerts, ...input.alerts };
    return { ...input, avatarUrl: after.avatarUrl, email, alerts };
  });
  if (before && before.avatarUrl !== agent.avatarUrl) await freeFace(deps, before);
  return agent;
};

/** Sets a new password, and ends the other sessions. @throws forbidden if the current one is wrong; bad_request */
export const changePassword = async (
  deps: AccountDeps,
  self: Self,
  { current, next }: { current: string; next: string },
): Promise<void> => {
  const check = await provePassword(deps, self, current);
  const passwordHash = await hashPassword(deps, next);
  await changeOwn(deps, self, async (tx, own) => {
    check(own);
    await endSessions(tx, own.id, { but: self.sessionId });
    await tx.deleteAgentSignIns({ agentId: own.id });
    await tx.deleteAgentLinks({ agentId: own.id });
    await note(deps, tx, self, { action: 'password-changed' });
    return { passwordHash };
  });
};

/** The agent's sessions, last used first. */
export const ownSessions = (deps: AccountDeps, { agent }: Self): Promise<AgentSession[]> =>
  deps.store.agentSessionsOf(agent.id, agentSessionsEndBefore(deps));

/** Ends one of the agent's sessions. @throws not_found */
export const endOwnSession = (deps: AccountDeps, self: Self, id: string): Promise<void> =>
  deps.store.transaction(async (tx) => {
    const sessions = await tx.agentSessionsOf(self.agent.id, agentSessionsEndBefore(deps));
    if ((await endSessions(tx, self.agent.id, { only: id })) === 0)
      throw new DeskError('not_found', 'There is no such session');
    const action = id === self.sessionId ? 'signed-out' : 'session-ended';
    const detail = sessions.find((session) => session.id === id)?.userAgent;
    await note(deps, tx, self, { action, target: { kind: 'session', id }, detail });
  });
