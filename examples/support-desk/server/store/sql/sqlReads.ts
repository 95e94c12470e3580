import { and, asc, count, desc, eq, gt, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Conversation, Json, Message, User } from '../../model/entities';
import type { Reads } from '../reads';
import type { Database } from './database';
import {
  attachments,
  conversations,
  happenings,
  linkRequests,
  messages,
  pictures,
  publications,
  SNOOZED,
  users,
  waits,
} from './schema';
import { createAccountReads } from './sqlAccounts';
import { createFigureReads } from './sqlFigures';
import { createForgettingReads, diskBytes, savedBytes } from './sqlForgetting';
import { createInboxReads } from './sqlInbox';
import { createIntegrationReads } from './sqlIntegrations';
import { createKeyReads } from './sqlKeyReads';
import { createMailReads } from './sqlMails';
import { createPeopleReads } from './sqlPeople';
import { createPushReads } from './sqlPushes';
import { createRepeatReads } from './sqlRepeats';
import { createSettingReads } from './sqlSettings';
import { createTeamReads } from './sqlTeamFigures';

export const createReads = (db: Database): Reads => {
  const user = async (where: SQL): Promise<User | undefined> =>
    (await db.select().from(users).where(where).limit(1))[0];
  const conversation = async (where: SQL | undefined): Promise<Conversation | undefined> =>
    (await db.select().from(conversations).where(where).limit(1))[0];
  const message = async (conversationId: string, where: SQL | undefined): Promise<Message | undefined> =>
    (
      await db
        .select()
        .from(messages)
        .where(and(eq(messages.conversationId, conversationId), where))
        .limit(1)
    )[0];
  const contains = (part: Json): SQL => sql`${messages.body} @> ${JSON.stringify(part)}::jsonb`;
  return {
    ...createForgettingReads(db),
    ...createAccountReads(db),
    ...createIntegrationReads(db),
    ...createMailReads(db),
    ...createPushReads(db),
    ...createRepeatReads(db),
    ...createKeyReads(db),
    ...createFigureReads(db),
    ...createTeamReads(db),
    ...createSettingReads(db),
    ...createInboxReads(db),
    ...createPeopleReads(db),
    userByReference: (referenceId) => user(eq(users.referenceId, referenceId)),
    userByExternalId: (externalId) => user(eq(users.externalId, externalId)),
    conversationByReference: (userId, referenceId) =>
      conversation(and(eq(conversations.userId, userId), eq(conversations.referenceId, referenceId))),
    messages: async (conversationId, { before, limit }) => {
      const found = await db
        .select()
        .from(messages)
        .where(
          and(
            eq(messages.conversationId, conversationId),
            before === undefined ? undefined : lt(messages.received, before),
          ),
        )
        .orderBy(desc(messages.received))
        .limit(limit + 1);
      return { messages: found.slice(0, limit).reverse(), hasPrevious: found.length > limit };
    },
    messagesAfter: (conversationId, after, limit) =>
      db
        .select()
        .from(messages)
        .where(and(eq(messages.conversationId, conversationId), gt(messages.received, after)))
        .orderBy(asc(messages.received))
        .limit(limit),
    messageByAction: (conversationId, actionId) => {
      const actions = [{ _id: actionId }];
      return message(conversationId, or(contains({ actions }), contains({ items: [{ actions }] })));
    },
    attachmentBytes: async (userId) => {
      const all = db.select({ bytes: diskBytes }).from(attachments);
      if (userId === undefined) {
        const [[sent], [saved]] = await Promise.all([all, db.select({ bytes: savedBytes }).from(pictures)]);
        return (sent?.bytes ?? 0) + (saved?.bytes ?? 0);
      }
      const [row] = await all
        .innerJoin(conversations, eq(conversations.id, attachments.conversationId))
        .innerJoin(messages, eq(messages.id, attachments.messageId))
        .where(and(eq(conversations.userId, userId), eq(messages.role, 'appUser')));
      return row?.bytes ?? 0;
    },
    attachmentById: async (id) =>
      (await db.select().from(attachments).where(eq(attachments.id, id)).limit(1))[0],
    happenings: (conversationId, kind, limit) =>
      db
        .select()
        .from(happenings)
        .where(and(eq(happenings.conversationId, conversationId), eq(happenings.kind, kind)))
        .orderBy(desc(happenings.createdAt), desc(happenings.id))
        .limit(limit),
    dueSnoozes: async (now, limit) => {
      const { id, snoozedUntil } = conversations;
      const due = and(SNOOZED, lte(snoozedUntil, now));
      const rows = await db
        .select({ id })
        .from(conversations)
        .where(due)
        .orderBy(asc(snoozedUntil))
        .limit(limit);
      return rows.map((row) => row.id);
    },
    dueWaits: (what, now, limit) =>
      db.select().from(waits).where(lte(waits[what], now)).orderBy(asc(waits[what])).limit(limit),
    waitingEmails: async () => {
      const [row] = await db.select({ count: count() }).from(waits).where(isNotNull(waits.mailAt));
      return row?.count ?? 0;
    },
    waitingPublications: async () => {
      const [row] = await db.select({ count: count() }).from(publications);
      return row?.count ?? 0;
    },
    linkRequest: async (code) =>
      (await db.select().from(linkRequests).where(eq(linkRequests.code, code)).limit(1))[0],
    openLinkRequest: async (userId, integrationId, now) =>
      (
        await db
          .select()
          .from(linkRequests)
          .where(
            and(
              eq(linkRequests.userId, userId),
              eq(linkRequests.integrationId, integrationId),
              eq(linkRequests.status, 'open'),
              gt(linkRequests.expiresAt, now),
            ),
          )
          .orderBy(desc(linkRequests.createdAt))
          .limit(1)
      )[0],
  };
};
