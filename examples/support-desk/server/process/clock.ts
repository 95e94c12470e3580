/** The server's time and timers, passed in so that tests can control them. All values are milliseconds. */
export type Clock = {
  /** Since 1970. The operator may set it back. */
  now(): number;
  /** Since any moment, and never set back: it measures how long something takes. */
  elapsed(): number;
  /** Runs `task` once after `ms`; the result cancels it. */
  after(ms: number, task: () => void): () => void;
};

/**
 * Creates the real clock of one owner. Its timers do not keep the process alive.
 * @returns the clock; `stop` cancels all its timers and refuses new ones
 */
export const createClock = (): Clock & { stop(): void } => {
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    after: (ms, task) => {
      if (isStopped) return () => undefined;
      const timer = setTimeout(() => {
        timers.delete(timer);
        task();
      }, ms).unref();
      timers.add(timer);
      return () => {
        timers.delete(timer);
        clearTimeout(timer);
      };
    },
    stop: () => {
      isStopped = true;
      timers.forEach(clearTimeout);
    },
  };
};
