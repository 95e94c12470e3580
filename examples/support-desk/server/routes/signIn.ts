import { type Context, Hono } from 'hono';
import type {
  LinkAnswer,
  OwnAccountAnswer,
  SignInAnswer,
  SignInPageAnswer,
} from '../../shared/answers/accounts';
import { codeBody, demoSignInBody, forgottenBody, linkBody, signInBody } from '../../shared/bodies/accounts';
import { DEMO_NAMES } from '../../shared/lists';
import { callerOfSession, endSessions } from '../domain/accounts/access';
import { type AccountMailDeps, mailsLinks } from '../domain/accounts/accountMail';
import { note } from '../domain/accounts/audit';
import { demoId, needsSetup } from '../domain/accounts/firstStart';
import { mailForgotten } from '../domain/accounts/forgotten';
import { readLink, useLink } from '../domain/accounts/links';
import { plainEmail, type SignedInAs, signIn, signInDemo, signInWithCode } from '../domain/accounts/signIn';
import { inBackground } from '../http/background';
import { readBody } from '../http/bodies';
import { agentCallerOf } from '../http/callerOf';
import { countWrong } from '../http/countWrong';
import type { Rates } from '../http/rates';
import { DeskError } from '../model/deskError';
import { hashToken, sameSecret } from '../model/tokens';
import { ownAccountView } from './accountViews';
import type { AgentCookies } from './agentCookies';
import type { AgentDevices } from './agentDevices';

type SignInParts = {
  cookies: AgentCookies;
  devices: AgentDevices;
  rates: Rates;
  /** What a browser needs to sign in as one of the demo's agents, if there are any. */
  demoSecret?: string;
};

const NO_LINKS = 'This desk sends no emails. An admin can make a link for a new password';
const NO_DEMO_LINK = 'Open the link to the inbox that the desk has printed in its terminal';

/** Sends a link for a new password. The answer takes as long for an address that nobody has. */
const answerForgotten =
  (deps: AccountMailDeps) =>
  async (c: Context): Promise<Response> => {
    const { email } = await readBody(c, forgottenBody);
    if (!mailsLinks(deps)) throw new DeskError('not_found', NO_LINKS);
    inBackground(deps.log, () => mailForgotten(deps, email));
    return c.json({});
  };

/** Signing in and out, and links. `shared/bodies/accounts.ts` has the bodies. */
export const signInRoutes = (
  deps: AccountMailDeps,
  { cookies, devices, rates, demoSecret }: SignInParts,
): Hono => {
  const routes = new Hono();
  const limited = rates.limit('agentSignIns');

  const hasDemoLink = (c: Context): boolean =>
    demoSecret !== undefined && sameSecret(cookies.read(c, 'demo') ?? '', demoSecret);
  const userAgentOf = (c: Context): string => c.req.header('user-agent') ?? '';

  /** Ends the browser's previous session. */
  const replace = async (c: Context): Promise<void> => {
    const token = cookies.read(c, 'session');
    const before = token === undefined ? undefined : await callerOfSession(deps, token);
    if (before?.kind !== 'agent') return;
    await deps.store.transaction((tx) => endSessions(tx, before.agent.id, { only: before.sessionId }));
  };
  const enter = async (c: Context, found: SignedInAs | { codeToken: string }): Promise<Response> => {
    if ('codeToken' in found) {
      cookies.write(c, 'code', found.codeToken);
      const answer: SignInAnswer = { secondFactor: true };
      return c.json(answer);
    }
    const { token, agent } = found;
    await replace(c);
    cookies.write(c, 'session', token);
    devices.remember(c, agent.email);
    cookies.clear(c, 'code');
    const answer: OwnAccountAnswer = { agent: ownAccountView(agent) };
    return c.json(answer);
  };
  /**
   * Counts a refusal against the account, whose next attempts wait: separately for its own browsers and for strangers,
   * and not together with others in its office.
   */
  const counted = async <T>(c: Context, email: string, work: () => Promise<T>): Promise<T> => {
    const device = devices.known(c, email);
    const account = device === undefined ? email : `${email} ${device}`;
    await rates.check(c, 'agentSignIns', device && account);
    return countWrong(rates, c, account, 'invalid_auth', work);
  };

  routes.get('/sign-in', async (c) => {
    const answer: SignInPageAnswer = {
      demo: hasDemoLink(c) ? [...DEMO_NAMES] : [],
      needsDemoLink: demoSecret !== undefined && !hasDemoLink(c),
      needsSetup: await needsSetup(deps.store),
      mailsLinks: mailsLinks(deps),
    };
    return c.json(answer);
  });

  routes.post('/sign-in', async (c) => {
    const body = await readBody(c, signInBody);
    return enter(c, await counted(c, plainEmail(body.email), () => signIn(deps, body, userAgentOf(c))));
  });

  routes.post('/sign-in/code', async (c) => {
    const { code } = await readBody(c, codeBody);
    const token = cookies.read(c, 'code') ?? '';
    const waiting = await deps.store.agentSignInByHash(hashToken(token), deps.now());
    const agent = waiting && (await deps.store.agentById(waiting.agentId));
    return enter(
      c,
      await counted(c, agent?.email ?? 'nobody', () => signInWithCode(deps, token, code, userAgentOf(c))),
    );
  });

  routes.post('/forgotten-password', rates.limit('passwordRequests'), answerForgotten(deps));

  routes.post('/demo-sign-in', limited, async (c) => {
    const { name } = await readBody(c, demoSignInBody);
    if (demoSecret === undefined) throw new DeskError('not_found', 'This desk has no demo agents');
    if (!hasDemoLink(c)) throw new DeskError('forbidden', NO_DEMO_LINK);
    return enter(c, await signInDemo(deps, demoId(name), userAgentOf(c)));
  });

  routes.get('/link/:token', limited, async (c) => {
    const { link, agent } = await readLink(deps, c.req.param('token'));
    const answer: LinkAnswer = {
      kind: link.kind,
      role: link.role,
      email: agent?.email ?? link.email ?? undefined,
      name: agent?.name ?? link.name ?? undefined,
    };
    return c.json(answer);
  });

  routes.post('/link/:token', limited, async (c) => {
    const body = await readBody(c, linkBody);
    return enter(c, await useLink(deps, c.req.param('token'), body, userAgentOf(c)));
  });

  routes.post('/sign-out', async (c) => {
    const self = agentCallerOf(c);
    await deps.store.transaction(async (tx) => {
      await endSessions(tx, self.agent.id, { only: self.sessionId });
      await note(deps, tx, self, { action: 'signed-out' });
    });
    cookies.clear(c, 'session');
    return c.json({});
  });

  return routes;
};
