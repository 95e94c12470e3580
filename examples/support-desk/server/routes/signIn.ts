import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import {
  DEMO_NAMES,
  type LinkAnswer,
  type OwnAccountAnswer,
  type SignInAnswer,
  type SignInPageAnswer,
} from '../../shared/accountsApi';
import { callerOfSession, endSessions } from '../domain/accounts/access';
import { note } from '../domain/accounts/audit';
import { demoId, needsSetup } from '../domain/accounts/firstStart';
import { readLink, useLink } from '../domain/accounts/links';
import { plainEmail, type SignedInAs, signIn, signInDemo, signInWithCode } from '../domain/accounts/signIn';
import type { Deps } from '../domain/deps';
import { DeskError } from '../domain/deskError';
import { hashToken } from '../domain/tokens';
import { email, ownAccountView, password, personName } from './accountViews';
import type { AgentCookies } from './agentCookies';
import { agentCallerOf } from './callerOf';
import { readBody } from './http';
import type { OriginOf } from './origin';
import type { Rates } from './rates';

const signInBody = v.object({ email: v.pipe(v.string(), v.maxLength(254)), password });
const codeBody = v.object({ code: v.pipe(v.string(), v.maxLength(50)) });
const demoBody = v.object({ name: v.picklist(DEMO_NAMES) });
const linkBody = v.object({ name: v.optional(personName), email: v.optional(email), password });

const LOCAL = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

type SignInParts = {
  cookies: AgentCookies;
  rates: Rates;
  originOf: OriginOf;
  /** Whether the demo's agents can sign in without a password. */
  demoAgents: boolean;
};

/** Signing in and out, and links. shared/accountsApi.ts has the types. */
export const signInRoutes = (deps: Deps, { cookies, rates, originOf, demoAgents }: SignInParts): Hono => {
  const routes = new Hono();
  const limited = rates.limit('agentSignIns');

  /** A page of another host, which a name server sends to this machine, is none of the demo's. */
  const isDemo = (c: Context): boolean => demoAgents && LOCAL.test(new URL(originOf(c)).hostname);
  const userAgentOf = (c: Context): string => c.req.header('user-agent') ?? '';

  /** Ends the session that this browser had before. */
  const replace = async (c: Context): Promise<void> => {
    const token = cookies.read(c, 'session');
    const before = token === undefined ? undefined : await callerOfSession(deps, token);
    if (before?.kind !== 'agent') return;
    await deps.store.transaction((tx) => endSessions(tx, before.agent.id, { only: before.sessionId }));
  };
  const enter = async (c: Context, { token, agent }: SignedInAs): Promise<Response> => {
    await replace(c);
    cookies.write(c, 'session', token);
    cookies.clear(c, 'code');
    const answer: OwnAccountAnswer = { agent: ownAccountView(agent) };
    return c.json(answer);
  };
  /** Counts a refusal against the account, whose next tries wait. */
  const counted = async <T>(c: Context, account: string, work: () => Promise<T>): Promise<T> => {
    await rates.checkAccount(c, account);
    try {
      return await work();
    } catch (error) {
      if (error instanceof DeskError && error.code === 'invalid_auth') await rates.failedAccount(account);
      throw error;
    }
  };

  routes.get('/sign-in', async (c) => {
    const answer: SignInPageAnswer = {
      demo: isDemo(c) ? [...DEMO_NAMES] : [],
      needsSetup: await needsSetup(deps.store),
    };
    return c.json(answer);
  });

  routes.post('/sign-in', limited, async (c) => {
    const body = await readBody(c, signInBody);
    const found = await counted(c, plainEmail(body.email), () => signIn(deps, body, userAgentOf(c)));
    if ('agent' in found) return enter(c, found);
    cookies.write(c, 'code', found.codeToken);
    const answer: SignInAnswer = { secondFactor: true };
    return c.json(answer);
  });

  routes.post('/sign-in/code', limited, async (c) => {
    const { code } = await readBody(c, codeBody);
    const token = cookies.read(c, 'code') ?? '';
    const waiting = await deps.store.agentSignInByHash(hashToken(token), deps.now());
    return enter(
      c,
      await counted(c, waiting?.agentId ?? 'nobody', () => signInWithCode(deps, token, code, userAgentOf(c))),
    );
  });

  routes.post('/demo-sign-in', limited, async (c) => {
    const { name } = await readBody(c, demoBody);
    if (!isDemo(c)) throw new DeskError('not_found', 'This desk has no demo agents');
    return enter(c, await signInDemo(deps, demoId(name), userAgentOf(c)));
  });

  routes.get('/link/:token', limited, async (c) => {
    const { link, agent } = await readLink(deps, c.req.param('token'));
    const answer: LinkAnswer = {
      kind: link.kind,
      role: link.role,
      email: agent?.email ?? link.email ?? undefined,
      name: agent?.name,
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
