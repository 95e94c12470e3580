import { type Context, Hono } from 'hono';
import type {
  OwnAccountAnswer,
  SecondFactorAnswer,
  SessionsAnswer,
  TicketAnswer,
} from '../../shared/answers/accounts';
import { codeBody, ownAccountBody, passwordBody, provenBody } from '../../shared/bodies/accounts';
import { changeAccount, changePassword, endOwnSession, ownSessions } from '../domain/accounts/ownAccount';
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
} from '../domain/accounts/ownSecondFactor';
import { issueTicket, TICKET_SECONDS } from '../domain/accounts/tickets';
import type { Deps } from '../domain/deps';
import type { FreeDeps } from '../domain/files/freeFiles';
import { readBody } from '../http/bodies';
import { agentCallerOf, callerOf } from '../http/callerOf';
import { countInSession } from '../http/countWrong';
import type { Rates } from '../http/rates';
import { ownAccountView, sessionView } from './accountViews';

/** The agent's own account, and tickets of the live channel. `shared/bodies/accounts.ts` has the bodies. */
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
    const body = await readBody(c, ownAccountBody);
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
