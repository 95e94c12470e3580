import type { Message } from './message';

/** SPEC.md section 4: the badge says 'More than 99' above this. */
export const UNREAD_CEILING = 99;

/**
 * Single-conversation mode: "non-local non-user messages newer than lastRead" (SPEC.md section 4).
 * @param lastRead float seconds; absent when the visitor has read nothing yet
 */
export const countUnread = (messages: readonly Message[], lastRead: number | undefined): number =>
  messages.filter((m) => !m.isOptimistic && m.role !== 'appUser' && m.received > (lastRead ?? 0)).length;
