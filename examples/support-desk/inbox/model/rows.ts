import type { Entry } from './entries';

/** SPEC.md section 9: a gap longer than this, in seconds, gets a divider with the time. */
export const DIVIDER_GAP_S = 900;

/** What the log shows, from top to bottom. `received` is float seconds; `timed` where no divider above tells the time. */
export type Row =
  | { kind: 'divider'; key: string; received: number }
  | {
      kind: 'message';
      key: string;
      entry: Entry;
      first: boolean;
      last: boolean;
      timed: boolean;
      seen: boolean;
    };

const author = (entry: Entry): string =>
  `${entry.message.role}:${entry.message.name ?? ''}:${String(entry.message.authorId ?? '')}`;

const sameGroup = (a: Entry | undefined, b: Entry | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  (a.message.role === b.message.role && a.message.role === 'appUser' ? true : author(a) === author(b)) &&
  b.message.received - a.message.received <= DIVIDER_GAP_S;

/**
 * Groups a thread by author and puts a divider at its start and after each gap over 900 s (SPEC.md section 4,
 * 'Message log display'). The last reply that the visitor has read is marked `seen`.
 */
export const buildRows = (entries: readonly Entry[], visitorLastRead: number | undefined): Row[] => {
  const rows: Row[] = [];
  const seenKey = entries.findLast(
    ({ message, state }) =>
      state === 'sent' && message.role === 'appMaker' && message.received <= (visitorLastRead ?? -1),
  )?.key;
  entries.forEach((entry, i) => {
    const before = entries[i - 1];
    const gap = before ? entry.message.received - before.message.received : Number.POSITIVE_INFINITY;
    if (gap > DIVIDER_GAP_S) {
      rows.push({ kind: 'divider', key: `at-${entry.key}`, received: entry.message.received });
    }
    rows.push({
      kind: 'message',
      key: entry.key,
      entry,
      first: !sameGroup(before, entry),
      last: !sameGroup(entry, entries[i + 1]),
      timed: gap <= DIVIDER_GAP_S,
      seen: entry.key === seenKey,
    });
  });
  return rows;
};
