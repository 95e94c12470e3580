import { and, asc, desc, eq, gt, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Session } from '../../model/entities';
import type { Publication } from '../../model/publisher';
import type { Writes } from '../store';
import { LOG } from './deskValues';
import {
  attachments,
  blipCounts,
  campaignCounts,
  campaignVisits,
  conversations,
  desk,
  errorReports,
  happenings,
  linkRequests,
  messages,
  outbox,
  pictures,
  savedReplies,
  sessions,
  settingsVersions,
  signingKeys,
  users,
} from './schema';
import { createAccountWrites } from './sqlAccountWrites';
import { createForgettingWrites } from './sqlForgettingWrites';
import { createIntegrationWrites } from './sqlIntegrations';
import { createMailWrites } from './sqlMails';
import { createMessageWrites, type Later } from './sqlMessageWrites';
import { type Database, FORMER_LINKS, LINKS } from './sqlReads';

/** More than the clocks of two processes differ, if they are right. */
const AHEAD_MS = 60_000;

const putValue = async (db: Database, name: string, value: string): Promise<void> => {
  await db.insert(desk).values({ name, value }).onConflictDoUpdate({ target: desk.name, set: { value } });
};

export const createWrites = (db: Database, later: Later): Writes => ({
  ...createForgettingWrites(db),
  ...createAccountWrites(db),
  ...createIntegrationWrites(db),
  ...createMailWrites(db),
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
    await db.update(linkRequests).set({ userId: toUserId }).where(eq(linkRequests.userId, fromUserId));
    return db
      .update(conversations)
      .set({ userId: toUserId, ...(other ? { isDefault: false } : {}) })
      .where(eq(conversations.userId, fromUserId))
      .returning();
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
  insertSigningKey: async (key) => {
    await db.insert(signingKeys).values(key);
  },
  deleteSigningKey: async (id) =>
    (await db.delete(signingKeys).where(eq(signingKeys.id, id)).returning({ id: signingKeys.id })).length > 0,
  rotateLinkKey: async (next) => {
    const [current] = await db.select().from(desk).where(eq(desk.name, LINKS));
    if (current) await putValue(db, FORMER_LINKS, current.value);
    await putValue(db, LINKS, next);
  },
  lockDesk: async () => {
    await db.select().from(desk).where(eq(desk.name, LOG)).for('update');
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
  insertSettingsVersion: async (version) => {
    await db.insert(settingsVersions).values(version);
  },
  deleteSettingsVersions: async (upTo) => {
    await db.delete(settingsVersions).where(lte(settingsVersions.version, upTo));
  },
  insertPicture: async (picture) => {
    await db.insert(pictures).values(picture);
  },
  deletePictures: async (ids) => {
    await db.delete(pictures).where(inArray(pictures.id, [...ids]));
  },
  putSavedReply: async (reply) => {
    const { id: _, ...set } = reply;
    await db.insert(savedReplies).values(reply).onConflictDoUpdate({ target: savedReplies.id, set });
  },
  deleteSavedReply: async (id) =>
    (await db.delete(savedReplies).where(eq(savedReplies.id, id)).returning({ id: savedReplies.id })).length >
    0,
  addToBlips: async (blips) => {
    await db
      .insert(blipCounts)
      .values([...blips])
      .onConflictDoUpdate({
        target: [blipCounts.day, blipCounts.kind, blipCounts.page],
        set: { count: sql`${blipCounts.count} + excluded.count` },
      });
  },
  deleteBlips: async (upTo) => {
    await db.delete(blipCounts).where(lte(blipCounts.day, upTo));
  },
  addErrorReport: async (report) => {
    const { reason, version, url, lastAt } = report;
    const count = sql`${errorReports.count} + ${report.count}`;
    await db.insert(errorReports).values(report).onConflictDoUpdate({
      target: errorReports.fingerprint,
      set: { reason, version, url, lastAt, count },
    });
  },
  trimErrorReports: async (most) => {
    const older = db
      .select({ fingerprint: errorReports.fingerprint })
      .from(errorReports)
      .orderBy(desc(errorReports.lastAt), asc(errorReports.fingerprint))
      .offset(most);
    await db.delete(errorReports).where(inArray(errorReports.fingerprint, older));
  },
  addToCampaign: async (row) => {
    const seen = sql`${campaignCounts.seen} + ${row.seen}`;
    const dismissed = sql`${campaignCounts.dismissed} + ${row.dismissed}`;
    await db
      .insert(campaignCounts)
      .values(row)
      .onConflictDoUpdate({ target: campaignCounts.campaignId, set: { seen, dismissed } });
  },
  insertCampaignVisit: async (visit) =>
    (
      await db
        .insert(campaignVisits)
        .values(visit)
        .onConflictDoNothing()
        .returning({ campaignId: campaignVisits.campaignId })
    ).length > 0,
  answerCampaign: async ({ campaignId, conversationId, answeredAt }) => {
    const visit = and(
      eq(campaignVisits.campaignId, campaignId),
      eq(campaignVisits.conversationId, conversationId),
    );
    await db.update(campaignVisits).set({ answeredAt }).where(visit);
  },
  insertLinkRequest: async (request) => {
    await db.insert(linkRequests).values(request);
  },
  updateLinkRequest: async (code, change) => {
    await db.update(linkRequests).set(change).where(eq(linkRequests.code, code));
  },
  takePublications: async ({ before, limit }) => {
    const oldest = db
      .select({ id: outbox.id })
      .from(outbox)
      .where(or(lt(outbox.createdAt, before), gt(outbox.createdAt, before + AHEAD_MS)))
      .orderBy(asc(outbox.place))
      .limit(limit)
      .for('update', { skipLocked: true });
    const rows = await db.delete(outbox).where(inArray(outbox.id, oldest)).returning();
    return rows
      .toSorted((a, b) => a.place - b.place)
      .map(({ id, publication }) => ({ id, publication: JSON.parse(publication) as Publication }));
  },
});
