import type { AgentConversation } from '../../../shared/answers/conversations';
import type { AgentListRow } from '../../../shared/answers/events';
import { listRow } from '../../../shared/listRow';

const later = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);

/**
 * Which of two states of one row is newer: an answer can arrive after a later event.
 * @param late whether an event changed `held` after `incoming` was requested
 */
export const newerRow = (held: AgentListRow, incoming: AgentListRow, late: boolean): AgentListRow => {
  const incomingIsOlder =
    incoming.lastUpdatedAt < held.lastUpdatedAt ||
    (incoming.lastUpdatedAt === held.lastUpdatedAt &&
      (late || (incoming.businessLastRead ?? 0) < (held.businessLastRead ?? 0)));
  return incomingIsOlder ? held : incoming;
};

/**
 * Merges the known parts of a conversation. Reading positions only move forward, so the later one wins.
 * @param row the newest state of its row
 * @param details the newest state of the rest
 */
export const joined = (
  held: AgentConversation,
  incoming: AgentListRow & Partial<AgentConversation>,
  row: AgentListRow,
  details: AgentConversation,
): AgentConversation => ({
  ...details,
  ...listRow(row),
  visitor: { ...details.visitor, blocked: row.visitor.blocked },
  businessLastRead: later(held.businessLastRead, incoming.businessLastRead),
  visitorLastRead: later(held.visitorLastRead, incoming.visitorLastRead),
  visitorDelivered: later(held.visitorDelivered, incoming.visitorDelivered),
  // A match belongs to the search that requested it, not to the conversation.
  match: undefined,
  matchedNote: undefined,
});
