import type { Clock } from '../process/clock';

/**
 * Thins a stream of values by key: the first is sent at once, then at most one per `ms`, the newest.
 * @param merge merges a waiting value with a newer one
 */
export const coalesce = <T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  send: (value: T) => void,
  merge: (waiting: T, newer: T) => T,
) => {
  /** The keys that were sent less than `ms` ago, with their waiting values. */
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
    /** Forgets the waiting value of a key. */
    drop: (key: string): void => {
      recent.get(key)?.cancel();
      recent.delete(key);
    },
  };
};
