import { Hono } from 'hono';
import * as v from 'valibot';
import type {
  OwnAccountAnswer,
  SecondFactorAnswer,
  SessionsAnswer,
  TicketAnswer,
} from '../../shared/accountsApi';
import {
  beginSecondFactor,
  changeAccount,
  changePassword,
  confirmSecondFactor,
  endOwnSession,
  ownSessions,
  removeSecondFactor,
} from '../domain/accounts/ownAccount';
import { issueTicket, TICKET_SECONDS } from '../domain/accounts/tickets';
import type { Deps } from '../domain/deps';
import type { FreeDeps } from '../domain/freeFiles';
import { email, ownAccountView, password, personName, pictureUrl, sessionView } from './accountViews';
import { agentCallerOf, callerOf } from './callerOf';
import { readBody } from './http';

const accountBody = v.object({
  name: v.optional(personName),
  avatarUrl: v.optional(v.nullable(pictureUrl)),
  email: v.optional(email),
  alerts: v.optional(v.object({ mail: v.boolean() })),
});
const passwordBody = v.object({ current: password, next: password });
const codeBody = v.object({ code: v.pipe(v.string(), v.maxLength(50)) });
const removeBody = v.object({ password });

/** The agent's own account, and tickets of the live channel. shared/accountsApi.ts has the types. */
export const agentAccountRoutes = (deps: Deps & FreeDeps): Hono => {
  const routes = new Hono();

  routes.post('/tickets', async (c) => {
    const answer: TicketAnswer = { ticket: await issueTicket(deps, callerOf(c)), expiresIn: TICKET_SECONDS };
    return c.json(answer);
  });

  routes.get('/me/sessions', async (c) => {
    const self = agentCallerOf(c);
    const answer: SessionsAnswer = {
      sessions: (await ownSessions(deps, self)).map((one) => sessionView(one, self.sessionId)),
    };
    return c.json(answer);
  });

  routes.delete('/me/sessions/:id', async (c) => {
    await endOwnSession(deps, agentCallerOf(c), c.req.param('id'));
    return c.json({});
  });

  routes.patch('/me', async (c) => {
    const agent = await changeAccount(deps, agentCallerOf(c), await readBody(c, accountBody));
    const answer: OwnAccountAnswer = { agent: ownAccountView(agent) };
    return c.json(answer);
  });

  routes.post('/me/password', async (c) => {
    await changePassword(deps, agentCallerOf(c), await readBody(c, passwordBody));
    return c.json({});
  });

  routes.post('/me/second-factor', async (c) => {
    const answer: SecondFactorAnswer = await beginSecondFactor(deps, agentCallerOf(c));
    return c.json(answer);
  });

  routes.post('/me/second-factor/confirm', async (c) => {
    const { code } = await readBody(c, codeBody);
    const agent = await confirmSecondFactor(deps, agentCallerOf(c), code);
    const answer: OwnAccountAnswer = { agent: ownAccountView(agent) };
    return c.json(answer);
  });

  routes.delete('/me/second-factor', async (c) => {
    await removeSecondFactor(deps, agentCallerOf(c), (await readBody(c, removeBody)).password);
    return c.json({});
  });

  return routes;
};
