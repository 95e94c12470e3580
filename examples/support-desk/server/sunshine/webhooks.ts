import { Hono } from 'hono';
import { integrationOf } from '../domain/integrations/integrations';
import { addWebhook, changeWebhook, removeWebhook, webhookOf } from '../domain/integrations/webhooks';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import type { IntegrationRouteDeps } from './integrations';
import { webhookView } from './model/integrations';
import { webhookBodies } from './webhookBody';

/** `/apps/{appId}/integrations/{integrationId}/webhooks`. */
export const webhookRoutes = (deps: IntegrationRouteDeps): Hono => {
  const routes = new Hono();
  const { store } = deps;
  const bodies = webhookBodies(deps.webhookHosts);

  routes.post('/:integrationId/webhooks', async (c) => {
    const body = await readBody(c, bodies.create);
    const webhook = await addWebhook(deps, callerOf(c), c.req.param('integrationId'), body);
    return c.json({ webhook: webhookView(webhook) }, 201);
  });

  routes.get('/:integrationId/webhooks', async (c) => {
    const { id } = await integrationOf(store, c.req.param('integrationId'));
    const webhooks = (await store.webhooks()).filter(({ integrationId }) => integrationId === id);
    return c.json({ webhooks: webhooks.map(webhookView) });
  });

  routes.get('/:integrationId/webhooks/:webhookId', async (c) => {
    const { integrationId, webhookId } = c.req.param();
    return c.json({ webhook: webhookView(await webhookOf(store, integrationId, webhookId)) });
  });

  routes.patch('/:integrationId/webhooks/:webhookId', async (c) => {
    const { integrationId, webhookId: id } = c.req.param();
    const body = await readBody(c, bodies.update);
    return c.json({
      webhook: webhookView(await changeWebhook(deps, callerOf(c), { integrationId, id }, body)),
    });
  });

  routes.delete('/:integrationId/webhooks/:webhookId', async (c) => {
    const { integrationId, webhookId: id } = c.req.param();
    await removeWebhook(deps, callerOf(c), { integrationId, id });
    return c.json({});
  });

  return routes;
};
