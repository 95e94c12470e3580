import type { Redis } from 'ioredis';
import type { Entry } from './takeEntries';

/** The most entries to read in one call. */
const AT_ONCE = 500;

/** An entry of the stream: its place, such as `1526919030474-55`, and its id or name. */
export type Cursor = { place: string; id: string };

type StreamAnswer = [stream: string, entries: Entry[]][] | null;

/** Whether one place of a stream is after another. */
export const isBehind = (place: string, other: string): boolean => {
  const [[ms = 0, count = 0], [otherMs = 0, otherCount = 0]] = [place, other].map((one) =>
    one.split('-').map(Number),
  ) as [number[], number[]];
  return ms > otherMs || (ms === otherMs && count > otherCount);
};

export const cursorOf = ([place, [, id = '']]: Entry): Cursor => ({ place, id });

/**
 * Reads what follows an entry.
 * @returns undefined if that entry is gone, so that others may be too; `isAll`: there was no more
 */
export const readEntries = async (
  client: Redis,
  stream: string,
  { place, id }: Cursor,
): Promise<{ entries: Entry[]; isAll: boolean } | undefined> => {
  // The check whether it still exists comes second: nothing can be lost between the two.
  const [read, found] =
    (await client
      .pipeline()
      .xread('COUNT', AT_ONCE, 'STREAMS', stream, place)
      .xrange(stream, place, place)
      .exec()) ?? [];
  const failed = read?.[0] ?? found?.[0];
  if (failed) throw failed;
  const [there] = (found?.[1] ?? []) as Entry[];
  // Another Redis may have another entry at that place.
  if (there?.[1][1] !== id) return undefined;
  const entries = (read?.[1] as StreamAnswer)?.[0]?.[1] ?? [];
  return { entries, isAll: entries.length < AT_ONCE };
};
