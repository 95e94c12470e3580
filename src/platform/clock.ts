/** Time and timers, passed in everywhere so that tests can control them. All values are milliseconds. */
export type Clock = {
  now(): number;
  /** Runs `task` once after `ms`; the result cancels it. */
  after(ms: number, task: () => void): () => void;
};

/** The longest wait of a browser timer; a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

export const createClock = (): Clock => ({
  now: () => Date.now(),
  after(ms, task) {
    const id = setTimeout(task, Math.min(ms, LONGEST_MS));
    return () => clearTimeout(id);
  },
});
