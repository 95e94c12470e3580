import { Hono } from 'hono';
import type { Deps } from '../domain/deps';
import { userView } from '../domain/views';
import { requestLinks, unlinkClient } from '../domain/visitors/links';
import type { OriginOf } from '../http/origin';
import { DeskError } from '../model/deskError';
import { requireVisitor, type VisitorEnv } from './visitorAuth';

const MAX_CHANNELS = 20;

/** Continuing in another channel, and unlinking it. */
export const linkRoutes = (deps: Deps, originOf: OriginOf): Hono<VisitorEnv> => {
  const routes = new Hono<VisitorEnv>();
  const visitor = requireVisitor(deps);

  routes.get('/:appUserId/linkrequest', visitor, async (c) => {
    const asked = (c.req.query('integrationIds') ?? '').split(',').filter(Boolean);
    const ids = [...new Set(asked)];
    if (ids.length === 0 || ids.length > MAX_CHANNELS) {
      throw new DeskError('bad_request', `integrationIds must name 1 to ${MAX_CHANNELS} channels`);
    }
    return c.json({ linkRequests: await requestLinks(deps, c.var.user.id, ids, originOf(c)) });
  });

  routes.delete('/:appUserId/clients/:clientId', visitor, async (c) => {
    const user = await unlinkClient(deps, c.var.user.id, c.req.param('clientId'));
    return c.json({ appUser: userView(user) });
  });

  return routes;
};
