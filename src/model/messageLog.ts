import type { Message } from './message';

/** SPEC.md section 9: a gap of more than this many seconds gets a timestamp divider. */
export const TIMESTAMP_GAP = 900;

/** One row of the message log. */
export type LogRow =
  | { kind: 'timestamp'; key: string; received: number }
  | { kind: 'unread'; key: string }
  | {
      kind: 'message';
      key: string;
      message: Message;
      firstInGroup: boolean;
      lastInGroup: boolean;
      lastNonFailed: boolean;
    }
  | { kind: 'typing'; key: string };

const sameAuthor = (a: Message, b: Message) =>
  a.role === b.role && (a.role === 'appUser' || (a.authorId ?? a.name) === (b.authorId ?? b.name));

const hasReplyActions = (message: Message | undefined): boolean =>
  message?.type === 'text' &&
  (message.actions ?? []).some((a) => (a as { type?: unknown } | null)?.type === 'reply');

/**
 * The rows of SPEC.md section 4 'Message log display'.
 * @param messages ascending by received
 * @param lastRead `received` up to which the visitor had read when the log was opened, in float seconds
 * @param typing whether an agent is typing
 */
export const logRows = (
  messages: readonly Message[],
  lastRead: number | undefined,
  typing: boolean,
): LogRow[] => {
  const rows: LogRow[] = [];
  const lastSent = messages.findLast((m) => m.status !== 'failed');
  let unreadShown = lastRead === undefined;
  let previous: Message | undefined;
  let group: Extract<LogRow, { kind: 'message' }> | undefined;
  for (const message of messages) {
    const gap = !previous || message.received - previous.received > TIMESTAMP_GAP;
    const unread = !unreadShown && message.role === 'appMaker' && message.received > (lastRead ?? 0);
    if (gap) rows.push({ kind: 'timestamp', key: `t${message.key}`, received: message.received });
    if (unread) rows.push({ kind: 'unread', key: 'unread' });
    unreadShown ||= unread;
    const starts = gap || unread || !previous || !sameAuthor(previous, message);
    if (group && !starts) group.lastInGroup = false;
    group = {
      kind: 'message',
      key: message.key,
      message,
      firstInGroup: starts,
      lastInGroup: true,
      lastNonFailed: message === lastSent,
    };
    rows.push(group);
    previous = message;
  }
  // "A typing indicator is appended unless the last text message has reply actions."
  if (typing && !hasReplyActions(messages.findLast((m) => m.type === 'text'))) {
    rows.push({ kind: 'typing', key: 'typing' });
  }
  return rows;
};
