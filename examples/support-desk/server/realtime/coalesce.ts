import type { Clock } from '../process/clock';

/**
 * Thins a stream of values by key: the first is sent at once, and then at most one each `ms`, which is the newest.
 * @param merge makes one value of one that waits and a newer one
 */
export const coalesce = <T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  send: (value: T) => void,
  merge: (waiting: T, newer: T) => T,
) => {
  /** The keys that were sent less than `ms` ago, with what waits. */
  const recent = new Map<string, { waiting?: T; cancel: () => void }>();

  const sendNow = (key: string, value: T): void => {
    recent.set(key, { cancel: clock.after(ms, () => sendNext(key)) });
    send(value);
  };
  const sendNext = (key: string): void => {
    const waiting = recent.get(key)?.waiting;
    recent.delete(key);
    if (waiting !== undefined) sendNow(key, waiting);
  };

  return {
    add: (key: string, value: T): void => {
      const entry = recent.get(key);
      if (!entry) sendNow(key, value);
      else entry.waiting = entry.waiting === undefined ? value : merge(entry.waiting, value);
    },
    /** Forgets what waits under a key. */
    drop: (key: string): void => {
      recent.get(key)?.cancel();
      recent.delete(key);
    },
  };
};
