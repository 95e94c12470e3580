/**
 * The types of bots and bridges and of their webhooks, for the inbox. Every call is under `/agent/api`, and for admins.
 * Times are float seconds.
 */

/** Where an integration is told of what happens; `secret` signs what is sent there. */
export type AgentWebhook = { id: string; target: string; triggers: string[]; secret: string };

/** `name` is what calls of the switchboard name it by. */
export type AgentIntegration = {
  id: string;
  name: string;
  displayName: string;
  answersFirst: boolean;
  hearsAll: boolean;
  webhooks: AgentWebhook[];
};

/** `GET /integrations`, with what a webhook can be told of. */
export type IntegrationsAnswer = { integrations: AgentIntegration[]; triggers: string[] };
/** `POST /integrations`, `PATCH /integrations/{id}`. */
export type IntegrationAnswer = { integration: AgentIntegration };
export type IntegrationBody = { displayName?: string; answersFirst?: boolean; hearsAll?: boolean };
/** `POST /integrations/{id}/webhooks`. */
export type WebhookBody = { target: string; triggers: string[] };
export type WebhookAnswer = { webhook: AgentWebhook };

/** `answer` is the status or the failure of the last attempt; `dueAt` is when a waiting one is tried next. */
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
