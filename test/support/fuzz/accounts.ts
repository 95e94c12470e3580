import { hashPassword } from '../../../examples/support-desk/server/domain/accounts/passwords';
import { hashToken } from '../../../examples/support-desk/server/model/tokens';
import { AGENT_RULES, type RouteRule } from '../../../examples/support-desk/server/routes/agentRules';
import type { Store } from '../../../examples/support-desk/server/store/store';
import { anAgent } from '../signInAgent';
import type { Random } from './random';

export const PASSWORD = 'a password of Ada';
export const LINK = 'a-link';
const SESSIONS = 200;
const COLLEAGUES = 30;
/** After all times of a run. */
const LATER = 9e12;

/** Puts an admin with many sessions, colleagues, a link, an invitation and a key into a store. */
export const addAccounts = async (store: Store): Promise<void> => {
  const passwordHash = await hashPassword({ inTurn: (_key, work) => work() }, PASSWORD);
  await store.transaction(async (tx) => {
    await tx.insertAgent(anAgent({ id: 'ada', name: 'ada', role: 'admin', passwordHash }));
    for (let n = 0; n < COLLEAGUES; n++)
      await tx.insertAgent(anAgent({ id: `colleague-${n}`, name: `colleague-${n}` }));
    for (let n = 0; n < SESSIONS; n++)
      await tx.insertAgentSession({
        id: `session-${n}`,
        tokenHash: hashToken(`session-token-${n}`),
        agentId: 'ada',
        userAgent: '',
        createdAt: 1,
        usedAt: LATER,
      });
    const link = {
      role: 'agent',
      email: null,
      name: null,
      agentId: null,
      mail: null,
      createdAt: 1,
      expiresAt: LATER,
    } as const;
    const kind = 'invitation';
    await tx.insertAgentLink({ ...link, kind, id: 'the-link', tokenHash: hashToken(LINK) });
    await tx.insertAgentLink({ ...link, kind, id: 'an-invitation', tokenHash: 'of-none' });
    await tx.putApiKey({
      ...{ id: 'a-key', name: 'a-key', secretHash: 'of-none', scopes: ['insights'], createdBy: 'ada' },
      ...{ createdAt: 1, lastUsedAt: null },
    });
  });
};

const PREFIX = '/agent/api';

type Route = { method: string; path: string };

const isOfAgents = ({ path }: Route): boolean => path.startsWith(PREFIX);

const RULES: Readonly<Record<string, RouteRule | undefined>> = AGENT_RULES;

/** Whether a key may make this call of the agent API. */
const keysMay = ({ method, path }: Route): boolean => {
  const rule = RULES[`${method} ${path.slice(PREFIX.length)}`];
  return rule === 'any' || (typeof rule === 'object' && rule.scope !== undefined);
};

const signedIn = (random: Random, origin: string): [string, string][] => [
  ['cookie', `porch_session=session-token-${random.int(SESSIONS)}`],
  ['origin', origin],
];

/** The headers of a signed-in admin, for calls of the agent API: they may make each. */
export const regularSession = (route: Route, random: Random): [string, string][] =>
  isOfAgents(route) ? signedIn(random, 'http://localhost') : [];

/** The same where no key may make the call, and sometimes elsewhere or from another origin. */
export const sessionHeaders = (route: Route, random: Random): [string, string][] => {
  if (!isOfAgents(route) || random.chance(keysMay(route) ? 0.7 : 0.05)) return [];
  return signedIn(random, random.chance(0.97) ? 'http://localhost' : 'https://evil.example');
};

/** The id in the path of a call about accounts. */
export const accountId = (path: string, random: Random): string | undefined => {
  if (path.includes('/link/:')) return LINK;
  if (path.includes('/agents/:')) return `colleague-${random.int(COLLEAGUES)}`;
  if (path.includes('/invitations/:')) return 'an-invitation';
  if (path.includes('/api-keys/:')) return 'a-key';
  return path.includes('/me/sessions/:') ? `session-${random.int(SESSIONS)}` : undefined;
};

/**
 * Calls that need what no generated request has: a code of an authenticator, the demo, a body to delete with, the session whose
 * browser gets push messages; or that would sign all out. The tests of accounts and of push messages make them.
 */
export const UNREACHED: readonly string[] = [
  'POST /sign-in/code',
  'POST /demo-sign-in',
  'POST /me/password',
  'POST /me/second-factor/confirm',
  'DELETE /me/second-factor',
  'POST /me/push/test',
  'DELETE /me/push/:id',
  'DELETE /agents/:id',
  'POST /refused-emails/:id/accept',
].map((route) => route.replace(' ', ` ${PREFIX}`));
