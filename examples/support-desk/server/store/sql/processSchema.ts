import { bigserial, boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './columns';

/** The running processes of the desk. Each renews its row; times are those of the database. */
export const nodes = pgTable('nodes', {
  id: text('id').primaryKey(),
  host: text('host').notNull(),
  seenAt: time('seen_at').notNull(),
  /** Whether it exchanges events with the others over Redis. */
  shares: boolean('shares').notNull().default(false),
});

/** Publications that may not have been sent. A process deletes its rows once it has sent them. */
export const publications = pgTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    place: bigserial('place', { mode: 'number' }).notNull(),
    publication: text('publication').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [index('outbox_place').on(t.place)],
);
