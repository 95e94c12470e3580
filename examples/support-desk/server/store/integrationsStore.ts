import type { Delivery, Integration, PlacedDelivery, Trigger, Webhook } from '../model/integrationEntities';

export type Listener = { webhook: Webhook; integration: Integration };

/** The reads of integrations and their webhooks. Times are in ms. */
export type IntegrationReads = {
  /** Oldest first. */
  integrations(): Promise<Integration[]>;
  integrationById(id: string): Promise<Integration | undefined>;
  /** The first responder. */
  firstIntegration(): Promise<Integration | undefined>;
  /** Oldest first. */
  webhooks(): Promise<Webhook[]>;
  webhookById(id: string): Promise<Webhook | undefined>;
  /** Whether any webhook receives this. */
  hasListeners(trigger: Trigger): Promise<boolean>;
  /** Newest first; with `before`, only those before that place. */
  deliveries(webhookId: string, page: { before?: number; limit: number }): Promise<PlacedDelivery[]>;
  deliveryById(id: string): Promise<PlacedDelivery | undefined>;
};

/** The writes of the same. */
export type IntegrationWrites = {
  /** Adds an integration, or replaces the one with its id. */
  putIntegration(integration: Integration): Promise<void>;
  /** Whether the integration exists. Its removal waits until the transaction ends, as does another call of this. */
  lockIntegration(id: string): Promise<boolean>;
  /** Deletes the integration and its webhooks, and frees its conversations. False if it does not exist. */
  deleteIntegration(id: string): Promise<boolean>;
  /** Adds a webhook, or replaces the one with its id. */
  putWebhook(webhook: Webhook): Promise<void>;
  /** Deletes the webhook and its deliveries. False if it does not exist. */
  deleteWebhook(id: string): Promise<boolean>;
  /** Reads the listeners, and keeps their webhooks from being deleted until the transaction ends. */
  lockListeners(trigger: Trigger): Promise<Listener[]>;
  insertDeliveries(deliveries: readonly Delivery[]): Promise<void>;
  /**
   * Claims due deliveries: for each conversation, only the first unsent one.
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
  /** Deletes deliveries that were sent or have failed before this time. */
  deleteDeliveries(endedBefore: number): Promise<void>;
};
