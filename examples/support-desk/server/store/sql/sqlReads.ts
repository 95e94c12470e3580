import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Conversation, Json, Message, User } from '../../model/entities';
import type { Reads } from '../store';
import type { Database } from './database';
import { countInbox, countMine, inboxPage } from './inboxPage';
import {
  attachments,
  conversations,
  desk,
  happenings,
  linkRequests,
  messages,
  outbox,
  pictures,
  savedReplies,
  settingsVersions,
  signingKeys,
  users,
  waits,
} from './schema';
import { searchedIds } from './searchPage';
import { messageFound } from './searchWords';
import { createAccountReads } from './sqlAccounts';
import { createFigureReads } from './sqlFigures';
import { createForgettingReads, diskBytes } from './sqlForgetting';
import { createIntegrationReads } from './sqlIntegrations';
import { createKeyReads } from './sqlKeyReads';
import { createMailReads } from './sqlMails';
import { createRepeatReads } from './sqlRepeats';

/** The rows of `desk` with the current and the previous secret that signs links in emails. */
export const LINKS = 'links';
export const FORMER_LINKS = 'links before';
const LINK_ROWS = [LINKS, FORMER_LINKS];

/** A message from its row as JSON, whose fields have the columns' names. */
const messageOf = (row: Record<string, unknown>): Message =>
  Object.fromEntries(
    Object.entries(getTableColumns(messages)).map(([field, column]) => [field, row[column.name]]),
  ) as Message;

