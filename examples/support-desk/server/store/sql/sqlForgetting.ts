import { and, asc, count, eq, gt, inArray, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ForgettingReads, UpkeepNote } from '../forgettingStore';
import { BLOCK_BYTES } from '../store';
import type { Database } from './database';
import {
  attachments,
  conversations,
  desk,
  linkRequests,
  messages,
  pictures,
  sessions,
  users,
} from './schema';

const sumOf = (size: SQLWrapper, which: SQL = sql`true`): SQL<number> =>
  sql<number>`coalesce(sum(greatest(${size}, ${BLOCK_BYTES})) filter (where ${which}), 0)`.mapWith(Number);

/** The disk space of the selected files, in bytes; one that is shared counts with its saved reply. */
export const diskBytes = sumOf(attachments.size, sql`${attachments.shares} is null`);
/** That of the selected files of saved replies. */
export const savedBytes = sumOf(pictures.size, sql`${pictures.size} is not null`);

/** The row of `desk` with the last user that upkeep has checked. */
export const NOTES: Record<UpkeepNote, string> = { users: 'upkeep', files: 'upkeep of files' };

export const createForgettingReads = (db: Database): ForgettingReads => {
  const ofUser = (userId: string) =>
    db.select({ id: conversations.id }).from(conversations).where(eq(conversations.userId, userId));
  return {
    sessionsOf: (userId) =>
      db
        .select()
        .from(sessions)
        .where(eq(sessions.userId, userId))
        .orderBy(asc(sessions.createdAt), asc(sessions.tokenHash)),
    linkRequestsOf: (userId) =>
      db
        .select()
        .from(linkRequests)
        .where(eq(linkRequests.userId, userId))
        .orderBy(asc(linkRequests.createdAt), asc(linkRequests.code)),
    conversationIdsOf: async (userId) =>
      (await ofUser(userId).orderBy(asc(conversations.createdAt), asc(conversations.id))).map(({ id }) => id),
    attachmentsOf: async (ids) =>
      ids.length === 0
        ? []
        : db
            .select()
            .from(attachments)
            .where(inArray(attachments.conversationId, [...ids]))
            .orderBy(asc(attachments.createdAt), asc(attachments.id)),
    visitorAmounts: async (userId) => {
      const [own] = await db
        .select({ conversations: count() })
        .from(conversations)
        .where(eq(conversations.userId, userId));
      const [sent] = await db
        .select({ messages: count() })
        .from(messages)
        .where(inArray(messages.conversationId, ofUser(userId)));
      const [kept] = await db
        .select({ files: count(), bytes: diskBytes })
        .from(attachments)
        .where(inArray(attachments.conversationId, ofUser(userId)));
      return { conversations: 0, messages: 0, files: 0, bytes: 0, ...own, ...sent, ...kept };
    },
    addressBytes: async (address) => {
      const [row] = await db
        .select({ bytes: diskBytes })
        .from(attachments)
        .where(eq(attachments.address, address));
      return row?.bytes ?? 0;
    },
    knownAttachments: async (ids) =>
      ids.length === 0
        ? []
        : (
            await db
              .select({ id: attachments.id, shares: attachments.shares })
              .from(attachments)
              .where(or(inArray(attachments.id, [...ids]), inArray(attachments.shares, [...ids])))
          ).map(({ id, shares }) => shares ?? id),
    userIdsAfter: async (after, limit) =>
      (
        await db
          .select({ id: users.id })
          .from(users)
          .where(gt(users.id, after))
          .orderBy(asc(users.id))
          .limit(limit)
      ).map(({ id }) => id),
    upkeepNote: async (of) => (await db.select().from(desk).where(eq(desk.name, NOTES[of])))[0]?.value ?? '',
    silentUsers: async (ids, before) => {
      if (ids.length === 0) return [];
      const seen = new Date(before).toISOString();
      const found = await db
        .select({ id: users.id })
        .from(users)
        .where(
          and(
            inArray(users.id, [...ids]),
            lt(users.createdAt, before),
            sql`not exists (select 1 from ${sessions} where ${sessions.userId} = ${users.id} and ${sessions.usedAt} >= ${before})`,
            sql`not exists (select 1 from jsonb_array_elements(${users.clients}) as client where client->>'lastSeen' >= ${seen})`,
            sql`not exists (select 1 from ${users} as merged where merged.merged_into = ${users.id})`,
            sql`not exists (select 1 from ${conversations} join ${messages} on ${messages.conversationId} = ${conversations.id} where ${conversations.userId} = ${users.id} and ${messages.role} = 'appUser')`,
          ),
        )
        .orderBy(asc(users.id));
      return found.map(({ id }) => id);
    },
    closedBefore: (before, limit, among) =>
      db
        .select()
        .from(conversations)
        .where(
          and(
            among && inArray(conversations.id, [...among]),
            eq(conversations.status, 'idle'),
            lt(conversations.lastUpdatedAt, before),
            sql`not exists (select 1 from happenings where happenings.conversation_id = ${conversations.id} and happenings.created_at >= ${before})`,
          ),
        )
        .orderBy(asc(conversations.lastUpdatedAt), asc(conversations.id))
        .limit(limit),
  };
};
