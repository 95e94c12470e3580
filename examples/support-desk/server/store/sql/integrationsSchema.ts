import { sql } from 'drizzle-orm';
import { bigserial, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Json } from '../../model/entities';
import type { DeliveryState, Trigger } from '../../model/integrationEntities';
import { time } from './columns';
import { conversations } from './conversationSchema';

/** Programs that take part in conversations. */
export const integrations = pgTable(
  'integrations',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    displayName: text('display_name').notNull(),
    answersFirst: boolean('answers_first').notNull(),
    hearsAll: boolean('hears_all').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [uniqueIndex('integrations_name').on(t.name)],
);

/** Where they receive events. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: text('id').primaryKey(),
    integrationId: text('integration_id')
      .notNull()
      .references(() => integrations.id, { onDelete: 'cascade' }),
    target: text('target').notNull(),
    triggers: jsonb('triggers').$type<Trigger[]>().notNull(),
    secret: text('secret').notNull(),
    includeFullUser: boolean('include_full_user').notNull(),
    includeFullSource: boolean('include_full_source').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [index('webhooks_integration').on(t.integrationId)],
);

/** Pending deliveries to webhooks, and those of the last days. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: text('id').primaryKey(),
    place: bigserial('place', { mode: 'number' }).notNull(),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    type: text('type').$type<Trigger>().notNull(),
    event: jsonb('event').$type<Json>().notNull(),
    createdAt: time('created_at').notNull(),
    state: text('state').$type<DeliveryState>().notNull(),
    tries: integer('tries').notNull(),
    dueAt: time('due_at').notNull(),
    tryUntil: time('try_until').notNull(),
    claimedUntil: time('claimed_until').notNull(),
    answer: text('answer'),
    endedAt: time('ended_at'),
  },
  (t) => [
    index('deliveries_log').on(t.webhookId, t.place),
    index('deliveries_conversation').on(t.conversationId),
    index('deliveries_waiting')
      .on(t.webhookId, t.conversationId, t.place)
      .where(sql.raw(`"state" = 'waiting'`)),
    index('deliveries_ended').on(t.endedAt),
  ],
);
