/** Runs pieces of work of the same key one after another, in the order they were asked for. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Keeps commit and publication of one conversation together: the row lock orders the commits, this keeps the answers
 * of two commits from overtaking each other on the way back. A key is forgotten when nothing waits for it.
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
