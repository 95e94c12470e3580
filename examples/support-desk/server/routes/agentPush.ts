import { Hono } from 'hono';
import { pushBody } from '../../shared/bodies/pushes';
import { type PushDeps, pushState, subscribe, testPush, unsubscribe } from '../domain/alerts/pushBrowsers';
import { readBody } from '../http/bodies';
import { agentCallerOf } from '../http/callerOf';
import type { Rates } from '../http/rates';

/** The agent's browsers that get push messages. */
export const agentPushRoutes = (deps: PushDeps, rates: Rates): Hono => {
  const routes = new Hono();
  const limited = rates.limit('pushChanges');

  routes.get('/me/push', async (c) => c.json(await pushState(deps, agentCallerOf(c))));

  routes.put('/me/push', limited, async (c) => {
    const self = agentCallerOf(c);
    await subscribe(deps, self, await readBody(c, pushBody));
    return c.json(await pushState(deps, self));
  });

  routes.post('/me/push/test', limited, async (c) => c.json(await testPush(deps, agentCallerOf(c))));

  routes.delete('/me/push/:id', limited, async (c) => {
    await unsubscribe(deps, agentCallerOf(c), c.req.param('id'));
    return c.json({});
  });

  return routes;
};
