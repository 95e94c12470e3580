import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { agentSessions } from './accountsSchema';
import { time } from './columns';
import { conversations } from './conversationSchema';

/** The browsers of agents that get push messages. */
export const pushBrowsers = pgTable('push_browsers', {
  sessionId: text('session_id')
    .primaryKey()
    .references(() => agentSessions.id, { onDelete: 'cascade' }),
  endpoint: text('endpoint').notNull().unique(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  away: boolean('away').notNull(),
  createdAt: time('created_at').notNull(),
});

const subject = {
  id: text('id').notNull(),
  conversationId: text('conversation_id')
    .notNull()
    .references(() => conversations.id, { onDelete: 'cascade' }),
  noteId: text('note_id'),
  body: text('body'),
  dueAt: time('due_at').notNull(),
};

export const pushAlerts = pgTable(
  'push_alerts',
  { ...subject, only: text('only'), but: text('but'), told: jsonb('told').$type<string[]>() },
  (t) => [
    primaryKey({ columns: [t.id] }),
    index('push_alerts_due').on(t.dueAt),
    index('push_alerts_conversation').on(t.conversationId),
  ],
);

export const pushes = pgTable(
  'pushes',
  {
    ...subject,
    sessionId: text('session_id')
      .notNull()
      .references(() => pushBrowsers.sessionId, { onDelete: 'cascade' }),
    tries: integer('tries').notNull(),
    tryUntil: time('try_until').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.id] }),
    index('pushes_due').on(t.dueAt),
    index('pushes_conversation').on(t.conversationId),
  ],
);
