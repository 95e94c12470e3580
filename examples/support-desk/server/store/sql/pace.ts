/** Runs operations one after another, in the order of the calls. */
export type Pace = <T>(operation: () => Promise<T>) => Promise<T>;

const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Gives the event loop a turn after each operation. The embedded engine runs in this process, and begins the next
 * waiting operation in a microtask: without turns, a burst of requests would block files, live connections and new
 * requests until all of the burst was done.
 */
export const createPace = (): Pace => {
  let free: Promise<void> = Promise.resolve();
  return (operation) => {
    const done = free.then(operation);
    free = done.then(turnOfTheLoop, turnOfTheLoop);
    return done;
  };
};
