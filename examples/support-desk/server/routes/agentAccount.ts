import { type Context, Hono } from 'hono';
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
import type { FreeDeps } from '../domain/files/freeFiles';
import { readBody } from '../http/bodies';
import { agentCallerOf, callerOf } from '../http/callerOf';
import { countInSession } from '../http/countWrong';
import type { Rates } from '../http/rates';
import { email, ownAccountView, password, personName, pictureUrl, sessionView } from './accountViews';

const accountBody = v.object({
  name: v.optional(personName),
  avatarUrl: v.optional(v.nullable(pictureUrl)),
  email: v.optional(email),
  password: v.optional(password),
  alerts: v.optional(v.object({ mail: v.boolean() })),
});
const passwordBody = v.object({ current: password, next: password });
const codeBody = v.object({ code: v.pipe(v.string(), v.maxLength(50)) });
const provenBody = v.object({ password: v.optional(password) });

/** The agent's own account, and tickets of the live channel. shared/accountsApi.ts has the types. */
export const agentAccountRoutes = (deps: Deps & FreeDeps, rates: Rates): Hono => {
  const routes = new Hono();
  const counted = <T>(c: Context, work: () => Promise<T>): Promise<T> => countInSession(rates, c, work);

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
    const body = await readBody(c, accountBody);
    const agent = await counted(c, () => changeAccount(deps, agentCallerOf(c), body));
    const answer: OwnAccountAnswer = { agent: ownAccountView(agent) };
    return c.json(answer);
  });

  routes.post('/me/password', async (c) => {
    const body = await readBody(c, passwordBody);
    await counted(c, () => changePassword(deps, agentCallerOf(c), body));
    return c.json({});
  });

  routes.post('/me/second-factor', async (c) => {
    const { password } = await readBody(c, provenBody);
    const answer: SecondFactorAnswer = await counted(c, () =>
      beginSecondFactor(deps, agentCallerOf(c), password),
    );
    return c.json(answer);
  });

  routes.post('/me/second-factor/confirm', async (c) => {
    const { code } = await readBody(c, codeBody);
    const agent = await confirmSecondFactor(deps, agentCallerOf(c), code);
    const answer: OwnAccountAnswer = { agent: ownAccountView(agent) };
    return c.json(answer);
  });

  routes.delete('/me/second-factor', async (c) => {
    const { password } = await readBody(c, provenBody);
    await counted(c, () => removeSecondFactor(deps, agentCallerOf(c), password));
    return c.json({});
  });

  return routes;
};
