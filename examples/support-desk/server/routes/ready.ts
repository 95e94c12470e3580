import { Hono, type MiddlewareHandler } from 'hono';
import { noStore } from '../http/middleware';
import { DeskError } from '../model/deskError';
import type { Availability } from '../nodes/nodeClaim';
import type { Readiness } from '../nodes/readiness';
import { isUpload } from '../uploads/isUpload';

/** `GET /health`: the process answers. `GET /ready`: it can serve. */
export const readyRoutes = (readiness: Readiness): Hono => {
  const routes = new Hono();
  routes.get('/health', noStore, (c) => c.json({ status: 'ok' }));
  routes.get('/ready', noStore, async (c) => {
    const answer = await readiness.check();
    return c.json(answer, answer.status === 'unready' ? 503 : 200);
  });
  return routes;
};

const unavailable = (): DeskError =>
  new DeskError('unavailable', 'The database does not answer at the moment. Try again in a moment');

/**
 * Refuses calls while the database is away, including those that already wait for it. The effect of such a call is not
 * undone: it may finish when the database is back, and a repeat of the call finds that.
 */
export const requireDatabase =
  ({ isAway, onAway }: Availability): MiddlewareHandler =>
  async (c, next) => {
    if (isAway()) throw unavailable();
    // A file may take an hour to arrive, and needs the database only at the end.
    if (isUpload(c.req.method, c.req.path)) return next();
    let takeBack = (): void => undefined;
    const away = new Promise<never>((_, reject) => {
      takeBack = onAway(() => reject(unavailable()));
    });
    try {
      await Promise.race([next(), away]);
    } finally {
      takeBack();
    }
  };
