import { and, asc, desc, eq, inArray, lt, lte, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Trigger } from '../../model/integrationEntities';
import type { IntegrationReads, IntegrationWrites } from '../integrationsStore';
import type { Database } from './database';
import { conversations, deliveries, integrations, webhooks } from './schema';
import { at, statement } from './statement';

const isToldOf = (trigger: Trigger) => sql`${webhooks.triggers} @> ${JSON.stringify([trigger])}::jsonb`;

/** The queries of each second and of many messages. */
const createFirstRead = (db: Database): Pick<IntegrationReads, 'firstIntegration' | 'webhooks'> => {
  const first = statement('first integration', () =>
    db.select().from(integrations).where(eq(integrations.answersFirst, true)).limit(1),
  );
  const all = statement('webhooks', () =>
    db.select().from(webhooks).orderBy(asc(webhooks.createdAt), asc(webhooks.id)),
  );
  return { firstIntegration: async () => (await first({}))[0], webhooks: () => all({}) };
};

const listeners = (db: Database): IntegrationWrites['lockListeners'] => {
  const locked = statement('listeners', () =>
    db
      .select({ webhook: webhooks, integration: integrations })
      .from(webhooks)
      .innerJoin(integrations, eq(integrations.id, webhooks.integrationId))
      .where(sql`${webhooks.triggers} @> ${at('triggers')}::jsonb`)
      .orderBy(asc(webhooks.createdAt), asc(webhooks.id))
      // As the rows of deliveries, which refer to them, do anyway.
      .for('key share', { of: webhooks }),
  );
  return (trigger) => locked({ triggers: JSON.stringify([trigger]) });
};

export const createIntegrationReads = (db: Database): IntegrationReads => ({
  ...createFirstRead(db),
  integrations: () =>
    db.select().from(integrations).orderBy(asc(integrations.createdAt), asc(integrations.id)),
  integrationById: async (id) =>
    (await db.select().from(integrations).where(eq(integrations.id, id)).limit(1))[0],
  webhookById: async (id) => (await db.select().from(webhooks).where(eq(webhooks.id, id)).limit(1))[0],
  hasListeners: async (trigger) =>
    (await db.select({ id: webhooks.id }).from(webhooks).where(isToldOf(trigger)).limit(1)).length > 0,
  deliveries: (webhookId, { before, limit }) =>
    db
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.webhookId, webhookId),
          before === undefined ? undefined : lt(deliveries.place, before),
        ),
      )
      .orderBy(desc(deliveries.place))
      .limit(limit),
  deliveryById: async (id) => (await db.select().from(deliveries).where(eq(deliveries.id, id)).limit(1))[0],
});

export const createIntegrationWrites = (db: Database): IntegrationWrites => ({
  putIntegration: async (integration) => {
    const { id: _, ...set } = integration;
    await db.insert(integrations).values(integration).onConflictDoUpdate({ target: integrations.id, set });
  },
  lockIntegration: async (id) =>
    (
      await db
        .select({ id: integrations.id })
        .from(integrations)
        .where(eq(integrations.id, id))
        .for('no key update')
    ).length > 0,
  deleteIntegration: async (id) => {
    await db
      .update(conversations)
      .set({ assignee: null, assigneeId: null, routingStatus: null })
      .where(eq(conversations.assigneeId, id));
    const gone = await db.delete(integrations).where(eq(integrations.id, id)).returning({
      id: integrations.id,
    });
    return gone.length > 0;
  },
  putWebhook: async (webhook) => {
    const { id: _, ...set } = webhook;
    await db.insert(webhooks).values(webhook).onConflictDoUpdate({ target: webhooks.id, set });
  },
  deleteWebhook: async (id) =>
    (await db.delete(webhooks).where(eq(webhooks.id, id)).returning({ id: webhooks.id })).length > 0,
  lockListeners: listeners(db),
  insertDeliveries: async (rows) => {
    if (rows.length > 0) await db.insert(deliveries).values([...rows]);
  },
  claimDeliveries: async (webhookId, { now, until, limit }) => {
    const earlier = alias(deliveries, 'earlier');
    const due = db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(
        and(
          eq(deliveries.webhookId, webhookId),
          eq(deliveries.state, 'waiting'),
          lte(deliveries.dueAt, now),
          lte(deliveries.claimedUntil, now),
          notExists(
            db
              .select({ id: earlier.id })
              .from(earlier)
              .where(
                and(
                  eq(earlier.webhookId, deliveries.webhookId),
                  eq(earlier.conversationId, deliveries.conversationId),
                  eq(earlier.state, 'waiting'),
                  lt(earlier.place, deliveries.place),
                ),
              ),
          ),
        ),
      )
      .orderBy(asc(deliveries.place))
      .limit(limit)
      .for('update', { skipLocked: true });
    const claimed = await db
      .update(deliveries)
      .set({ claimedUntil: until })
      .where(inArray(deliveries.id, due))
      .returning();
    return claimed.toSorted((a, b) => a.place - b.place);
  },
  updateDelivery: async (id, change) => {
    await db.update(deliveries).set(change).where(eq(deliveries.id, id));
  },
  deleteDeliveries: async (endedBefore) => {
    await db.delete(deliveries).where(lt(deliveries.endedAt, endedBefore));
  },
});
