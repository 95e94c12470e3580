import { and, asc, desc, eq, gt, isNotNull, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { InboxCounts, InboxFilter, InboxView, OwnCounts } from '../../model/inboxEntities';
import { type InboxPage, type InboxPlace, MOST_CLOSED } from '../reads';
import type { Database } from './database';
import {
  CLOSED,
  conversations,
  MENTIONED,
  MENTIONS,
  OPEN,
  SNOOZED,
  UNASSIGNED,
  users,
  waitOrder,
} from './schema';

const blocked = sql`(select ${users.id} from ${users} where ${isNotNull(users.blockedAt)})`;
const byBlocked = sql`${conversations.userId} in ${blocked}`;

type Routed = Exclude<InboxView, { kind: 'mentions' }>;

const isAwake = isNull(conversations.snoozedAt);

const assignedTo = ({ assignee, assigneeId }: Routed): SQL | undefined =>
  assigneeId === undefined
    ? and(
        isAwake,
        eq(conversations.routingStatus, 'assigned'),
        assignee === undefined ? undefined : eq(conversations.assignee, assignee),
      )
    : and(OPEN, isAwake, eq(conversations.assigneeId, assigneeId));

const VIEWS: Record<Routed['kind'], (view: Routed) => SQL | undefined> = {
  open: () => and(OPEN, isAwake),
  unassigned: () => and(UNASSIGNED, isAwake),
  snoozed: () => SNOOZED,
  closed: () => CLOSED,
  queued: () => eq(conversations.routingStatus, 'queued'),
  assigned: assignedTo,
  blocked: () => undefined,
};

const listsAgent = (
  words: SQL,
  ids: typeof conversations.mentions | typeof conversations.mentioned,
  id: string,
) => sql`(${words} and ${ids} @> ${JSON.stringify([id])}::jsonb)`;

/** Older versions of the desk store only the agents who have not read a note. */
const mentioning = (agentId: string): SQL | undefined =>
  or(
    listsAgent(MENTIONS, conversations.mentions, agentId),
    listsAgent(MENTIONED, conversations.mentioned, agentId),
  );

const viewOf = (view: InboxView | undefined): SQL | undefined => {
  if (view?.kind === 'mentions') return mentioning(view.agentId);
  return view && and(VIEWS[view.kind](view), view.kind === 'blocked' ? byBlocked : not(byBlocked));
};

const withTag = (tag: string | undefined): SQL | undefined =>
  tag === undefined ? undefined : sql`${conversations.tags} @> ${JSON.stringify([tag])}::jsonb`;

/** What a filter selects of its view. */
const filtered = ({ assigneeId, tag, waitsBefore }: Omit<InboxFilter, 'view'>): SQL | undefined =>
  and(
    assigneeId === undefined ? undefined : eq(conversations.assigneeId, assigneeId),
    withTag(tag),
    // Who does not wait comes after all times of this order.
    waitsBefore === undefined ? undefined : and(OPEN, lte(waitOrder, waitsBefore)),
  );

/** An order of the list: its expression, and whether it is ascending. */
type Order = { by: SQL | typeof conversations.lastUpdatedAt; ascending: boolean };

const orderOf = ({ view, byWait }: Pick<InboxPage, 'view' | 'byWait'>): Order => {
  if (view?.kind === 'queued') return { by: sql`${conversations.queuedAt}`, ascending: true };
  if (byWait) return { by: waitOrder, ascending: true };
  return { by: sql`${conversations.lastUpdatedAt}`, ascending: false };
};

/** What follows a place in the order of the list. */
const behind = ({ by, ascending }: Order, { at, id }: InboxPlace): SQL =>
  ascending
    ? sql`(${by}, ${conversations.id}) > (${at}::bigint, ${id})`
    : sql`(${by}, ${conversations.id}) < (${at}::bigint, ${id})`;

const ONE = sql`(select 1) as one`;

/** The first conversations of both kinds: the order of waiting has an index of open ones, and one of closed ones. */
const firstOfBoth = (where: SQL | undefined, order: SQL, limit: number): SQL => {
  const first = (kind: SQL) =>
    sql`(select ${conversations.id} from ${conversations} where ${and(kind, where)} order by ${order} limit ${limit})`;
  return sql`${conversations.id} in (${first(OPEN)} union all ${first(CLOSED)})`;
};

/** The conversations of a page of the agents' list, and their order. */
export const inboxPage = (page: InboxPage): { where: SQL | undefined; order: SQL[] } => {
  const { view, byWait, empty, search, limit } = page;
  const by = orderOf(page);
  const direction = by.ascending ? asc : desc;
  const order = [direction(by.by), direction(conversations.id)];
  const where = and(
    empty ? undefined : gt(conversations.messageCount, 0),
    viewOf(view),
    filtered(page),
    page.after && behind(by, page.after),
  );
  const isOfBoth = byWait && view === undefined && !empty && search === undefined;
  return { where: isOfBoth ? firstOfBoth(where, sql.join(order, sql`, `), limit) : where, order };
};

const howMany = (where: SQL | undefined): SQL => sql`(select count(*) from ${conversations} where ${where})`;

/** Counts what is awake, each kind by its index: all, without the few of blocked visitors and those that sleep. */
const countOf = (view: SQL | undefined): SQL<number> =>
  sql<number>`(${howMany(view)} - ${howMany(and(view, byBlocked))}
    - ${howMany(and(SNOOZED, view, not(byBlocked)))})::int`;

/** Counts the conversations of each view in one query. */
export const countInbox = async (db: Database, tag: string | undefined): Promise<InboxCounts> => {
  const closed = and(CLOSED, not(byBlocked), withTag(tag));
  const [row] = await db
    .select({
      unassigned: countOf(and(UNASSIGNED, withTag(tag))),
      open: countOf(and(OPEN, withTag(tag))),
      snoozed: sql<number>`${howMany(and(SNOOZED, not(byBlocked), withTag(tag)))}::int`,
      closed: sql<number>`(select count(*) from
        (select from ${conversations} where ${closed} order by ${conversations.lastUpdatedAt} desc
        limit ${MOST_CLOSED + 1}) as closed)::int`,
    })
    .from(ONE);
  return row ?? { unassigned: 0, open: 0, snoozed: 0, closed: 0 };
};

/** Counts those with a note that an agent has not read. */
const unreadOf = (agentId: string, where: SQL | undefined): SQL<number> => {
  const mentioned = listsAgent(MENTIONED, conversations.mentioned, agentId);
  return sql<number>`${howMany(and(gt(conversations.messageCount, 0), mentioned, where))}::int`;
};

/** Counts the open conversations of an agent, and those in which they have not read a note that mentions them. */
export const countOwn = async (
  db: Database,
  agentId: string,
  tag: string | undefined,
): Promise<OwnCounts> => {
  const mine = and(OPEN, eq(conversations.assigneeId, agentId), withTag(tag));
  const [row] = await db
    .select({
      mine: countOf(mine),
      mentions: unreadOf(agentId, withTag(tag)),
    })
    .from(ONE);
  return row ?? { mine: 0, mentions: 0 };
};

/** A filter as a count. */
const countFiltered = ({ view, ...rest }: InboxFilter): SQL<number> => {
  const where = filtered(rest);
  if (view?.kind === 'mentions') return unreadOf(view.agentId, where);
  if (view?.kind === 'open') return countOf(and(OPEN, where));
  if (view?.kind === 'unassigned') return countOf(and(UNASSIGNED, where));
  if (view?.kind === 'assigned' && view.assigneeId !== undefined)
    return countOf(and(OPEN, eq(conversations.assigneeId, view.assigneeId), where));
  return sql<number>`${howMany(and(gt(conversations.messageCount, 0), viewOf(view), where))}::int`;
};

/** Counts what each filter selects, in one query. */
export const countFilters = async (db: Database, filters: readonly InboxFilter[]): Promise<number[]> => {
  if (filters.length === 0) return [];
  const counts = Object.fromEntries(filters.map((filter, i) => [`n${i}`, countFiltered(filter)]));
  const [row] = await db.select(counts).from(ONE);
  return filters.map((_, i) => row?.[`n${i}`] ?? 0);
};
