import { sameAuthor, TIMESTAMP_GAP } from '@porch/messenger/model/messageLog';
import type { Happening } from './decodeHappenings';
import type { Entry } from './entries';

/** The delivery state of replies; shown at the last reply that reached it. */
export type Receipt = 'seen' | 'delivered' | 'sent';

type MessageRow = {
  kind: 'message';
  key: string;
  entry: Entry;
  first: boolean;
  last: boolean;
  /** Whether it shows its own time, because no divider above it shows it. */
  timed: boolean;
  receipt: Receipt | undefined;
};

/** What the log shows, from top to bottom. `received` is float seconds. */
export type Row =
  | { kind: 'divider'; key: string; received: number }
  | { kind: 'event'; key: string; happening: Happening }
  | MessageRow;

/** How far the visitor has read and their browser received, in float seconds. */
export type Reach = { visitorLastRead?: number; visitorDelivered?: number };

type Item = { received: number; entry: Entry } | { received: number; happening: Happening };

const sameGroup = (a: Item | undefined, b: Item | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  'entry' in a &&
  'entry' in b &&
  sameAuthor(a.entry.message, b.entry.message) &&
  b.received - a.received <= TIMESTAMP_GAP;

const inOrder = (entries: readonly Entry[], happenings: readonly Happening[]): Item[] => {
  const items: Item[] = entries.map((entry) => ({ received: entry.message.received, entry }));
  const stored = entries.filter((entry) => entry.state === 'sent').length;
  for (const happening of [...happenings].sort((a, b) => a.received - b.received)) {
    let at = stored + items.length - entries.length;
    while (at > 0 && (items[at - 1]?.received ?? 0) > happening.received) at -= 1;
    items.splice(at, 0, { received: happening.received, happening });
  }
  return items;
};

const lastUpTo = (entries: readonly Entry[], reach: number | undefined): string | undefined =>
  entries.findLast(
    ({ message, state }) =>
      state === 'sent' && message.role === 'appMaker' && message.received <= (reach ?? -1),
  )?.key;

/**
 * Groups a thread by author and adds a divider at its start and after each gap of more than 900 s. Events are inserted
 * by their time. Those before the oldest loaded message (`from`, float seconds) are left out until that part is loaded.
 */
export const buildRows = (
  entries: readonly Entry[],
  reach: Reach,
  happenings: readonly Happening[] = [],
  from = 0,
): Row[] => {
  const rows: Row[] = [];
  const seen = lastUpTo(entries, reach.visitorLastRead);
  // A read message was delivered, even if its delivery mark is older or missing.
  const delivered = lastUpTo(entries, Math.max(reach.visitorDelivered ?? -1, reach.visitorLastRead ?? -1));
  // The newest reply always has a line below it, from sending to seen, so that the log does not jump.
  const newest = entries.findLast(({ message }) => message.role === 'appMaker');
  const sent = newest?.state === 'sent' ? newest.key : undefined;
  const items = inOrder(
    entries,
    happenings.filter((happening) => happening.received >= from),
  );
  items.forEach((item, i) => {
    const before = items[i - 1];
    const gap = before ? item.received - before.received : Number.POSITIVE_INFINITY;
    const key = 'entry' in item ? item.entry.key : item.happening.id;
    if (gap > TIMESTAMP_GAP) rows.push({ kind: 'divider', key: `at-${key}`, received: item.received });
    if ('happening' in item) {
      rows.push({ kind: 'event', key, happening: item.happening });
      return;
    }
    rows.push({
      kind: 'message',
      key,
      entry: item.entry,
      first: !sameGroup(before, item),
      last: !sameGroup(item, items[i + 1]),
      timed: gap <= TIMESTAMP_GAP,
      receipt: key === seen ? 'seen' : key === delivered ? 'delivered' : key === sent ? 'sent' : undefined,
    });
  });
  return rows;
};
