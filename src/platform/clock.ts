/** Time and timers, handed in everywhere so that tests can own them. All values are milliseconds. */
export type Clock = {
  now(): number;
  /** Runs `task` once after `ms`; the result cancels it. */
  after(ms: number, task: () => void): () => void;
  /** Runs `task` every `ms` until cancelled. */
  every(ms: number, task: () => void): () => void;
};

export const createClock = (): Clock => ({
  now: () => Date.now(),
  after(ms, task) {
    const id = setTimeout(task, ms);
    return () => clearTimeout(id);
  },
  every(ms, task) {
    const id = setInterval(task, ms);
    return () => clearInterval(id);
  },
});
