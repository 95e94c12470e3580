import type { Role } from '../wire/message';
import type { Message } from './message';

/** A gap of more than this many seconds between messages gets a timestamp row. */
export const TIMESTAMP_GAP = 900;

type Authored = { role: Role; authorId?: unknown; name?: string };

type MessageRow = {
  kind: 'message';
  key: string;
  message: Message;
  firstInGroup: boolean;
  lastInGroup: boolean;
  lastNonFailed: boolean;
};

export type LogRow =
  | { kind: 'timestamp'; key: string; received: number }
  | { kind: 'unread'; key: string }
  | MessageRow
  | { kind: 'ended'; key: string }
  | { kind: 'typing'; key: string };

/** A block of rows with a stable number. */
export type LogBlock = readonly [key: number, rows: readonly LogRow[]];

/** Whether two messages share an author, so that one name is shown above both. */
export const sameAuthor = (a: Authored, b: Authored): boolean =>
  a.role === b.role && (a.role === 'appUser' || (a.authorId ?? a.name) === (b.authorId ?? b.name));

const hasReplyActions = (message: Message | undefined): boolean =>
  message?.type === 'text' &&
  (message.actions ?? []).some((a) => (a as { type?: unknown } | null)?.type === 'reply');

const ENDED: LogRow = { kind: 'ended', key: 'ended' };
const TYPING: LogRow = { kind: 'typing', key: 'typing' };
const UNREAD: LogRow = { kind: 'unread', key: 'unread' };

/** The exponent of the number of messages of a block: 32. */
const BLOCK_BITS = 5;

/**
 * Makes the rows of the message log: messages grouped by author, timestamp rows and the unread divider. The last rows
 * show that the conversation has ended and who is typing. Rows come in blocks. Messages added above or below do not
 * move their boundaries, so a change redraws one block instead of the log; blocks before the first changed message keep
 * their identity. Messages are compared by identity, because comparing the fields of ten thousand messages takes longer
 * than drawing one.
 */
export const createLog = () => {
  let blocks: [number, LogRow[]][] = [];
  let previous: readonly Message[] = [];
  let previousRead: number | undefined;
  let sent = -1;
  /** Index and key of the message from which blocks are counted; replaced when that message is gone. */
  let origin = 0;
  let originKey: string | undefined;

  /**
   * @param messages ascending by received
   * @param lastRead `received` up to which the visitor had read when the log was opened, in float seconds
   * @param typing whether an agent is typing
   * @param ended whether the conversation has ended
   */
  return (
    messages: readonly Message[],
    lastRead: number | undefined,
    typing: boolean,
    ended = false,
  ): readonly LogBlock[] => {
    let same = 0;
    if (lastRead === previousRead) while (messages[same] && messages[same] === previous[same]) same++;
    // The last message's place in its group depends on the next one, and the last one sent carries a flag.
    let lastKept = Math.min(same - 1, sent);
    sent = messages.findLastIndex((m) => m.status !== 'failed');
    lastKept = Math.min(lastKept, sent);
    if (messages[origin]?.key !== originKey) {
      lastKept = -1;
      origin = Math.max(
        0,
        messages.findIndex(({ key }) => key === originKey),
      );
      originKey = messages[origin]?.key;
    }
    /** The number of the first block that changes. */
    const first = (lastKept - origin) >> BLOCK_BITS;
    blocks = lastKept < 0 ? [] : blocks.filter(([key]) => key < first);
    previous = messages;
    previousRead = lastRead;
    const blockOf = (key: number): LogRow[] => {
      if (blocks.at(-1)?.[0] !== key) blocks.push([key, []]);
      return (blocks.at(-1) as (typeof blocks)[0])[1];
    };
    let unreadShown = lastRead === undefined || blocks.some(([, rows]) => rows.includes(UNREAD));
    let row: MessageRow | undefined;
    for (let i = Math.max((first << BLOCK_BITS) + origin, 0); i < messages.length; i++) {
      const message = messages[i] as Message;
      const last = messages[i - 1];
      const gap = !last || message.received - last.received > TIMESTAMP_GAP;
      const unread = !unreadShown && message.role === 'appMaker' && message.received > (lastRead ?? 0);
      const firstInGroup = gap || unread || !sameAuthor(last, message);
      if (row) row.lastInGroup = firstInGroup;
      const rows = blockOf((i - origin) >> BLOCK_BITS);
      if (gap) rows.push({ kind: 'timestamp', key: `t${message.key}`, received: message.received });
      if (unread) rows.push(UNREAD);
      unreadShown ||= unread;
      row = {
        kind: 'message',
        key: message.key,
        message,
        firstInGroup,
        lastInGroup: true,
        lastNonFailed: i === sent,
      };
      rows.push(row);
    }
    const end: LogRow[] = ended ? [ENDED] : [];
    // Show the typing row, unless the last text message offers quick replies.
    if (typing && !hasReplyActions(messages.findLast((m) => m.type === 'text'))) end.push(TYPING);
    if (end.length > 0) blockOf((messages.length - 1 - origin) >> BLOCK_BITS).push(...end);
    return blocks;
  };
};
