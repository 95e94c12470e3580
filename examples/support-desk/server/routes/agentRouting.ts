import { type Context, Hono } from 'hono';
import type { AgentHappeningsAnswer } from '../../shared/answers/conversations';
import type { AgentCountersAnswer } from '../../shared/answers/insights';
import { assignBody, closeBody, snoozeBody } from '../../shared/bodies/conversations';
import { matchBody } from '../../shared/bodies/visitors';
import { closeConversation, reopenConversation } from '../domain/conversations/closing';
import { queueConversation } from '../domain/conversations/routing';
import { snoozeConversation, wakeConversation } from '../domain/conversations/snoozing';
import type { Deps } from '../domain/deps';
import { inboxView } from '../domain/inboxViews';
import type { CountersSource } from '../domain/insights/counters';
import { happeningView } from '../domain/views';
import { matchLink } from '../domain/visitors/links';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import { DeskError } from '../model/deskError';
import type { Happening, InboxRow } from '../model/entities';
import { createAssign } from './assign';

const HAPPENINGS_A_PAGE = 50;
/** A higher limit, because a long conversation gains several changes each time it is routed and closed. */
const CHANGES_A_PAGE = 500;

/** The queue, events, outcomes of channel links, and counters. */
export const agentRoutingRoutes = (deps: Deps, counters: CountersSource): Hono => {
  const routes = new Hono();
  const answer = (c: Context, row: InboxRow): Response => c.json({ conversation: inboxView(row) });

  routes.post('/conversations/:id/queue', async (c) =>
    answer(c, await queueConversation(deps, c.req.param('id'), callerOf(c))),
  );

  routes.post('/conversations/:id/assign', async (c) => {
    const assign = await createAssign(deps, callerOf(c), await readBody(c, assignBody));
    return answer(c, await assign(c.req.param('id')));
  });

  routes.post('/conversations/:id/close', async (c) => {
    const { seen } = await readBody(c, closeBody);
    return answer(c, await closeConversation(deps, c.req.param('id'), callerOf(c), seen));
  });

  routes.post('/conversations/:id/reopen', async (c) =>
    answer(c, await reopenConversation(deps, c.req.param('id'), callerOf(c))),
  );

  routes.post('/conversations/:id/snooze', async (c) => {
    const how = await readBody(c, snoozeBody);
    return answer(c, await snoozeConversation(deps, c.req.param('id'), callerOf(c), how));
  });

  routes.post('/conversations/:id/wake', async (c) =>
    answer(c, await wakeConversation(deps, c.req.param('id'), callerOf(c))),
  );

  const happenings = (kind: Happening['kind'], limit: number) => async (c: Context) => {
    const id = c.req.param('id') ?? '';
    if (!(await deps.store.conversationById(id))) {
      throw new DeskError('not_found', 'There is no such conversation');
    }
    const found = await deps.store.happenings(id, kind, limit);
    const body: AgentHappeningsAnswer = { happenings: found.map(happeningView) };
    return c.json(body);
  };
  routes.get('/conversations/:id/postbacks', happenings('postback', HAPPENINGS_A_PAGE));
  routes.get('/conversations/:id/referrals', happenings('referral', HAPPENINGS_A_PAGE));
  routes.get('/conversations/:id/changes', happenings('change', CHANGES_A_PAGE));

  routes.post('/link-requests/:code/match', async (c) => {
    await matchLink(deps, c.req.param('code'), await readBody(c, matchBody));
    return c.json({});
  });

  routes.get('/counters', (c) => {
    const body: AgentCountersAnswer = counters.read();
    return c.json(body);
  });

  return routes;
};
