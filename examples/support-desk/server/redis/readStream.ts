import type { Redis } from 'ioredis';
import type { Clock } from '../clock';
import type { EventSender } from './eventSender';
import type { RedisHealth } from './redisHealth';
import type { Entry } from './takeEntries';

/** How many events one call reads at most, and how long it waits for the first. */
const AT_ONCE = 500;
export const BLOCK_MS = 2000;
const RETRY_MS = 250;
/** How often old events are removed, and a mark is added where nothing else was; while something fails, and while nothing does. */
const TRY_MS = 1000;
const KEEP_MS = 5000;
/** How long the state says that entries were lost. */
const GONE_MS = 5000;

type StreamAnswer = [stream: string, entries: Entry[]][] | null;

type ReadDeps = {
  client: Redis;
  stream: string;
  clock: Clock;
  sender: EventSender;
  health: RedisHealth;
  take: (entry: Entry) => void;
  onGap: () => void;
};

/** Whether one place of a stream, such as `1526919030474-55`, is behind another. */
const isBehind = (place: string, other: string): boolean => {
  const [[ms = 0, count = 0], [otherMs = 0, otherCount = 0]] = [place, other].map((one) =>
    one.split('-').map(Number),
  ) as [number[], number[]];
  return ms > otherMs || (ms === otherMs && count > otherCount);
};

/**
 * Reads new entries of the stream until it is stopped. After a lost connection it continues where it was. Where the
 * entry that it read last is gone, Redis was emptied, or has dropped more than was read: events may be missing.
 */
export const readStream = (deps: ReadDeps): (() => void) => {
  const { client, stream, sender, health, take, onGap } = deps;
  const { now, after } = deps.clock;
  /** The place of the newest entry that was read. */
  let last: string | undefined;
  let goneAt = Number.NEGATIVE_INFINITY;
  let keptAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  let cancel = (): void => undefined;

  const findNewest = async (): Promise<string | undefined> =>
    ((await client.xrevrange(stream, '+', '-', 'COUNT', 1)) as Entry[])[0]?.[0];
  const begin = async (): Promise<string | undefined> => {
    let newest = await findNewest();
    if (newest === undefined) {
      await sender.mark();
      newest = await findNewest();
    }
    onGap();
    return newest;
  };
  /** Also where nothing happens: so it is known whether Redis would take something. */
  const keepUp = async (): Promise<void> => {
    if (now() - keptAt < (health.state() === 'ok' ? KEEP_MS : TRY_MS)) return;
    keptAt = now();
    await sender.trim().catch(() => undefined);
    if (now() - sender.sentAt() >= TRY_MS) await sender.mark().catch(() => undefined);
  };
  const readSome = async (from: string): Promise<void> => {
    const sent = sender.newest();
    // After an outage it is known soon whether the entry is left.
    const waitMs = health.state() === 'ok' ? BLOCK_MS : RETRY_MS;
    // The question whether it is still there comes second: nothing can be lost between the two.
    const [read, found] =
      (await client
        .pipeline()
        .xread('COUNT', AT_ONCE, 'BLOCK', waitMs, 'STREAMS', stream, from)
        .xrange(stream, from, from)
        .exec()) ?? [];
    const failed = read?.[0] ?? found?.[0];
    if (failed) throw failed;
    if (isStopped) return;
    const entries = (read?.[1] as StreamAnswer)?.[0]?.[1] ?? [];
    const [isThere] = (found?.[1] ?? []) as Entry[];
    const isBlind = entries.length === 0 && sent !== undefined && isBehind(sent, from);
    last = isThere && !isBlind ? (entries.at(-1)?.[0] ?? from) : undefined;
    if (last === undefined) {
      goneAt = now();
      health.fails('entries', 'GONE');
    }
    // What was sent is not there: the connection leads to another Redis than that of the sender, or that has changed.
    if (isBlind && isThere) client.disconnect(true);
    for (const entry of entries) take(entry);
  };
  const readOn = async (): Promise<void> => {
    while (!isStopped) {
      try {
        await keepUp();
        last ??= await begin();
        if (last !== undefined) await readSome(last);
        health.worked('reading');
        if (now() - goneAt >= GONE_MS) health.worked('entries');
      } catch (error) {
        if (isStopped) return;
        // The client connects again.
        health.failed('reading', error);
        await new Promise<void>((resolve) => {
          cancel = after(RETRY_MS, resolve);
        });
      }
    }
  };
  void readOn();
  return () => {
    isStopped = true;
    cancel();
  };
};
