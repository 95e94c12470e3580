import type { Redis } from 'ioredis';
import type { Bus, BusEvent } from '../bus/bus';
import type { Clock } from '../clock';
import type { RedisConnection } from './connectRedis';

const STREAM = 'porch:events';
/** At most about so many events are kept, for processes that lost their connection. */
const KEPT = 100_000;
/** How long they are kept, and how often older ones are removed; ms. */
const KEPT_MS = 120_000;
const REMOVAL_MS = 60_000;
/** How many events one call reads at most, and how long it waits for the first. */
const AT_ONCE = 500;
const BLOCK_MS = 2000;
const RETRY_MS = 250;

type Entry = [place: string, fields: string[]];
type StreamAnswer = [stream: string, entries: Entry[]][] | null;

/** What an entry of the stream carries; nothing when somebody else has written it. */
const eventOf = ([, fields]: Entry): BusEvent | undefined => {
  const [, id, , text] = fields;
  if (fields.length !== 4 || id === undefined || text === undefined) return undefined;
  try {
    return { id, publication: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

type Hearer = { on: (event: BusEvent) => void; onGap: () => void };

/**
 * Reads the stream from its end of now on, until it is stopped. After a lost connection it goes on where it was. Where the
 * entry that it read last is gone, Redis was emptied, or has dropped more than was read: events may be missing.
 */
const readStream = (client: Redis, { now, after }: Clock, { on, onGap }: Hearer): (() => void) => {
  /** The place of the newest entry that was read. */
  let last: string | null = null;
  let removedAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  let cancel = (): void => undefined;

  /** Adds an entry that carries nothing. Its place begins with the time of Redis. */
  const addMark = () => client.xadd(STREAM, 'MAXLEN', '~', KEPT, '*', 'mark', '');
  const begin = async (): Promise<string | null> => {
    const place = await addMark();
    onGap();
    return place;
  };
  /** Also of a desk where nothing happens: a stream has the newest mark, and no old event. */
  const removeOld = async (): Promise<void> => {
    if (now() - removedAt < REMOVAL_MS) return;
    const at = Number.parseInt((await addMark()) ?? '', 10);
    await client.xtrim(STREAM, 'MINID', at - KEPT_MS);
    removedAt = now();
  };
  const readSome = async (from: string): Promise<void> => {
    // The question whether it is still there comes second: nothing can be lost between the two.
    const [read, found] =
      (await client
        .pipeline()
        .xread('COUNT', AT_ONCE, 'BLOCK', BLOCK_MS, 'STREAMS', STREAM, from)
        .xrange(STREAM, from, from)
        .exec()) ?? [];
    const failed = read?.[0] ?? found?.[0];
    if (failed) throw failed;
    if (isStopped) return;
    const entries = (read?.[1] as StreamAnswer)?.[0]?.[1] ?? [];
    const [isThere] = (found?.[1] ?? []) as Entry[];
    last = isThere ? (entries.at(-1)?.[0] ?? from) : null;
    for (const entry of entries) {
      const event = eventOf(entry);
      if (event) on(event);
    }
  };
  const readOn = async (): Promise<void> => {
    while (!isStopped) {
      try {
        last ??= await begin();
        await removeOld();
        if (last !== null) await readSome(last);
      } catch {
        // Redis is lost. The client connects again.
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

/** A bus on a stream of Redis or Valkey. Every process reads all of it. */
export const createRedisBus = (redis: RedisConnection, clock: Clock): Bus => {
  const stops: (() => void)[] = [];
  return {
    send: async (events) => {
      const sending = redis.client.pipeline();
      for (const { id, publication } of events)
        sending.xadd(STREAM, 'MAXLEN', '~', KEPT, '*', 'id', id, 'publication', JSON.stringify(publication));
      const answers = (await sending.exec()) ?? [];
      const failed = answers.find(([error]) => error)?.[0];
      if (failed || answers.length < events.length)
        throw failed ?? new Error('Redis has not taken all events');
    },
    hear: (on, onGap) => {
      const stop = readStream(redis.forBlocking(BLOCK_MS), clock, { on, onGap });
      stops.push(stop);
      return stop;
    },
    state: redis.state,
    close: async () => {
      for (const stop of stops) stop();
    },
  };
};
