/**
 * Answers simultaneous callers with one read. No two reads of a key run at once.
 * @param pause waits between two reads. Who asks during a read waits for the next one, so no answer is older than its
 * question. Without it, they share the pending read.
 */
export const createShared = <T, K = void>(
  read: (key: K) => Promise<T>,
  pause?: () => Promise<void>,
): ((key: K) => Promise<T>) => {
  const turns = new Map<K, { coming?: Promise<T>; free: Promise<unknown> }>();
  return (key) => {
    const turn = turns.get(key) ?? { free: Promise.resolve() };
    turns.set(key, turn);
    turn.coming ??= turn.free.then(() => {
      if (pause) turn.coming = undefined;
      const reading = read(key);
      turn.free = Promise.all([reading.catch(() => undefined), pause?.()]).then(() => {
        if (!pause || !turn.coming) turns.delete(key);
      });
      return reading;
    });
    return turn.coming;
  };
};
