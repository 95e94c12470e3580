import { Hono } from 'hono';
import { partsFor } from '../domain/deps';
import { limitBody } from '../http/bodies';
import { compressJson } from '../http/compressJson';
import { fillAddresses, noStore } from '../http/middleware';
import type { OriginOf } from '../http/origin';
import type { Rates } from '../http/rates';
import type { Intake } from '../http/takeUpload';
import { DeskError } from '../model/deskError';
import { activityRoutes } from './activity';
import { appRoutes } from './apps';
import { attachmentRoutes } from './attachments';
import { createSunshineCheck } from './check';
import { conversationRoutes } from './conversations';
import { type IntegrationRouteDeps, integrationRoutes } from './integrations';
import { type MessageDeps, messageRoutes } from './messages';
import { controlRoutes, switchboardRoutes } from './switchboard';
import { userRoutes } from './users';
import { webhookRoutes } from './webhooks';

/**
 * A part of version 2 of the Sunshine Conversations API, for bots and bridges, listed in docs/integrations.md. The
 * domain does the work; these routes convert its model.
 * @param deps for agents
 */
export const sunshineRoutes = (
  deps: MessageDeps & IntegrationRouteDeps,
  intake: Intake,
  originOf: OriginOf,
  rates: Rates,
): Hono => {
  const routes = new Hono();
  routes.use(noStore, compressJson, limitBody, fillAddresses(originOf));
  routes.use(
    rates.limit('integrationCalls', 'addressIntegrationCalls'),
    createSunshineCheck(partsFor(deps, 'desk'), rates),
  );
  routes.use('/apps/:appId/*', async (c, next) => {
    if (c.req.param('appId') !== deps.settings().messenger.appId)
      throw new DeskError('not_found', 'There is no such app');
    await next();
  });
  routes.route('/', appRoutes(deps));
  routes.route('/apps/:appId/users', userRoutes(deps));
  routes.route('/apps/:appId/conversations', conversationRoutes(deps, originOf));
  routes.route('/apps/:appId/conversations', messageRoutes(deps, originOf));
  routes.route('/apps/:appId/conversations', activityRoutes(partsFor(deps, 'desk')));
  routes.route('/apps/:appId/conversations', controlRoutes(deps));
  routes.route('/apps/:appId/attachments', attachmentRoutes(deps, intake));
  routes.route('/apps/:appId/integrations', integrationRoutes(deps));
  routes.route('/apps/:appId/integrations', webhookRoutes(deps));
  routes.route('/apps/:appId/switchboards', switchboardRoutes(deps));
  routes.all('*', () => {
    throw new DeskError('not_found', 'This desk does not have this call. Its docs list those that it has');
  });
  return routes;
};
