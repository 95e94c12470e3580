import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { SavedAct } from '../../../shared/answers/acts';
import type { ListFilter } from '../../../shared/bodies/views';
import type { SettingsChange } from '../../../shared/settingsPaths';
import type { Json } from '../../model/entities';
import type { NamedFile } from '../../model/settingsEntities';
import { time } from './columns';
import { conversations, users } from './conversationSchema';

export * from './accountsSchema';
export * from './conversationSchema';
export * from './figureSchema';
export * from './integrationsSchema';
export * from './mailSchema';
export * from './messageSchema';
export * from './processSchema';
export * from './pushSchema';

export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['session', 'websocket', 'link'] }).notNull(),
    conversationId: text('conversation_id'),
    clientId: text('client_id'),
    parentHash: text('parent_hash'),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at').notNull().default(sql`(extract(epoch from now()) * 1000)::bigint`),
    expiresAt: time('expires_at'),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    index('sessions_used').on(t.kind, t.usedAt),
    index('sessions_expires').on(t.expiresAt),
  ],
);

export const signingKeys = pgTable('signing_keys', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  secret: text('secret').notNull(),
  createdAt: time('created_at').notNull(),
});

/** The settings that agents saved, a row for each save. */
export const settingsVersions = pgTable('settings_versions', {
  version: integer('version').primaryKey(),
  author: text('author').notNull(),
  savedAt: time('saved_at').notNull(),
  value: jsonb('value').$type<Json>().notNull(),
  changes: jsonb('changes').$type<SettingsChange[]>().notNull(),
  restored: integer('restored'),
});

/** Single values of the desk: the row `log` has the name of this database's message log. */
export const desk = pgTable('desk', { name: text('name').primaryKey(), value: text('value').notNull() });

const conversationId = () =>
  text('conversation_id')
    .notNull()
    .references(() => conversations.id, { onDelete: 'cascade' });

/** What conversations wait for: to ask for an address, and to send an email. */
export const waits = pgTable(
  'waits',
  {
    conversationId: text('conversation_id')
      .primaryKey()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    offerAt: time('offer_at'),
    offered: boolean('offered').notNull(),
    unreadFrom: time('unread_from'),
    mailAt: time('mail_at'),
    tries: integer('tries').notNull(),
    alertAt: time('alert_at'),
    awayAt: time('away_at'),
  },
  (t) => [
    index('waits_offer').on(t.offerAt),
    index('waits_mail').on(t.mailAt),
    index('waits_alert').on(t.alertAt),
  ],
);

export const attachments = pgTable(
  'attachments',
  {
    id: text('id').primaryKey(),
    conversationId: conversationId(),
    messageId: text('message_id').notNull(),
    fileName: text('file_name').notNull(),
    mediaType: text('media_type').notNull(),
    size: integer('size').notNull(),
    createdAt: time('created_at').notNull(),
    address: text('address'),
    shares: text('shares'),
  },
  (t) => [index('attachments_conversation').on(t.conversationId), index('attachments_address').on(t.address)],
);

export const happenings = pgTable(
  'happenings',
  {
    id: text('id').primaryKey(),
    conversationId: conversationId(),
    kind: text('kind', { enum: ['postback', 'referral', 'change', 'note', 'transcript', 'act'] }).notNull(),
    referenceId: text('reference_id'),
    createdAt: time('created_at').notNull(),
    body: jsonb('body').$type<Json>().notNull(),
  },
  (t) => [uniqueIndex('happenings_reference').on(t.conversationId, t.kind, t.referenceId)],
);

/** The uploaded pictures of the settings, and the files of saved replies. */
export const pictures = pgTable('pictures', {
  id: text('id').primaryKey(),
  mediaType: text('media_type').notNull(),
  createdAt: time('created_at').notNull(),
  fileName: text('file_name'),
  size: integer('size'),
  width: integer('width'),
  height: integer('height'),
});

export const savedReplies = pgTable('saved_replies', {
  id: text('id').primaryKey(),
  shortcut: text('shortcut').notNull().unique(),
  text: text('text').notNull(),
  folder: text('folder').notNull().default(''),
  acts: jsonb('acts').$type<SavedAct[]>().notNull().default([]),
  files: jsonb('files').$type<NamedFile[]>().notNull().default([]),
  author: text('author').notNull(),
  savedAt: time('saved_at').notNull(),
});

export const savedViews = pgTable('saved_views', {
  id: text('id').primaryKey(),
  agentId: text('agent_id'),
  name: text('name').notNull(),
  filter: jsonb('filter').$type<ListFilter>().notNull(),
  author: text('author').notNull(),
  savedAt: time('saved_at').notNull(),
});

export const linkRequests = pgTable(
  'link_requests',
  {
    code: text('code').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    integrationId: text('integration_id').notNull(),
    status: text('status', { enum: ['open', 'matched', 'linked', 'cancelled', 'failed'] }).notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    clientId: text('client_id'),
    conversationId: text('conversation_id'),
    linkedAt: time('linked_at'),
  },
  (t) => [index('link_requests_user').on(t.userId, t.integrationId)],
);

/** The conversations in which visitors opened a campaign. */
export const campaignVisits = pgTable(
  'campaign_visits',
  {
    campaignId: text('campaign_id').notNull(),
    conversationId: conversationId(),
    openedAt: time('opened_at').notNull(),
    answeredAt: time('answered_at'),
  },
  (t) => [
    primaryKey({ columns: [t.campaignId, t.conversationId] }),
    index('campaign_visits_conversation').on(t.conversationId),
  ],
);
