import type { Delivery, Integration, PlacedDelivery, Trigger, Webhook } from '../model/integrationEntities';

/** A webhook and whose it is. */
export type Listener = { webhook: Webhook; integration: Integration };

/** What integrations and their webhooks read. Times are in ms. */
export type IntegrationReads = {
  /** Oldest first. */
  integrations(): Promise<Integration[]>;
  integrationById(id: string): Promise<Integration | undefined>;
  /** The one that gets conversations before people do. */
  firstIntegration(): Promise<Integration | undefined>;
  /** Oldest first. */
  webhooks(): Promise<Webhook[]>;
  webhookById(id: string): Promise<Webhook | undefined>;
  /** Whether a webhook is told of this. */
  hasListeners(trigger: Trigger): Promise<boolean>;
  /** Newest first; with `before`, only those before that place. */
  deliveries(webhookId: string, page: { before?: number; limit: number }): Promise<PlacedDelivery[]>;
  deliveryById(id: string): Promise<PlacedDelivery | undefined>;
};

/** What they change. */
export type IntegrationWrites = {
  /** Adds an integration, or replaces the one with its id. */
  putIntegration(integration: Integration): Promise<void>;
  /** Whether the integration is there. Its removal waits until the transaction ends, as does another call of this. */
  lockIntegration(id: string): Promise<boolean>;
  /** Deletes the integration with its webhooks, and frees the conversations that it handles. False without it. */
  deleteIntegration(id: string): Promise<boolean>;
  /** Adds a webhook, or replaces the one with its id. */
  putWebhook(webhook: Webhook): Promise<void>;
  /** Deletes the webhook with its deliveries. False without it. */
  deleteWebhook(id: string): Promise<boolean>;
  /** Reads who is told, and keeps their webhooks from being deleted until the transaction ends. */
  lockListeners(trigger: Trigger): Promise<Listener[]>;
  insertDeliveries(deliveries: readonly Delivery[]): Promise<void>;
  /**
   * Claims deliveries that are due: of each conversation only the first that is not yet sent.
   * @param which `until`: no other process gets them before that time
   */
  claimDeliveries(
    webhookId: string,
    which: { now: number; until: number; limit: number },
  ): Promise<PlacedDelivery[]>;
  updateDelivery(
    id: string,
    change: Partial<
      Pick<Delivery, 'state' | 'tries' | 'dueAt' | 'tryUntil' | 'claimedUntil' | 'answer' | 'endedAt'>
    >,
  ): Promise<void>;
  /** Deletes what was sent or has failed before this time. */
  deleteDeliveries(endedBefore: number): Promise<void>;
};
