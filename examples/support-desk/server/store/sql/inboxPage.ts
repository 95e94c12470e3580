import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { InboxView } from '../../domain/entities';
import type { InboxPage, InboxPlace } from '../store';
import { conversations } from './schema';

const viewOf = (view: InboxView | undefined): SQL | undefined => {
  if (!view) return undefined;
  if (view.kind === 'closed') return eq(conversations.status, 'idle');
  if (view.kind === 'queued') return eq(conversations.routingStatus, 'queued');
  const { assignee } = view;
  return and(
    eq(conversations.routingStatus, 'assigned'),
    assignee === undefined ? undefined : eq(conversations.assignee, assignee),
  );
};

/** What is behind a place in the order of the list. */
const behind = ({ at, id }: InboxPlace, inQueue: boolean): SQL =>
  inQueue
    ? sql`(${conversations.queuedAt}, ${conversations.id}) > (${at}::bigint, ${id})`
    : sql`(${conversations.lastUpdatedAt}, ${conversations.id}) < (${at}::bigint, ${id})`;

/** The conversations of a page of the agents' list, and their order. */
export const inboxPage = ({
  after,
  empty,
  view,
  tag,
}: InboxPage): { where: SQL | undefined; order: SQL[] } => {
  const inQueue = view?.kind === 'queued';
  const tagged =
    tag === undefined ? undefined : sql`${conversations.tags} @> ${JSON.stringify([tag])}::jsonb`;
  return {
    where: and(
      empty ? undefined : gt(conversations.messageCount, 0),
      viewOf(view),
      tagged,
      after && behind(after, inQueue),
    ),
    order: inQueue
      ? [asc(conversations.queuedAt), asc(conversations.id)]
      : [desc(conversations.lastUpdatedAt), desc(conversations.id)],
  };
};
