import type { Message } from './message';

/** Above this count the badge shows 'More than 99'. */
export const UNREAD_CEILING = 99;

/**
 * The unread count of a single conversation: confirmed messages of the business newer than `lastRead`.
 * @param lastRead float seconds; absent when the visitor has read nothing yet
 */
export const countUnread = (messages: readonly Message[], lastRead: number | undefined): number =>
  messages.filter((m) => !m.isOptimistic && m.role !== 'appUser' && m.received > (lastRead ?? 0)).length;
