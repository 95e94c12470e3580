/** Time and timers of the server, handed in so that tests can own them. All values are milliseconds. */
export type Clock = {
  now(): number;
  /** Runs `task` once after `ms`; the result cancels it. */
  after(ms: number, task: () => void): () => void;
};

/** The real clock. Its timers keep no process alive: what they guard ends with the process. */
export const createClock = (): Clock => ({
  now: () => Date.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
});
