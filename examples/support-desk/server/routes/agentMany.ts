import { Hono } from 'hono';
import type * as v from 'valibot';
import type { AgentManyAnswer } from '../../shared/answers/conversations';
import { manyBody } from '../../shared/bodies/conversations';
import { rowOf } from '../domain/conversations/activity';
import { closeConversation } from '../domain/conversations/closing';
import { tagConversation } from '../domain/conversations/conversations';
import { snoozeConversation } from '../domain/conversations/snoozing';
import type { Deps } from '../domain/deps';
import { inboxView } from '../domain/inboxViews';
import { setBlocked } from '../domain/visitors/block';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import { type Caller, mayDo } from '../model/caller';
import { DeskError } from '../model/deskError';
import type { InboxRow } from '../model/entities';
import { createAssign } from './assign';

type Body = v.InferOutput<typeof manyBody>;
type One = Body['conversations'][number];

/** Each act on one conversation. What does not depend on it is checked once, before the first. */
const ACTS: Record<Body['act'], (deps: Deps, by: Caller, body: Body) => (one: One) => Promise<InboxRow>> = {
  assign: (deps, by, { agentId }) => {
    const assign = createAssign(deps, by, { agentId });
    return async ({ id, seen }) => (await assign)(id, seen);
  },
  tag:
    (deps, _, { tag }) =>
    async ({ id }) => {
      await tagConversation(deps, id, { add: tag });
      return rowOf(deps.store, id);
    },
  snooze:
    (deps, by, { until }) =>
    ({ id, seen }) =>
      snoozeConversation(deps, id, by, { until, seen }),
  close:
    (deps, by) =>
    ({ id, seen }) =>
      closeConversation(deps, id, by, seen),
  block: (deps, by) => {
    if (!mayDo(by, { role: 'agent', scope: 'visitors' }))
      throw new DeskError('forbidden', 'Only keys with the scope visitors may block visitors');
    return async ({ id }) => {
      const { user } = await rowOf(deps.store, id);
      await setBlocked(deps, by, user.id, true);
      return rowOf(deps.store, id);
    };
  },
};

/** Changes many conversations by one call. */
export const agentManyRoutes = (deps: Deps): Hono => {
  const routes = new Hono();
  routes.post('/conversations/many', async (c) => {
    const body = await readBody(c, manyBody);
    const act = ACTS[body.act](deps, callerOf(c), body);
    const results: AgentManyAnswer['results'] = [];
    for (const one of body.conversations) {
      try {
        results.push({ id: one.id, conversation: inboxView(await act(one)) });
      } catch (error) {
        if (!(error instanceof DeskError)) throw error;
        results.push({ id: one.id, error: { code: error.code, description: error.message } });
      }
    }
    const answer: AgentManyAnswer = { results };
    return c.json(answer);
  });
  return routes;
};
