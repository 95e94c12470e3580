import { Hono } from 'hono';
import * as v from 'valibot';
import type { Deps } from '../domain/deps';
import {
  addIntegration,
  changeIntegration,
  integrationOf,
  removeIntegration,
} from '../domain/integrations/integrations';
import { addWebhook } from '../domain/integrations/webhooks';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import type { Deliveries } from '../webhooks/deliver';
import { displayName } from './fields';
import { integrationView } from './model/integrations';
import { webhookBodies } from './webhookBody';

export type IntegrationRouteDeps = Deps & {
  newSecret: () => string;
  /** The hosts that the operator allows for webhooks. */
  webhookHosts: readonly string[];
  deliveries: Pick<Deliveries, 'begin'>;
};

const updateBody = v.object({ displayName: v.optional(displayName) });

/** `/apps/{appId}/integrations`: those of the type custom. */
export const integrationRoutes = (deps: IntegrationRouteDeps): Hono => {
  const routes = new Hono();
  const { store } = deps;
  const createBody = v.object({
    type: v.literal('custom', 'must be custom: this desk has no other integrations'),
    displayName: v.optional(displayName, 'Bot'),
    webhooks: v.optional(v.pipe(v.array(webhookBodies(deps.webhookHosts).create), v.maxLength(1)), []),
  });

  routes.post('/', async (c) => {
    const { displayName, webhooks } = await readBody(c, createBody);
    const integration = await addIntegration(deps, callerOf(c), { displayName });
    for (const webhook of webhooks) await addWebhook(deps, callerOf(c), integration.id, webhook);
    return c.json({ integration: integrationView(integration, await store.webhooks()) }, 201);
  });

  routes.get('/', async (c) => {
    const types = c.req.query('filter[types]')?.split(',') ?? ['custom'];
    const integrations = types.includes('custom') ? await store.integrations() : [];
    const webhooks = await store.webhooks();
    return c.json({
      integrations: integrations.map((one) => integrationView(one, webhooks)),
      meta: { hasMore: false },
      links: {},
    });
  });

  routes.get('/:id', async (c) => {
    const integration = await integrationOf(store, c.req.param('id'));
    return c.json({ integration: integrationView(integration, await store.webhooks()) });
  });

  routes.patch('/:id', async (c) => {
    const body = await readBody(c, updateBody);
    const integration = await changeIntegration(deps, callerOf(c), c.req.param('id'), body);
    return c.json({ integration: integrationView(integration, await store.webhooks()) });
  });

  routes.delete('/:id', async (c) => {
    await removeIntegration(deps, callerOf(c), c.req.param('id'));
    return c.json({});
  });

  return routes;
};
