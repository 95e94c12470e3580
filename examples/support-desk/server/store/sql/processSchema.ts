import { bigserial, boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './columns';

/** The running processes of the desk. Each renews its row; times are those of the database. */
export const nodes = pgTable('nodes', {
  id: text('id').primaryKey(),
  host: text('host').notNull(),
  seenAt: time('seen_at').notNull(),
  /** Whether it hears the others over Redis. */
  shares: boolean('shares').notNull().default(false),
});

/** What has to be published and may not have been. A process deletes its rows once it has. */
export const outbox = pgTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    place: bigserial('place', { mode: 'number' }).notNull(),
    publication: text('publication').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [index('outbox_place').on(t.place)],
);
