import type { AgentRow } from '../../model/accountEntities';
import { DeskError } from '../../model/deskError';
import { hashToken } from '../../model/tokens';
import type { Transaction } from '../../store/store';
import { type AccountDeps, beginSession } from './access';
import { note } from './audit';
import { isPassword } from './passwords';
import { takeCode } from './secondFactor';

/** How long the code may follow a right password, and how many codes may be tried. */
const CODE_MS = 600_000;
const CODE_TRIES = 5;

/** The token of a session, for the browser alone, and the agent. */
export type SignedInAs = { token: string; agent: AgentRow };

/** An email in the form for storage and comparison. */
export const plainEmail = (email: string): string => email.trim().toLowerCase();

const wrong = (): DeskError => new DeskError('invalid_auth', 'The email or the password is wrong');
const wrongCode = (): DeskError => new DeskError('invalid_auth', 'The code is wrong, or was used before');
const startAgain = (): DeskError => new DeskError('invalid_auth', 'Sign in with your password again');

const named = ({ id, name }: AgentRow) => ({ kind: 'agent' as const, id, name });

/** Lets an agent whose password is right send a code of the second factor. */
export const awaitCode = async (
  deps: AccountDeps,
  tx: Pick<Transaction, 'insertAgentSignIn'>,
  agentId: string,
): Promise<{ codeToken: string }> => {
  const codeToken = deps.newToken();
  const expiresAt = deps.now() + CODE_MS;
  await tx.insertAgentSignIn({ tokenHash: hashToken(codeToken), agentId, tries: 0, expiresAt });
  return { codeToken };
};

/**
 * Signs an agent in by email and password.
 * @returns a session, or the token to send with the code of the second factor
 * @throws invalid_auth, which does not reveal whether the account exists
 */
export const signIn = async (
  deps: AccountDeps,
  { email, password }: { email: string; password: string },
  userAgent: string,
): Promise<SignedInAs | { codeToken: string }> => {
  const known = await deps.store.agentByEmail(plainEmail(email));
  if (!(await isPassword(deps, known?.passwordHash, password)) || !known) throw wrong();
  return deps.store.transaction(async (tx) => {
    await tx.lockDesk();
    const agent = await tx.agentById(known.id);
    // Somebody may have changed it during the comparison.
    if (!agent || agent.passwordHash !== known.passwordHash) throw wrong();
    if (agent.secondFactor?.confirmed) return awaitCode(deps, tx, agent.id);
    const { token } = await beginSession(deps, tx, agent.id, userAgent);
    await note(deps, tx, named(agent), { action: 'signed-in' });
    return { token, agent };
  });
};

/**
 * Signs in an agent whose password was right.
 * @param code of the authenticator app, or a recovery code
 * @throws invalid_auth for a wrong code, and for all after the fifth
 */
export const signInWithCode = async (
  deps: AccountDeps,
  codeToken: string,
  code: string,
  userAgent: string,
): Promise<SignedInAs> => {
  const tokenHash = hashToken(codeToken);
  const result = await deps.store.transaction(async (tx): Promise<SignedInAs | DeskError> => {
    // A code works once, even if it arrives twice at once.
    await tx.lockDesk();
    const waiting = await tx.countSignInTry(tokenHash, deps.now());
    const agent = waiting && (await tx.agentById(waiting.agentId));
    if (!waiting || !agent?.secondFactor?.confirmed || waiting.tries > CODE_TRIES) return startAgain();
    const by = named(agent);
    const secondFactor = await takeCode(agent.secondFactor, code, deps.now());
    if (!secondFactor) {
      await note(deps, tx, by, { action: 'second-factor-failed', target: by });
      return wrongCode();
    }
    await tx.deleteAgentSignIns({ tokenHash });
    await tx.updateAgent(agent.id, { secondFactor });
    const { token } = await beginSession(deps, tx, agent.id, userAgent);
    await note(deps, tx, by, { action: 'signed-in', detail: 'with a second factor' });
    return { token, agent: { ...agent, secondFactor } };
  });
  // Thrown here, so that the attempt is counted.
  if (result instanceof DeskError) throw result;
  return result;
};

/** Signs in a demo agent without a password. @throws not_found */
export const signInDemo = (deps: AccountDeps, id: string, userAgent: string): Promise<SignedInAs> =>
  deps.store.transaction(async (tx) => {
    const agent = await tx.agentById(id);
    if (!agent) throw new DeskError('not_found', 'There is no such demo agent');
    const { token } = await beginSession(deps, tx, agent.id, userAgent);
    await note(deps, tx, named(agent), { action: 'signed-in' });
    return { token, agent };
  });
