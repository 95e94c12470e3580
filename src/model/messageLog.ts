import type { Message } from './message';

/** SPEC.md section 9: a gap of more than this many seconds gets a timestamp divider. */
export const TIMESTAMP_GAP = 900;

type MessageRow = {
  kind: 'message';
  key: string;
  message: Message;
  firstInGroup: boolean;
  lastInGroup: boolean;
  lastNonFailed: boolean;
};

/** One row of the message log. */
export type LogRow =
  | { kind: 'timestamp'; key: string; received: number }
  | { kind: 'unread'; key: string }
  | MessageRow
  | { kind: 'typing'; key: string };

/** Whether two rows show the same. */
export const sameRow = (a: LogRow, b?: LogRow): boolean => {
  if (a === b) return true;
  // Where a kind of row has no such field, both have none.
  const one = a as MessageRow & { received?: number };
  const other = b as typeof one | undefined;
  return (
    one.key === other?.key &&
    one.received === other.received &&
    one.message === other.message &&
    one.firstInGroup === other.firstInGroup &&
    one.lastInGroup === other.lastInGroup &&
    one.lastNonFailed === other.lastNonFailed
  );
};

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
 * @param before what the last call gave: a row that stands where it stood and shows the same is the same object
 */
export const logRows = (
  messages: readonly Message[],
  lastRead: number | undefined,
  typing: boolean,
  before: readonly LogRow[] = [],
): LogRow[] => {
  const rows: LogRow[] = [];
  const add = (row: LogRow) => {
    const old = before[rows.length];
    rows.push(old && sameRow(row, old) ? old : row);
  };
  const lastSent = messages.findLast((m) => m.status !== 'failed');
  let unreadShown = lastRead === undefined;
  let previous: MessageRow | undefined;
  for (const message of messages) {
    const last = previous?.message;
    const gap = !last || message.received - last.received > TIMESTAMP_GAP;
    const unread = !unreadShown && message.role === 'appMaker' && message.received > (lastRead ?? 0);
    const starts = gap || unread || !sameAuthor(last, message);
    if (previous) {
      previous.lastInGroup = starts;
      add(previous);
    }
    if (gap) add({ kind: 'timestamp', key: `t${message.key}`, received: message.received });
    if (unread) add({ kind: 'unread', key: 'unread' });
    unreadShown ||= unread;
    previous = {
      kind: 'message',
      key: message.key,
      message,
      firstInGroup: starts,
      lastInGroup: true,
      lastNonFailed: message === lastSent,
    };
  }
  if (previous) add(previous);
  // "A typing indicator is appended unless the last text message has reply actions."
  if (typing && !hasReplyActions(messages.findLast((m) => m.type === 'text'))) {
    add({ kind: 'typing', key: 'typing' });
  }
  return rows;
};
