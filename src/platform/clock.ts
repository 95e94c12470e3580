/** Time and timers, passed in everywhere so that tests can control them. All values are milliseconds. */
export type Clock = {
  now(): number;
  /** Runs `task` once after `ms`; the result cancels it. */
  after(ms: number, task: () => void): () => void;
};

/** The longest wait of a browser timer; a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Creates the clock of one owner.
 * @param onDispose takes what ends it: no wait is left then, and none begins any more
 */
export const createClock = (onDispose?: (undo: () => void) => void): Clock => {
  const waits = new Set<ReturnType<typeof setTimeout>>();
  let ended = false;
  onDispose?.(() => {
    ended = true;
    for (const id of waits) clearTimeout(id);
  });
  return {
    now: () => Date.now(),
    after(ms, task) {
      if (ended) return () => {};
      const id = setTimeout(
        () => {
          waits.delete(id);
          task();
        },
        Math.min(ms, LONGEST_MS),
      );
      waits.add(id);
      return () => {
        waits.delete(id);
        clearTimeout(id);
      };
    },
  };
};
