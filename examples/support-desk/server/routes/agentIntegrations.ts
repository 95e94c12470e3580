import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import type {
  AgentDelivery,
  AgentIntegration,
  AgentWebhook,
  DeliveriesAnswer,
  DeliveryAnswer,
  IntegrationAnswer,
  IntegrationsAnswer,
  WebhookAnswer,
} from '../../shared/answers/integrations';
import { integrationBody, newIntegrationBody } from '../../shared/bodies/integrations';
import { addIntegration, changeIntegration, removeIntegration } from '../domain/integrations/integrations';
import { addWebhook, removeWebhook, repeatDelivery } from '../domain/integrations/webhooks';
import { seconds } from '../domain/views';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import { DeskError } from '../model/deskError';
import { type Integration, type PlacedDelivery, TRIGGERS, type Webhook } from '../model/integrationEntities';
import type { IntegrationRouteDeps } from '../sunshine/integrations';
import { webhookBodies } from '../sunshine/webhookBody';

const DELIVERIES_A_PAGE = 50;

const webhookView = ({ id, target, triggers, secret }: Webhook): AgentWebhook => ({
  id,
  target,
  triggers,
  secret,
});

const integrationView = (
  { id, name, displayName, answersFirst, hearsAll }: Integration,
  webhooks: readonly Webhook[],
): AgentIntegration => ({
  id,
  name,
  displayName,
  answersFirst,
  hearsAll,
  webhooks: webhooks.filter(({ integrationId }) => integrationId === id).map(webhookView),
});

const deliveryView = (delivery: PlacedDelivery): AgentDelivery => ({
  id: delivery.id,
  type: delivery.type,
  conversationId: delivery.conversationId,
  createdAt: seconds(delivery.createdAt),
  state: delivery.state,
  tries: delivery.tries,
  answer: delivery.answer ?? undefined,
  dueAt: delivery.state === 'waiting' ? seconds(delivery.dueAt) : undefined,
});

const beforeOf = (c: Context): number | undefined => {
  const before = c.req.query('before');
  if (before === undefined) return undefined;
  if (!/^\d{1,15}$/.test(before)) throw new DeskError('bad_request', 'before must be the `next` of a page');
  return Number(before);
};

/** Bots and bridges, their webhooks and the log of deliveries. */
export const agentIntegrationRoutes = (deps: IntegrationRouteDeps): Hono => {
  const routes = new Hono();
  const { store } = deps;
  const webhookBody = v.pick(webhookBodies(deps.webhookHosts).create, ['target', 'triggers']);

  routes.get('/integrations', async (c) => {
    const webhooks = await store.webhooks();
    const answer: IntegrationsAnswer = {
      integrations: (await store.integrations()).map((one) => integrationView(one, webhooks)),
      triggers: [...TRIGGERS],
    };
    return c.json(answer);
  });

  routes.post('/integrations', async (c) => {
    const integration = await addIntegration(deps, callerOf(c), await readBody(c, newIntegrationBody));
    const answer: IntegrationAnswer = { integration: integrationView(integration, []) };
    return c.json(answer, 201);
  });

  routes.patch('/integrations/:id', async (c) => {
    const body = await readBody(c, integrationBody);
    const integration = await changeIntegration(deps, callerOf(c), c.req.param('id'), body);
    const answer: IntegrationAnswer = { integration: integrationView(integration, await store.webhooks()) };
    return c.json(answer);
  });

  routes.delete('/integrations/:id', async (c) => {
    await removeIntegration(deps, callerOf(c), c.req.param('id'));
    return c.json({});
  });

  routes.post('/integrations/:id/webhooks', async (c) => {
    const body = await readBody(c, webhookBody);
    const answer: WebhookAnswer = {
      webhook: webhookView(await addWebhook(deps, callerOf(c), c.req.param('id'), body)),
    };
    return c.json(answer, 201);
  });

  routes.delete('/integrations/:id/webhooks/:webhookId', async (c) => {
    const { id: integrationId, webhookId: id } = c.req.param();
    await removeWebhook(deps, callerOf(c), { integrationId, id });
    return c.json({});
  });

  routes.get('/webhooks/:id/deliveries', async (c) => {
    const page = { before: beforeOf(c), limit: DELIVERIES_A_PAGE + 1 };
    const found = await store.deliveries(c.req.param('id'), page);
    const shown = found.slice(0, DELIVERIES_A_PAGE);
    const last = found.length > DELIVERIES_A_PAGE ? shown.at(-1) : undefined;
    const answer: DeliveriesAnswer = {
      deliveries: shown.map(deliveryView),
      next: last && String(last.place),
    };
    return c.json(answer);
  });

  routes.post('/deliveries/:id/repeat', async (c) => {
    const delivery = await repeatDelivery(deps, callerOf(c), c.req.param('id'));
    await deps.deliveries.begin();
    const answer: DeliveryAnswer = { delivery: deliveryView(delivery) };
    return c.json(answer);
  });

  return routes;
};
