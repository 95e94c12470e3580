import { setTimeout as wait } from 'node:timers/promises';

/**
 * Answers simultaneous callers with one read, which begins after they asked: no answer is older than its question.
 * @param pauseMs the shortest time between two reads of the same key; callers in between wait
 */
export const createShared = <K, T>(
  read: (key: K) => Promise<T>,
  pauseMs: number,
): ((key: K) => Promise<T>) => {
  const turns = new Map<K, { coming?: Promise<T>; free: Promise<unknown> }>();
  return (key) => {
    const turn = turns.get(key) ?? { free: Promise.resolve() };
    turns.set(key, turn);
    turn.coming ??= turn.free.then(() => {
      turn.coming = undefined;
      const reading = read(key);
      turn.free = Promise.all([
        reading.catch(() => undefined),
        wait(pauseMs, undefined, { ref: false }),
      ]).then(() => {
        if (!turn.coming) turns.delete(key);
      });
      return reading;
    });
    return turn.coming;
  };
};
