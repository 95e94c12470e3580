import { and, eq, inArray, like, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { ForgettingWrites } from '../forgettingStore';
import type { Database } from './database';
import {
  attachments,
  blipCounts,
  conversations,
  deliveries,
  desk,
  errorReports,
  happenings,
  mailTexts,
  messages,
  sessions,
} from './schema';
import { NOTES } from './sqlForgetting';

/** Removes the copies of deleted messages in later ones, in pressed buttons and in deliveries to webhooks. */
const deleteTraces = async (db: Database, conversationId: string, messageId?: string): Promise<void> => {
  const isOf = (path: SQL): SQL => (messageId === undefined ? sql`true` : sql`${path} = ${messageId}`);
  const presses = and(
    eq(happenings.conversationId, conversationId),
    eq(happenings.kind, 'postback'),
    isOf(sql`${happenings.body} ->> 'messageId'`),
  );
  const payloads = db
    .select({ payload: sql`${happenings.body} ->> 'payload'` })
    .from(happenings)
    .where(presses);
  const { event, type } = deliveries;
  const ofDeliveries = eq(deliveries.conversationId, conversationId);
  const told = and(like(type, 'conversation:message%'), isOf(sql`${event} #>> '{payload,message,id}'`));
  const pressed = and(
    eq(type, 'conversation:postback'),
    inArray(sql`${event} #>> '{payload,postback,payload}'`, payloads),
  );
  await db.delete(deliveries).where(and(ofDeliveries, or(told, pressed)));
  await db
    .update(deliveries)
    .set({ event: sql`${event} #- '{payload,message,quotedMessage}'` })
    .where(and(ofDeliveries, isOf(sql`${event} #>> '{payload,message,quotedMessage,message,id}'`)));
  await db
    .update(happenings)
    .set({ body: sql`${happenings.body} - '{text,payload,metadata}'::text[]` })
    .where(presses);
  await db
    .update(messages)
    .set({ body: sql`${messages.body} - 'quotedMessage'` })
    .where(
      and(
        eq(messages.conversationId, conversationId),
        isOf(sql`${messages.body} #>> '{quotedMessage,content,_id}'`),
      ),
    );
};

/** Deletes what messages have elsewhere. @returns the ids of their files */
const clearMessage = async (db: Database, conversationId: string, messageId?: string): Promise<string[]> => {
  await deleteTraces(db, conversationId, messageId);
  const gone = db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        messageId === undefined ? undefined : eq(messages.id, messageId),
      ),
    );
  await db.delete(mailTexts).where(inArray(mailTexts.messageId, gone));
  const files = await db
    .delete(attachments)
    .where(
      and(
        eq(attachments.conversationId, conversationId),
        messageId === undefined ? undefined : eq(attachments.messageId, messageId),
      ),
    )
    .returning({ id: attachments.id });
  return files.map(({ id }) => id);
};

export const createForgettingWrites = (db: Database): ForgettingWrites => ({
  setUpkeepNote: async (of, value) => {
    await db
      .insert(desk)
      .values({ name: NOTES[of], value })
      .onConflictDoUpdate({ target: desk.name, set: { value } });
  },
  touchSession: async (tokenHash, now) => {
    await db.update(sessions).set({ usedAt: now }).where(eq(sessions.tokenHash, tokenHash));
  },
  deleteEndedSessions: async ({ usedBefore, now, limit }) => {
    const ended = db
      .select({ tokenHash: sessions.tokenHash })
      .from(sessions)
      .where(
        or(and(eq(sessions.kind, 'session'), lt(sessions.usedAt, usedBefore)), lte(sessions.expiresAt, now)),
      )
      .limit(limit);
    const deleted = await db
      .delete(sessions)
      .where(inArray(sessions.tokenHash, ended))
      .returning({ tokenHash: sessions.tokenHash });
    return deleted.map(({ tokenHash }) => tokenHash);
  },
  deleteConversations: async (ids) => {
    if (ids.length > 0) await db.delete(conversations).where(inArray(conversations.id, [...ids]));
  },
  clearMessage: (conversationId, messageId) => clearMessage(db, conversationId, messageId),
  deleteMessages: async (conversationId, messageId) => {
    const fileIds = await clearMessage(db, conversationId, messageId);
    await db
      .update(happenings)
      .set({ body: sql`${happenings.body} - 'text'` })
      .where(
        and(
          eq(happenings.conversationId, conversationId),
          eq(happenings.kind, 'change'),
          messageId === undefined
            ? sql`${happenings.body} ? 'messageId'`
            : sql`${happenings.body} ->> 'messageId' = ${messageId}`,
        ),
      );
    const gone = await db
      .delete(messages)
      .where(
        and(
          eq(messages.conversationId, conversationId),
          messageId === undefined ? undefined : eq(messages.id, messageId),
        ),
      )
      .returning({ id: messages.id });
    return { messages: gone.length, fileIds };
  },
  deleteAttachment: async (id) =>
    (await db.delete(attachments).where(eq(attachments.id, id)).returning({ id: attachments.id })).length > 0,
  deleteMentions: async (pattern) => {
    await db
      .delete(errorReports)
      .where(
        or(
          ...[errorReports.reason, errorReports.url, errorReports.operation, errorReports.version].map(
            (words) => sql`${words} ~* ${pattern}`,
          ),
        ),
      );
    await db.delete(blipCounts).where(sql`${blipCounts.page} ~* ${pattern}`);
  },
});