export type { Database } from './database';

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
  const rows = () =>
    db
      .select({ conversation: conversations, message: messages })
      .from(conversations)
      .leftJoin(messages, eq(messages.id, conversations.lastMessageId));
  const inboxRows = () =>
    db
      .select({ conversation: conversations, message: messages, user: users })
      .from(conversations)
      .innerJoin(users, eq(users.id, conversations.userId))
      .leftJoin(messages, eq(messages.id, conversations.lastMessageId));
  const withLast = <T extends { message: Message | null }>({ message, ...rest }: T) => ({
    ...rest,
    lastMessage: message ?? undefined,
  });

  return {
    ...createForgettingReads(db),
    ...createAccountReads(db),
    ...createIntegrationReads(db),
    ...createMailReads(db),
    ...createRepeatReads(db),
    ...createKeyReads(db),
    ...createFigureReads(db),
    userByReference: (referenceId) => user(eq(users.referenceId, referenceId)),
    userByExternalId: (externalId) => user(eq(users.externalId, externalId)),
    linkKeys: async () => {
      const rows = await db.select().from(desk).where(inArray(desk.name, LINK_ROWS));
      return rows
        .sort((a, b) => LINK_ROWS.indexOf(a.name) - LINK_ROWS.indexOf(b.name))
        .map(({ value }) => value);
    },
    signingKeys: () => db.select().from(signingKeys).orderBy(asc(signingKeys.createdAt), asc(signingKeys.id)),
    conversationByReference: (userId, referenceId) =>
      conversation(and(eq(conversations.userId, userId), eq(conversations.referenceId, referenceId))),
    conversationsOfUser: async (userId, { offset, limit }) =>
      (
        await rows()
          .where(eq(conversations.userId, userId))
          .orderBy(desc(conversations.lastUpdatedAt), desc(conversations.id))
          .offset(offset)
          .limit(limit)
      ).map(withLast),
    inbox: async (page) => {
      const { limit, search } = page;
      const { where, order } = inboxPage(page);
      if (search === undefined) {
        return (
          await inboxRows()
            .where(where)
            .orderBy(...order)
            .limit(limit)
        ).map(withLast);
      }
      const ids = searchedIds({ search, where, order: sql.join(order, sql`, `), limit });
      const hit = db
        .select({ match: sql<Record<string, unknown> | null>`to_jsonb(${messages})`.as('match') })
        .from(messages)
        .where(and(eq(messages.conversationId, conversations.id), messageFound(search)))
        .orderBy(desc(messages.received))
        .limit(1)
        .as('hit');
      const rows = await db
        .select({ conversation: conversations, message: messages, user: users, hit: hit.match })
        .from(conversations)
        .innerJoin(users, eq(users.id, conversations.userId))
        .leftJoin(messages, eq(messages.id, conversations.lastMessageId))
        .leftJoinLateral(hit, sql`true`)
        .where(sql`${conversations.id} in ${ids}`)
        .orderBy(...order)
        .limit(limit);
      return rows.map(({ hit, ...row }) => ({ ...withLast(row), match: hit ? messageOf(hit) : undefined }));
    },
    inboxCounts: (tag) => countInbox(db, tag),
    mineCount: (assigneeId, tag) => countMine(db, assigneeId, tag),
    inboxRow: async (id) => (await inboxRows().where(eq(conversations.id, id)).limit(1)).map(withLast)[0],
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
      const [row] =
        userId === undefined
          ? await all
          : await all
              .innerJoin(conversations, eq(conversations.id, attachments.conversationId))
              .innerJoin(messages, eq(messages.id, attachments.messageId))
              .where(and(eq(conversations.userId, userId), eq(messages.role, 'appUser')));
      return row?.bytes ?? 0;
    },
    attachmentById: async (id) =>
      (await db.select().from(attachments).where(eq(attachments.id, id)).limit(1))[0],
    pictures: () => db.select().from(pictures).orderBy(asc(pictures.createdAt), asc(pictures.id)),
    pictureById: async (id) => (await db.select().from(pictures).where(eq(pictures.id, id)).limit(1))[0],
    happenings: (conversationId, kind, limit) =>
      db
        .select()
        .from(happenings)
        .where(and(eq(happenings.conversationId, conversationId), eq(happenings.kind, kind)))
        .orderBy(desc(happenings.createdAt), desc(happenings.id))
        .limit(limit),
    queuedBefore: async (queuedAt, conversationId) => {
      const { queuedAt: at, id } = conversations;
      const earlier = or(lt(at, queuedAt), and(eq(at, queuedAt), lt(id, conversationId)));
      const [row] = await db
        .select({ count: count() })
        .from(conversations)
        .where(and(eq(conversations.routingStatus, 'queued'), earlier));
      return row?.count ?? 0;
    },
    firstAnswerTimes: async (since, limit) => {
      const { firstAskedAt: asked, firstAnsweredAt: answered } = conversations;
      const rows = await db
        .select({ asked, answered })
        .from(conversations)
        .where(gt(answered, since))
        .orderBy(desc(answered))
        .limit(limit);
      return rows.map((row) => (row.answered ?? 0) - (row.asked ?? 0));
    },
    settingsVersions: ({ before, limit }) =>
      db
        .select()
        .from(settingsVersions)
        .where(before === undefined ? undefined : lt(settingsVersions.version, before))
        .orderBy(desc(settingsVersions.version))
        .limit(limit),
    settingsVersion: async (version) =>
      (await db.select().from(settingsVersions).where(eq(settingsVersions.version, version)).limit(1))[0],
    // By bytes, like the memory store.
    savedReplies: () => db.select().from(savedReplies).orderBy(sql`${savedReplies.shortcut} collate "C"`),
    conversationIdsAssignedTo: async (assigneeId, waitsBefore) => {
      const ids = { id: conversations.id };
      const { waitingSince, firstAnsweredAt, firstAskedAt } = conversations;
      const since = sql`coalesce(${waitingSince}, case when ${firstAnsweredAt} is null then ${firstAskedAt} end)`;
      const waits = waitsBefore === undefined ? undefined : lte(since, waitsBefore);
      const assigned = and(eq(conversations.assigneeId, assigneeId), waits);
      const rows = await db.select(ids).from(conversations).where(assigned).orderBy(asc(conversations.id));
      return rows.map(({ id }) => id);
    },
    dueWaits: (what, now, limit) =>
      db.select().from(waits).where(lte(waits[what], now)).orderBy(asc(waits[what])).limit(limit),
    waitingEmails: async () => {
      const [row] = await db.select({ count: count() }).from(waits).where(isNotNull(waits.mailAt));
      return row?.count ?? 0;
    },
    waitingPublications: async () => {
      const [row] = await db.select({ count: count() }).from(outbox);
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
