import { and, asc, count, desc, eq, getTableColumns, gt, lt, lte, or, sql } from 'drizzle-orm';
import { alias, type PgTable } from 'drizzle-orm/pg-core';
import type { Happening, Message, User } from '../../model/entities';
import type { Reads } from '../reads';
import type { Database } from './database';
import { countFilters, countInbox, countOwn, inboxPage } from './inboxPage';
import { conversations, happenings, messages, OPEN, users } from './schema';
import { searchedIds } from './searchPage';
import { messageFound, noteFound } from './searchWords';

type JsonRow = Record<string, unknown>;

/** A row as JSON, whose fields have the columns' names, with the names of the entity. */
const entityOf = <T>(table: PgTable, row: JsonRow | null): T | undefined =>
  row === null
    ? undefined
    : (Object.fromEntries(
        Object.entries(getTableColumns(table)).map(([field, column]) => [field, row[column.name]]),
      ) as T);

type InboxReads = Pick<
  Reads,
  | 'conversationsOfUser'
  | 'inbox'
  | 'inboxCounts'
  | 'ownCounts'
  | 'filterCounts'
  | 'inboxRow'
  | 'queuedBefore'
  | 'firstAnswerTimes'
  | 'conversationIdsAssignedTo'
>;

const countReads = (db: Database): Pick<Reads, 'inboxCounts' | 'ownCounts' | 'filterCounts'> => ({
  inboxCounts: (tag) => countInbox(db, tag),
  ownCounts: (agentId, tag) => countOwn(db, agentId, tag),
  filterCounts: (filters) => countFilters(db, filters),
});

/** Into whom an agent merged a visitor. */
const persons = alias(users, 'persons');

const withLast = <T extends { message: Message | null }>({ message, ...rest }: T) => ({
  ...rest,
  lastMessage: message ?? undefined,
});

const asRow = <T extends { message: Message | null; person: User | null }>({ person, ...rest }: T) => ({
  ...withLast(rest),
  person: person ?? undefined,
});

/** Reads agents' lists and counts. */
export const createInboxReads = (db: Database): InboxReads => {
  const rows = () =>
    db
      .select({ conversation: conversations, message: messages })
      .from(conversations)
      .leftJoin(messages, eq(messages.id, conversations.lastMessageId));
  const inboxRows = () =>
    db
      .select({ conversation: conversations, message: messages, user: users, person: persons })
      .from(conversations)
      .innerJoin(users, eq(users.id, conversations.userId))
      .leftJoin(persons, eq(persons.id, users.mergedInto))
      .leftJoin(messages, eq(messages.id, conversations.lastMessageId));

  return {
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
        ).map(asRow);
      }
      const ids = searchedIds({ search, where, order: sql.join(order, sql`, `), limit });
      const hit = db
        .select({ match: sql<JsonRow | null>`to_jsonb(${messages})`.as('match') })
        .from(messages)
        .where(and(eq(messages.conversationId, conversations.id), messageFound(search)))
        .orderBy(desc(messages.received))
        .limit(1)
        .as('hit');
      const noted = db
        .select({ note: sql<JsonRow | null>`to_jsonb(${happenings})`.as('note') })
        .from(happenings)
        .where(and(eq(happenings.conversationId, conversations.id), noteFound(search)))
        .orderBy(desc(happenings.createdAt))
        .limit(1)
        .as('noted');
      const rows = await db
        .select({
          conversation: conversations,
          message: messages,
          user: users,
          person: persons,
          hit: hit.match,
          note: noted.note,
        })
        .from(conversations)
        .innerJoin(users, eq(users.id, conversations.userId))
        .leftJoin(persons, eq(persons.id, users.mergedInto))
        .leftJoin(messages, eq(messages.id, conversations.lastMessageId))
        .leftJoinLateral(hit, sql`true`)
        .leftJoinLateral(noted, sql`true`)
        .where(sql`${conversations.id} in ${ids}`)
        .orderBy(...order)
        .limit(limit);
      return rows.map(({ hit, note, ...row }) => ({
        ...asRow(row),
        match: entityOf<Message>(messages, hit),
        matchedNote: entityOf<Happening>(happenings, note),
      }));
    },
    ...countReads(db),
    inboxRow: async (id) => (await inboxRows().where(eq(conversations.id, id)).limit(1)).map(asRow)[0],
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
    conversationIdsAssignedTo: async (assigneeId, waitsBefore) => {
      const ids = { id: conversations.id };
      const { waitingSince, firstAnsweredAt, firstAskedAt } = conversations;
      const since = sql`coalesce(${waitingSince}, case when ${firstAnsweredAt} is null then ${firstAskedAt} end)`;
      const open =
        waitsBefore === undefined
          ? eq(conversations.status, 'active')
          : // Who waits has written.
            and(OPEN, lte(since, waitsBefore));
      const assigned = and(eq(conversations.assigneeId, assigneeId), open);
      const rows = await db.select(ids).from(conversations).where(assigned).orderBy(asc(conversations.id));
      return rows.map(({ id }) => id);
    },
  };
};
