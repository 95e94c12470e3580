import * as v from 'valibot';

/** The answers about bots and bridges and their webhooks, for admins. Times are float seconds. */

/** Where an integration is notified; `secret` signs what is sent there. */
const webhook = v.object({
  id: v.string(),
  target: v.string(),
  triggers: v.array(v.string()),
  secret: v.string(),
});
export type AgentWebhook = v.InferOutput<typeof webhook>;

/** `name` is its name in calls of the switchboard. */
const integration = v.object({
  id: v.string(),
  name: v.string(),
  displayName: v.string(),
  answersFirst: v.boolean(),
  hearsAll: v.boolean(),
  webhooks: v.array(webhook),
});
export type AgentIntegration = v.InferOutput<typeof integration>;

/** `GET /integrations`, with the events that a webhook can receive. */
export const integrationsAnswer = v.object({
  integrations: v.array(integration),
  triggers: v.array(v.string()),
});
export type IntegrationsAnswer = v.InferOutput<typeof integrationsAnswer>;
/** `POST /integrations`, `PATCH /integrations/{id}`. */
export const integrationAnswer = v.object({ integration });
export type IntegrationAnswer = v.InferOutput<typeof integrationAnswer>;
/** `POST /integrations/{id}/webhooks`. */
export const webhookAnswer = v.object({ webhook });
export type WebhookAnswer = v.InferOutput<typeof webhookAnswer>;

/** `answer` is the status or the failure of the last attempt; `dueAt` is the time of the next attempt. */
const delivery = v.object({
  id: v.string(),
  type: v.string(),
  conversationId: v.string(),
  createdAt: v.number(),
  state: v.picklist(['waiting', 'sent', 'failed']),
  tries: v.number(),
  answer: v.optional(v.string()),
  dueAt: v.optional(v.number()),
});
export type AgentDelivery = v.InferOutput<typeof delivery>;
/** `GET /webhooks/{id}/deliveries?before=`, newest first; `next` is the `before` of the next page. */
export const deliveriesAnswer = v.object({ deliveries: v.array(delivery), next: v.optional(v.string()) });
export type DeliveriesAnswer = v.InferOutput<typeof deliveriesAnswer>;
/** `POST /deliveries/{id}/repeat`. */
export const deliveryAnswer = v.object({ delivery });
export type DeliveryAnswer = v.InferOutput<typeof deliveryAnswer>;
