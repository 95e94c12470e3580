import { and, count, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { MailReads, MailWrites } from '../mailStore';
import type { Database } from './database';
import { conversations, mailTexts, refusedMails } from './schema';

export const createMailReads = (db: Database): MailReads => ({
  mailTexts: async (ids) =>
    ids.length === 0
      ? []
      : db
          .select()
          .from(mailTexts)
          .where(inArray(mailTexts.messageId, [...ids])),
  refusedMails: ({ before, limit }) =>
    db
      .select()
      .from(refusedMails)
      .where(before === undefined ? undefined : lt(refusedMails.place, before))
      .orderBy(desc(refusedMails.place))
      .limit(limit),
  refusedMailById: async (id) =>
    (await db.select().from(refusedMails).where(eq(refusedMails.id, id)).limit(1))[0],
  refusedMailCounts: async () => {
    const acceptable = sql<number>`count(*) filter (where ${refusedMails.canAccept})`.mapWith(Number);
    const [row] = await db.select({ all: count(), acceptable }).from(refusedMails);
    return { all: 0, acceptable: 0, ...row };
  },
  refusedMailsOf: (userId, sender) => {
    const own = db
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.userId, userId));
    return db
      .select()
      .from(refusedMails)
      .where(
        or(
          inArray(refusedMails.conversationId, own),
          sender === undefined ? undefined : eq(refusedMails.sender, sender),
        ),
      )
      .orderBy(desc(refusedMails.place));
  },
});

export const createMailWrites = (db: Database): MailWrites => ({
  insertMailText: async (row) => {
    await db.insert(mailTexts).values(row);
  },
  insertRefusedMail: async (mail) =>
    (
      await db
        .insert(refusedMails)
        .values(mail)
        .onConflictDoNothing({ target: refusedMails.identity })
        .returning({ id: refusedMails.id })
    ).length > 0,
  trimRefusedMails: async ({ isProven, sender, conversationId }, most) => {
    const older = db
      .select({ id: refusedMails.id })
      .from(refusedMails)
      .where(
        and(
          eq(refusedMails.isProven, isProven),
          sender === undefined ? undefined : eq(refusedMails.sender, sender),
          conversationId ? eq(refusedMails.conversationId, conversationId) : undefined,
        ),
      )
      .orderBy(desc(refusedMails.place))
      .offset(most);
    await db.delete(refusedMails).where(inArray(refusedMails.id, older));
  },
  deleteRefusedMail: async (id) =>
    (await db.delete(refusedMails).where(eq(refusedMails.id, id)).returning({ id: refusedMails.id })).length >
    0,
  deleteRefusedMails: async (which) => {
    await db
      .delete(refusedMails)
      .where(
        'before' in which ? lt(refusedMails.refusedAt, which.before) : eq(refusedMails.sender, which.sender),
      );
  },
});
