import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from './columns';

/** Tables of counts, which belong to no visitor. */

export const blipCounts = pgTable(
  'blip_counts',
  {
    day: integer('day').notNull(),
    kind: text('kind', {
      enum: ['pageView', 'open', 'close', 'settings', 'initInterval', 'apiCall', 'conversation'],
    }).notNull(),
    page: text('page').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.kind, t.page] })],
);

export const errorReports = pgTable(
  'error_reports',
  {
    fingerprint: text('fingerprint').primaryKey(),
    level: text('level', { enum: ['error', 'warning', 'info'] }).notNull(),
    operation: text('operation').notNull(),
    reason: text('reason').notNull(),
    version: text('version').notNull(),
    url: text('url').notNull(),
    count: integer('count').notNull(),
    firstAt: time('first_at').notNull(),
    lastAt: time('last_at').notNull(),
  },
  (t) => [index('error_reports_newest').on(t.lastAt, t.fingerprint)],
);

/** How often the message of a campaign was seen and dismissed. */
export const campaignCounts = pgTable('campaign_counts', {
  campaignId: text('campaign_id').primaryKey(),
  seen: integer('seen').notNull(),
  dismissed: integer('dismissed').notNull(),
});
