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
 * @param onDispose registers a function that cancels all waits and refuses new ones
 */
export const createClock = (onDispose?: (undo: () => void) => void): Clock => {
  const waits = new Set<ReturnType<typeof setTimeout>>();
  let ended = false;
  onDispose?.(() => {
    ended = true;
    waits.forEach(clearTimeout);
  });
  return {
    now: () => Date.now(),
    after(ms, task) {
      const end = () => {
        waits.delete(id);
        clearTimeout(id);
      };
      const id = setTimeout(
        () => {
          end();
          task();
        },
        Math.min(ms, LONGEST_MS),
      );
      waits.add(id);
      if (ended) end();
      return end;
    },
  };
};
