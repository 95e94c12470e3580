import { Hono } from 'hono';
import type { FirstRunAnswer } from '../../shared/answers/firstRun';
import type { Deps } from '../domain/deps';
import { firstRunSteps, hideFirstRun } from '../domain/firstRun/firstRun';
import type { Sites } from '../domain/firstRun/sites';
import { seconds } from '../domain/views';
import type { OriginOf } from '../http/origin';

const secondsOf = (at: number | undefined): number | undefined => (at === undefined ? at : seconds(at));

/** The first run of the desk. */
export const agentFirstRunRoutes = (deps: Deps & { sites: Sites }, originOf: OriginOf): Hono => {
  const routes = new Hono();

  routes.get('/first-run', async (c) => {
    const base = originOf(c);
    const own = new URL(base).origin;
    const [sites, steps] = await Promise.all([deps.sites.read(), firstRunSteps(deps)]);
    const answer: FirstRunAnswer = {
      tag: `<script async src="${base}/porch/porch.now.js"></script>`,
      sites: sites.map(({ origin, loadedAt, takenAt, refusedAt }) => ({
        origin,
        own: origin === own,
        loadedAt: secondsOf(loadedAt),
        takenAt: secondsOf(takenAt),
        refusedAt: secondsOf(refusedAt),
      })),
      origins: deps.settings().origins,
      ...steps,
    };
    return c.json(answer);
  });

  routes.post('/first-run/hide', async (c) => {
    await hideFirstRun(deps);
    return c.json({});
  });

  return routes;
};
