import type { Redis } from 'ioredis';
import type { Topic } from '../bus/bus';
import type { Clock } from '../process/clock';
import { channelName } from './deskPrefix';

/** How long a topic without followers stays subscribed: a client that returns costs no call. */
const LEAVE_MS = 10_000;
/** The most channels in one call. */
const AT_ONCE = 1000;

type Entry = {
  isFollowed: () => boolean;
  /** Since when nobody follows it. */
  leftAt?: number;
  /** Resolves once it is subscribed on this connection. */
  joining?: Promise<void>;
};

/** The topics that a process receives, on a connection for subscriptions. */
export type Followed = ReturnType<typeof createFollowed>;

export const createFollowed = (subscriber: Redis, { now }: Pick<Clock, 'now'>) => {
  const topics = new Map<Topic, Entry>();
  let isUp = false;
  /** The topics that the next call subscribes to. */
  let next: { names: string[]; done: Promise<void> } | undefined;

  const nameOf = (topic: Topic): string => channelName(subscriber, topic);
  const subscribe = async (names: readonly string[]): Promise<void> => {
    const calls: Promise<unknown>[] = [];
    for (let i = 0; i < names.length; i += AT_ONCE)
      calls.push(subscriber.subscribe(...names.slice(i, i + AT_ONCE)));
    await Promise.all(calls);
  };
  /** Subscribes to all topics of one turn in one call. */
  const join = (topic: Topic): Promise<void> => {
    if (!next) {
      const names: string[] = [];
      const done = Promise.resolve().then(() => {
        next = undefined;
        return subscribe(names);
      });
      next = { names, done };
    }
    next.names.push(nameOf(topic));
    return next.done;
  };

  return {
    /** Whether one of these is subscribed. */
    hasAny: (wanted: readonly Topic[]): boolean => wanted.some((topic) => topics.has(topic)),
    /** See `Bus`. */
    async follow(topic: Topic, isFollowed: () => boolean): Promise<void> {
      const entry: Entry = { ...topics.get(topic), isFollowed, leftAt: undefined };
      topics.set(topic, entry);
      if (!isUp) return;
      entry.joining ??= join(topic);
      // After the connection ends, all topics are subscribed again, and missed entries are read.
      await entry.joining.catch(() => undefined);
    },
    /** Subscribes to all topics on a new connection. Rejects if that fails. */
    async joinAll(): Promise<void> {
      isUp = true;
      const done = subscribe([...topics.keys()].map(nameOf));
      for (const entry of topics.values()) entry.joining = done;
      await done;
    },
    /** The connection has ended. */
    lost(): void {
      isUp = false;
      for (const entry of topics.values()) entry.joining = undefined;
    },
    /** Leaves the topics that nobody has followed for a while. */
    leave(): void {
      const left: Topic[] = [];
      for (const [topic, entry] of topics) {
        entry.leftAt = entry.isFollowed() ? undefined : (entry.leftAt ?? now());
        if (entry.leftAt !== undefined && now() - entry.leftAt >= LEAVE_MS) left.push(topic);
      }
      for (const topic of left) topics.delete(topic);
      if (isUp && left.length > 0) subscriber.unsubscribe(...left.map(nameOf)).catch(() => undefined);
    },
    count: (): number => topics.size,
  };
};
