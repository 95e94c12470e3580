/** The server's time and timers, passed in so that tests can control them. All values are milliseconds. */
export type Clock = {
  now(): number;
  /** Runs `task` once after `ms`; the result cancels it. */
  after(ms: number, task: () => void): () => void;
};

/** The real clock. Its timers do not keep the process alive. */
export const createClock = (): Clock => ({
  now: () => Date.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
});
