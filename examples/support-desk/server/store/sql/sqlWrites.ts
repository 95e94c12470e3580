import { and, asc, eq, gt, inArray, isNotNull, lt, lte, or } from 'drizzle-orm';
import type { Session } from '../../model/entities';
import type { Publication } from '../../model/publisher';
import type { Writes } from '../writes';
import type { Database } from './database';
import {
  attachments,
  conversations,
  happenings,
  linkRequests,
  messages,
  publications,
  sessions,
  users,
  visitorEntries,
} from './schema';
import { createAccountWrites } from './sqlAccountWrites';
import { createFigureWrites } from './sqlFigures';
import { createForgettingWrites } from './sqlForgettingWrites';
import { createIntegrationWrites } from './sqlIntegrations';
import { createMailWrites } from './sqlMails';
import { createMessageWrites, type Later } from './sqlMessageWrites';
import { createPushWrites } from './sqlPushes';
import { createSettingWrites } from './sqlSettings';

/** More than the clocks of two processes differ, if they are right. */
const AHEAD_MS = 60_000;

export const createWrites = (db: Database, later: Later): Writes => ({
  ...createForgettingWrites(db),
  ...createAccountWrites(db),
  ...createIntegrationWrites(db),
  ...createMailWrites(db),
  ...createPushWrites(db),
  ...createSettingWrites(db),
  ...createFigureWrites(db),
  ...createMessageWrites(db, later),
  insertUser: async (user) =>
    (await db.insert(users).values(user).onConflictDoNothing().returning({ id: users.id })).length > 0,
  updateUser: async (id, change) => {
    await db.update(users).set(change).where(eq(users.id, id));
  },
  deleteUser: async (id) => {
    await db.delete(users).where(eq(users.id, id));
  },
  moveConversations: async (fromUserId, toUserId) => {
    const [other] = await db
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.userId, toUserId))
      .limit(1);
    const taken = db
      .select({ referenceId: conversations.referenceId })
      .from(conversations)
      .where(and(eq(conversations.userId, toUserId), isNotNull(conversations.referenceId)));
    await db
      .update(conversations)
      .set({ referenceId: null })
      .where(and(eq(conversations.userId, fromUserId), inArray(conversations.referenceId, taken)));
    for (const table of [linkRequests, visitorEntries])
      await db.update(table).set({ userId: toUserId }).where(eq(table.userId, fromUserId));
    return db
      .update(conversations)
      .set({ userId: toUserId, ...(other ? { isDefault: false } : {}) })
      .where(eq(conversations.userId, fromUserId))
      .returning();
  },
  insertVisitorEntry: async (entry) => {
    await db.insert(visitorEntries).values(entry);
  },
  updateVisitorEntry: async (id, change) => {
    await db.update(visitorEntries).set(change).where(eq(visitorEntries.id, id));
  },
  deleteVisitorEntry: async (id) => {
    await db.delete(visitorEntries).where(eq(visitorEntries.id, id));
  },
  unassignClosed: async (assigneeId) => {
    await db
      .update(conversations)
      .set({ assignee: null, assigneeId: null })
      .where(and(eq(conversations.assigneeId, assigneeId), eq(conversations.status, 'idle')));
  },
  deleteSessions: async (userId, which) => {
    const own = eq(sessions.userId, userId);
    const chosen = which && [
      eq(sessions.tokenHash, which.tokenHash),
      eq(sessions.parentHash, which.tokenHash),
      ...(which.clientId === undefined ? [] : [eq(sessions.clientId, which.clientId)]),
    ];
    const removed = await db
      .delete(sessions)
      .where(chosen ? and(own, or(...chosen)) : own)
      .returning({ tokenHash: sessions.tokenHash });
    return removed.map((row) => row.tokenHash);
  },
  insertSession: async (session: Session) => {
    await db.insert(sessions).values(session);
  },
  deleteExpiredSessions: async (userId, now) => {
    await db.delete(sessions).where(and(eq(sessions.userId, userId), lte(sessions.expiresAt, now)));
  },
  insertConversation: async (conversation) =>
    (
      await db
        .insert(conversations)
        .values(conversation)
        .onConflictDoNothing({ target: [conversations.userId, conversations.referenceId] })
        .returning({ id: conversations.id })
    ).length > 0,
  updateMessage: async (id, change) => {
    await db.update(messages).set(change).where(eq(messages.id, id));
  },
  insertAttachment: async (attachment) => {
    await db.insert(attachments).values(attachment);
  },
  updateAttachment: async (id, change) => {
    await db.update(attachments).set(change).where(eq(attachments.id, id));
  },
  insertHappening: async (happening) =>
    (await db.insert(happenings).values(happening).onConflictDoNothing().returning({ id: happenings.id }))
      .length > 0,
  deleteHappening: async (id) => {
    await db.delete(happenings).where(eq(happenings.id, id));
  },
  insertLinkRequest: async (request) => {
    await db.insert(linkRequests).values(request);
  },
  updateLinkRequest: async (code, change) => {
    await db.update(linkRequests).set(change).where(eq(linkRequests.code, code));
  },
  takePublications: async ({ before, limit }) => {
    const oldest = db
      .select({ id: publications.id })
      .from(publications)
      .where(or(lt(publications.createdAt, before), gt(publications.createdAt, before + AHEAD_MS)))
      .orderBy(asc(publications.place))
      .limit(limit)
      .for('update', { skipLocked: true });
    const rows = await db.delete(publications).where(inArray(publications.id, oldest)).returning();
    return rows
      .toSorted((a, b) => a.place - b.place)
      .map(({ id, publication }) => ({ id, publication: JSON.parse(publication) as Publication }));
  },
});
