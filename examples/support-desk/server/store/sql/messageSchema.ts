import { jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Json } from '../../model/entities';
import { time } from './columns';
import { conversations } from './conversationSchema';

export const messages = pgTable(
  'messages',
  {
    id: text('id').primaryKey(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    referenceId: text('reference_id'),
    received: time('received').notNull(),
    role: text('role', { enum: ['appUser', 'appMaker'] }).notNull(),
    type: text('type').notNull(),
    body: jsonb('body').$type<Json>().notNull(),
  },
  (t) => [
    uniqueIndex('messages_reference').on(t.conversationId, t.referenceId),
    uniqueIndex('messages_received').on(t.conversationId, t.received),
  ],
);
