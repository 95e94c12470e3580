import type { PlacedDelivery } from '../../../examples/support-desk/server/model/integrationEntities';
import type {
  IntegrationReads,
  IntegrationWrites,
} from '../../../examples/support-desk/server/store/integrationsStore';
import type { Edit } from './memoryForgetting';
import { copy, copyOr, find, type Tables } from './memoryReads';

type Put = { put<T>(table: Map<string, T>, key: string, value: T): void };
type Row = { id: string; createdAt: number };

const oldestFirst = <T extends Row>(table: Map<string, T>): T[] =>
  [...table.values()].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)).map(copy);

export const createIntegrationReads = (t: Tables): IntegrationReads => ({
  integrations: async () => oldestFirst(t.integrations),
  integrationById: async (id) => copyOr(t.integrations.get(id)),
  firstIntegration: async () => copyOr(find(t.integrations.values(), (i) => i.answersFirst)),
  webhooks: async () => oldestFirst(t.webhooks),
  webhookById: async (id) => copyOr(t.webhooks.get(id)),
  hasListeners: async (trigger) =>
    [...t.webhooks.values()].some(({ triggers }) => triggers.includes(trigger)),
  deliveries: async (webhookId, { before = Number.POSITIVE_INFINITY, limit }) =>
    [...t.deliveries.values()]
      .filter((d) => d.webhookId === webhookId && d.place < before)
      .sort((a, b) => b.place - a.place)
      .slice(0, limit)
      .map(copy),
  deliveryById: async (id) => copyOr(t.deliveries.get(id)),
});

export const createIntegrationWrites = (t: Tables, edit: Edit & Put): IntegrationWrites => {
  const { put, change, remove } = edit;
  const removeWebhook = (id: string): boolean => {
    for (const [key, delivery] of t.deliveries) if (delivery.webhookId === id) remove(t.deliveries, key);
    return remove(t.webhooks, id);
  };
  const isFirst = (delivery: PlacedDelivery): boolean =>
    !find(
      t.deliveries.values(),
      (d) =>
        d.webhookId === delivery.webhookId &&
        d.conversationId === delivery.conversationId &&
        d.state === 'waiting' &&
        d.place < delivery.place,
    );
  return {
    putIntegration: async (integration) => {
      const taken = find(
        t.integrations.values(),
        ({ id, name }) => name === integration.name && id !== integration.id,
      );
      if (taken) throw new Error('the name is taken');
      put(t.integrations, integration.id, integration);
    },
    lockIntegration: async (id) => t.integrations.has(id),
    deleteIntegration: async (id) => {
      for (const [key, { assigneeId }] of t.conversations)
        if (assigneeId === id)
          change(t.conversations, key, { assignee: null, assigneeId: null, routingStatus: null });
      for (const [key, webhook] of t.webhooks) if (webhook.integrationId === id) removeWebhook(key);
      return remove(t.integrations, id);
    },
    putWebhook: async (webhook) => put(t.webhooks, webhook.id, webhook),
    deleteWebhook: async (id) => removeWebhook(id),
    lockListeners: async (trigger) =>
      oldestFirst(t.webhooks).flatMap((webhook) => {
        const integration = t.integrations.get(webhook.integrationId);
        return integration && webhook.triggers.includes(trigger)
          ? [{ webhook, integration: copy(integration) }]
          : [];
      }),
    insertDeliveries: async (rows) => {
      for (const row of rows) {
        t.deliveryPlace += 1;
        put(t.deliveries, row.id, { ...row, place: t.deliveryPlace });
      }
    },
    claimDeliveries: async (webhookId, { now, until, limit }) => {
      const due = [...t.deliveries.values()]
        .filter((d) => d.webhookId === webhookId && d.state === 'waiting')
        .filter((d) => d.dueAt <= now && d.claimedUntil <= now && isFirst(d))
        .sort((a, b) => a.place - b.place)
        .slice(0, limit);
      for (const { id } of due) change(t.deliveries, id, { claimedUntil: until });
      return due.map((delivery) => ({ ...copy(delivery), claimedUntil: until }));
    },
    updateDelivery: async (id, fields) => change(t.deliveries, id, fields),
    deleteDeliveries: async (endedBefore) => {
      for (const [key, { endedAt }] of t.deliveries)
        if (endedAt !== null && endedAt < endedBefore) remove(t.deliveries, key);
    },
  };
};
