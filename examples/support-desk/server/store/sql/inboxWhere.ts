import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { InboxView } from '../../domain/entities';
import type { InboxPlace } from '../store';
import { conversations } from './schema';

/** What a view of the inbox shows. */
export const viewOf = (view: InboxView | undefined): SQL | undefined => {
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
export const behind = ({ at, id }: InboxPlace, inQueue: boolean): SQL =>
  inQueue
    ? sql`(${conversations.queuedAt}, ${conversations.id}) > (${at}::bigint, ${id})`
    : sql`(${conversations.lastUpdatedAt}, ${conversations.id}) < (${at}::bigint, ${id})`;
