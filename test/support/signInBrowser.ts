import type { BrowserContext } from 'playwright-core';
import type { Role } from '../../examples/support-desk/shared/lists';
import type { Desk } from './desk';
import { signInAgent } from './signInAgent';

/** Who signs in. The same name is the same agent. */
export type AgentOfTest = { name?: string; role?: Role; passwordHash?: string };

/** A desk as a process has no store at hand, but the demo's agents, and has printed a link to them. */
export type InboxDesk = Pick<Desk, 'origin'> & (Pick<Desk, 'store'> | { inboxLink: string });

const signInAda = async (context: BrowserContext, origin: string, inboxLink: string): Promise<void> => {
  await context.request.get(inboxLink);
  const options = { headers: { origin: new URL(origin).origin }, data: { name: 'Ada' } };
  const answer = await context.request.post(`${origin}/agent/api/demo-sign-in`, options);
  if (!answer.ok()) throw new Error(`Ada is not signed in: ${answer.status()} ${await answer.text()}`);
};

/**
 * Signs an agent in on all pages of a browser context. It makes the session in the desk's store: the ways over the network
 * have limits, and derive keys from passwords. On a desk without a store, the demo's Ada signs in.
 * @param desk at the address where the browser finds it
 */
export const signInBrowser = async (
  context: BrowserContext,
  desk: InboxDesk,
  { name = 'Support', role = 'admin', passwordHash }: AgentOfTest = {},
): Promise<void> => {
  const { origin } = desk;
  if ('inboxLink' in desk) return signInAda(context, origin, desk.inboxLink);
  const { store } = desk;
  const { cookie } = await signInAgent(
    { origin, store },
    { id: `agent-${name}`, name, role, passwordHash: passwordHash ?? null },
  );
  const [cookieName = '', value = ''] = cookie.split('=');
  const { hostname, protocol, pathname } = new URL(origin);
  await context.addCookies([
    {
      name: cookieName,
      value,
      domain: hostname,
      path: `${pathname.replace(/\/$/, '')}/agent`,
      httpOnly: true,
      secure: protocol === 'https:',
      sameSite: 'Strict',
    },
  ]);
};
