import { Hono, type MiddlewareHandler } from 'hono';
import { requestId } from 'hono/request-id';
import { routePath } from 'hono/route';
import { errorAnswer } from '../http/errors';
import { loggedRequest } from '../http/loggedRequest';
import { sameSecret } from '../model/tokens';
import type { Log } from '../process/log';
import type { Metrics } from '../process/metrics';

type Options = { log: Log; metrics?: Metrics; now: () => number };

/** Gives each request an id, which its answer contains, and logs and counts the answer. */
export const observe = ({ log, metrics, now }: Options): [MiddlewareHandler, MiddlewareHandler] => [
  requestId(),
  async (c, next) => {
    const began = now();
    await next();
    const ms = Math.max(0, now() - began);
    log.info({ ...loggedRequest(c), status: c.res.status, ms }, 'answered');
    // By the pattern of the answering route: unlike paths, there are few of them.
    metrics?.answered(c.req.method, routePath(c), c.res.status, ms / 1000);
  },
];

/** `GET /metrics`, for clients with METRICS_TOKEN; without one there is no such page. */
export const metricsRoutes = (metrics: Metrics | undefined, token: string | undefined): Hono => {
  const routes = new Hono();
  if (!metrics || !token) return routes;
  routes.get('/metrics', async (c) => {
    const [, given = ''] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
    if (!sameSecret(given, token)) {
      return errorAnswer(c, 401, 'invalid_auth', 'Send METRICS_TOKEN as Bearer');
    }
    return c.text(await metrics.text(), 200, {
      'Content-Type': metrics.contentType,
      'Cache-Control': 'no-store',
    });
  });
  return routes;
};
