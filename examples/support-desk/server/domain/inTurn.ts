/** Runs tasks with the same key one after another, in the order of the calls. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Keeps events of one conversation in commit order. The row lock orders the commits; this queue stops the
 * reply of a later commit from overtaking an earlier one. A key is dropped when no task waits for it.
 */
export const createInTurn = (): InTurn => {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const done = (tails.get(key) ?? Promise.resolve()).then(work);
    const tail = done
      .catch(() => undefined)
      .then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
    return done;
  };
};
