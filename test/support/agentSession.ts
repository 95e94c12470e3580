import { randomBytes } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';
import { beginSession } from '../../examples/support-desk/server/domain/accounts/access';
import type { AgentRow } from '../../examples/support-desk/server/domain/accounts/entities';
import type { Role } from '../../examples/support-desk/shared/accountsApi';
import type { Desk } from './desk';

/** Who signs in. The same name is the same agent. */
export type AgentOfTest = { name?: string; role?: Role };

const rowOf = (name: string, role: Role): AgentRow => ({
  id: `agent-${name}`,
  name,
  email: `${name.toLowerCase()}@team.example`,
  avatarUrl: null,
  role,
  passwordHash: null,
  secondFactor: null,
  alerts: { sound: true, desktop: false, mail: false },
  createdAt: Date.now(),
  removedAt: null,
});

/** A desk as a process has no store at hand, but the demo's agents. */
export type InboxDesk = Pick<Desk, 'origin'> & Partial<Pick<Desk, 'store'>>;

const signInAda = async (context: BrowserContext, origin: string): Promise<void> => {
  const options = { headers: { origin: new URL(origin).origin }, data: { name: 'Ada' } };
  const answer = await context.request.post(`${origin}/agent/api/demo-sign-in`, options);
  if (!answer.ok()) throw new Error(`Ada is not signed in: ${answer.status()} ${await answer.text()}`);
};

/**
 * Signs an agent in on all pages of a browser context. It makes the session in the desk's store: the ways over the network
 * have limits, and derive keys from passwords. On a desk without a store, the demo's Ada signs in.
 * @param origin where the browser finds the desk
 */
export const signInAgent = async (
  context: BrowserContext,
  { origin, store }: InboxDesk,
  { name = 'Support', role = 'admin' }: AgentOfTest = {},
): Promise<void> => {
  if (!store) return signInAda(context, origin);
  const make = {
    now: Date.now,
    newId: () => randomBytes(8).toString('hex'),
    newToken: () => randomBytes(32).toString('hex'),
  };
  const agent = rowOf(name, role);
  const { token } = await store.transaction(async (tx) => {
    if (!(await tx.agentById(agent.id))) await tx.insertAgent(agent);
    return beginSession(make, tx, agent.id, 'A browser of the tests');
  });
  const { hostname, port, protocol, pathname } = new URL(origin);
  await context.addCookies([
    {
      name: `porch_session${port && `_${port}`}`,
      value: token,
      domain: hostname,
      path: `${pathname.replace(/\/$/, '')}/agent`,
      httpOnly: true,
      secure: protocol === 'https:',
      sameSite: 'Strict',
    },
  ]);
};
