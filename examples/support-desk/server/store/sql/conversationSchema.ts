import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Json, Profile, Rating, User } from '../../model/entities';
import { time } from './columns';

/** Visitors, and their conversations without the messages. */

/** One letter of the end of a visitor's id, as a number. */
const numberAt = (id: AnyPgColumn, at: number): SQL =>
  sql`ascii(substr(lpad(right(${id}, 4), 4), ${sql.raw(`${at}`)}, 1)) % 39`;

const wordAt = (id: AnyPgColumn, at: number): SQL =>
  sql`(${numberAt(id, at)} * 16 + ${numberAt(id, at + 1)}) % 64`;

/** Later than any time. */
const LATER = 900_000_000_000_000;

/**
 * Orders conversations by how long the visitor has waited for an answer, longest first, and the others newest first;
 * must match `waitOrder` in domain/waiting.ts.
 */
const waitOrderOf = (
  t: Record<'waitingSince' | 'firstAskedAt' | 'firstAnsweredAt' | 'lastUpdatedAt', AnyPgColumn>,
): SQL =>
  sql`coalesce(${t.waitingSince}, case when ${t.firstAnsweredAt} is null then ${t.firstAskedAt} end, ${sql.raw(`${LATER}`)} - ${t.lastUpdatedAt})`;

/** The number of a visitor's generated name; must match `madeUpName` and `madeUpNumbers` in domain/visitorNames.ts. */
const madeUpNumberOf = (id: AnyPgColumn): SQL => sql`((${wordAt(id, 1)}) * 64 + (${wordAt(id, 3)}))`;

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    referenceId: text('reference_id'),
    externalId: text('external_id'),
    profile: jsonb('profile').$type<Profile>().notNull().default({}),
    locale: text('locale'),
    conversationStarted: boolean('conversation_started').notNull(),
    properties: jsonb('properties').$type<Json>().notNull(),
    clients: jsonb('clients').$type<Json[]>().notNull(),
    pendingClients: jsonb('pending_clients').$type<Json[]>().notNull().default([]),
    createdAt: time('created_at').notNull(),
    blockedAt: time('blocked_at'),
    corrections: jsonb('corrections').$type<User['corrections']>().notNull().default({}),
    mergedInto: text('merged_into'),
  },
  (t) => [
    uniqueIndex('users_reference').on(t.referenceId),
    uniqueIndex('users_external').on(t.externalId),
    index('users_blocked').on(t.blockedAt).where(sql`${t.blockedAt} is not null`),
    index('users_made_up_name').on(madeUpNumberOf(t.id)),
  ],
);

/** What agents did about visitors. */
export const visitorEntries = pgTable(
  'visitor_entries',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['correction', 'merge', 'note'] }).notNull(),
    createdAt: time('created_at').notNull(),
    body: jsonb('body').$type<Json>().notNull(),
  },
  (t) => [index('visitor_entries_user').on(t.userId, t.createdAt)],
);

export const madeUpNumber = madeUpNumberOf(users.id);

/** The views of the inbox as conditions. A query must repeat them word by word to use their indexes. */
export const OPEN = sql.raw(`"status" = 'active' and "message_count" > 0`);
export const CLOSED = sql.raw(`"status" = 'idle' and "message_count" > 0`);
export const UNASSIGNED = sql.raw(`"status" = 'active' and "message_count" > 0 and "assignee" is null`);

/** Some agent is mentioned, or has not read it. */
export const MENTIONS = sql.raw(`"mentions" <> '[]'::jsonb`);
export const MENTIONED = sql.raw(`"mentioned" <> '[]'::jsonb`);
/** What sleeps. Other views leave it out by a condition of their own, so that their indexes need no new one. */
export const SNOOZED = sql.raw(`"status" = 'active' and "snoozed_at" is not null`);

export const conversations = pgTable(
  'conversations',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    participantId: text('participant_id').notNull(),
    referenceId: text('reference_id'),
    displayName: text('display_name'),
    description: text('description'),
    iconUrl: text('icon_url'),
    isDefault: boolean('is_default').notNull(),
    status: text('status', { enum: ['active', 'idle'] }).notNull(),
    metadata: jsonb('metadata').$type<Json>().notNull(),
    tags: jsonb('tags').$type<string[]>().notNull().default([]),
    createdAt: time('created_at').notNull(),
    lastUpdatedAt: time('last_updated_at').notNull(),
    lastReceived: time('last_received').notNull(),
    lastMessageId: text('last_message_id'),
    messageCount: integer('message_count').notNull(),
    visitorUnread: integer('visitor_unread').notNull(),
    visitorLastRead: time('visitor_last_read'),
    businessUnread: integer('business_unread').notNull(),
    businessLastRead: time('business_last_read'),
    visitorDelivered: time('visitor_delivered'),
    routingStatus: text('routing_status', { enum: ['queued', 'assigned'] }),
    queuedAt: time('queued_at'),
    assignee: text('assignee'),
    assignedBefore: boolean('assigned_before').notNull().default(false),
    firstAskedAt: time('first_asked_at'),
    firstAnsweredAt: time('first_answered_at'),
    campaignId: text('campaign_id'),
    closedAt: time('closed_at'),
    rating: jsonb('rating').$type<Rating>(),
    ratedAt: time('rated_at'),
    assigneeId: text('assignee_id'),
    waitingSince: time('waiting_since'),
    mentioned: jsonb('mentioned').$type<string[]>().notNull().default([]),
    mentions: jsonb('mentions').$type<string[]>().notNull().default([]),
    snoozedAt: time('snoozed_at'),
    snoozedUntil: time('snoozed_until'),
    missedCallAt: time('missed_call_at'),
  },
  (t) => [
    uniqueIndex('conversations_reference').on(t.userId, t.referenceId),
    index('conversations_of_user').on(t.userId, t.lastUpdatedAt, t.id),
    index('conversations_newest').on(t.lastUpdatedAt, t.id),
    index('conversations_closed').on(t.status, t.lastUpdatedAt),
    index('conversations_queue').on(t.routingStatus, t.queuedAt, t.id),
    index('conversations_answered').on(t.firstAnsweredAt),
    index('conversations_asked').on(t.firstAskedAt),
    index('conversations_rated').on(t.ratedAt),
    index('conversations_tags').using('gin', t.tags),
    index('conversations_open').on(t.lastUpdatedAt, t.id).where(OPEN),
    index('conversations_waiting').on(waitOrderOf(t), t.id).where(OPEN),
    index('conversations_unassigned').on(t.lastUpdatedAt, t.id).where(UNASSIGNED),
    index('conversations_assignee').on(t.assigneeId, t.lastUpdatedAt, t.id).where(OPEN),
    index('conversations_done').on(t.lastUpdatedAt, t.id).where(CLOSED),
  ],
);

export const waitOrder = waitOrderOf(conversations);
