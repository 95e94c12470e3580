import { and, asc, desc, eq, gt, isNotNull, not, type SQL, sql } from 'drizzle-orm';
import type { InboxCounts, InboxView } from '../../domain/entities';
import type { InboxPage, InboxPlace } from '../store';
import type { Database } from './database';
import { CLOSED, conversations, OPEN, UNASSIGNED, users, waitOrder } from './schema';

const blocked = sql`(select ${users.id} from ${users} where ${isNotNull(users.blockedAt)})`;
const byBlocked = sql`${conversations.userId} in ${blocked}`;

const assignedTo = ({ assignee, assigneeId }: InboxView): SQL | undefined =>
  assigneeId === undefined
    ? and(
        eq(conversations.routingStatus, 'assigned'),
        assignee === undefined ? undefined : eq(conversations.assignee, assignee),
      )
    : and(OPEN, eq(conversations.assigneeId, assigneeId));

const VIEWS: Record<InboxView['kind'], (view: InboxView) => SQL | undefined> = {
  open: () => OPEN,
  unassigned: () => UNASSIGNED,
  closed: () => CLOSED,
  queued: () => eq(conversations.routingStatus, 'queued'),
  assigned: assignedTo,
  blocked: () => undefined,
};

const viewOf = (view: InboxView | undefined): SQL | undefined =>
  view && and(VIEWS[view.kind](view), view.kind === 'blocked' ? byBlocked : not(byBlocked));

const withTag = (tag: string | undefined): SQL | undefined =>
  tag === undefined ? undefined : sql`${conversations.tags} @> ${JSON.stringify([tag])}::jsonb`;

/** An order of the list: what it goes by, and whether from the smallest on. */
type Order = { by: SQL | typeof conversations.lastUpdatedAt; ascending: boolean };

const orderOf = ({ view, byWait }: Pick<InboxPage, 'view' | 'byWait'>): Order => {
  if (view?.kind === 'queued') return { by: sql`${conversations.queuedAt}`, ascending: true };
  if (byWait) return { by: waitOrder, ascending: true };
  return { by: sql`${conversations.lastUpdatedAt}`, ascending: false };
};

/** What is behind a place in the order of the list. */
const behind = ({ by, ascending }: Order, { at, id }: InboxPlace): SQL =>
  ascending
    ? sql`(${by}, ${conversations.id}) > (${at}::bigint, ${id})`
    : sql`(${by}, ${conversations.id}) < (${at}::bigint, ${id})`;

/** The conversations of a page of the agents' list, and their order. */
export const inboxPage = (page: InboxPage): { where: SQL | undefined; order: SQL[] } => {
  const order = orderOf(page);
  const direction = order.ascending ? asc : desc;
  return {
    where: and(
      page.empty ? undefined : gt(conversations.messageCount, 0),
      viewOf(page.view),
      withTag(page.tag),
      page.after && behind(order, page.after),
    ),
    order: [direction(order.by), direction(conversations.id)],
  };
};

/** Counts the conversations of each view in one query, each by its index. The few of blocked visitors are taken off. */
export const countInbox = async (
  db: Database,
  { assigneeId, tag }: { assigneeId?: string; tag?: string },
): Promise<InboxCounts> => {
  const count = (view: SQL, more?: SQL): SQL => {
    const where = and(view, withTag(tag), more);
    return sql`((select count(*) from ${conversations} where ${where})
      - (select count(*) from ${conversations} where ${and(where, byBlocked)}))::int`;
  };
  const mine =
    assigneeId === undefined ? sql`0` : count(sql`${OPEN}`, eq(conversations.assigneeId, assigneeId));
  const [row] = await db
    .select({
      unassigned: sql<number>`${count(UNASSIGNED)}`,
      mine: sql<number>`${mine}`,
      open: sql<number>`${count(OPEN)}`,
      closed: sql<number>`${count(CLOSED)}`,
    })
    .from(sql`(select 1) as one`);
  return row ?? { unassigned: 0, mine: 0, open: 0, closed: 0 };
};
