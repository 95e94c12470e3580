/**
 * The types of bots, bridges and their webhooks, for the inbox. Every call is under `/agent/api`, and for admins. Times
 * are float seconds.
 */

/** Where an integration receives events; `secret` signs them. */
export type AgentWebhook = { id: string; target: string; triggers: string[]; secret: string };

/** `name` is its name in calls of the switchboard. */
export type AgentIntegration = {
  id: string;
  name: string;
  displayName: string;
  answersFirst: boolean;
  hearsAll: boolean;
  webhooks: AgentWebhook[];
};

/** `GET /integrations`, with the events that a webhook can receive. */
export type IntegrationsAnswer = { integrations: AgentIntegration[]; triggers: string[] };
/** `POST /integrations`, `PATCH /integrations/{id}`. */
export type IntegrationAnswer = { integration: AgentIntegration };
/** `POST /integrations/{id}/webhooks`. */
export type WebhookAnswer = { webhook: AgentWebhook };

/** `answer` is the status or the failure of the last attempt; `dueAt` is the time of the next attempt. */
export type AgentDelivery = {
  id: string;
  type: string;
  conversationId: string;
  createdAt: number;
  state: 'waiting' | 'sent' | 'failed';
  tries: number;
  answer?: string;
  dueAt?: number;
};
/** `GET /webhooks/{id}/deliveries?before=`, newest first; `next` is the `before` of the next page. */
export type DeliveriesAnswer = { deliveries: AgentDelivery[]; next?: string };
/** `POST /deliveries/{id}/repeat`. */
export type DeliveryAnswer = { delivery: AgentDelivery };
