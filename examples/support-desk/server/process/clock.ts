/** The server's time and timers, passed in so that tests can control them. All values are milliseconds. */
export type Clock = {
  /** Since 1970. The operator may set it back. */
  now(): number;
  /** Since any moment, and never set back: it measures how long something takes. */
  elapsed(): number;
  /** Runs `task` once after `ms`; the result cancels it. */
  after(ms: number, task: () => void): () => void;
};

/** Timers that one owner ends together. */
type Ended = Pick<Clock, 'after'> & {
  /** Cancels all timers and refuses new ones. */
  stop(): void;
};

/** @param after starts the timers */
export const endTogether = (after: Clock['after']): Ended => {
  const ends = new Set<() => void>();
  let isStopped = false;
  return {
    after: (ms, task) => {
      if (isStopped) return () => undefined;
      const end = (): void => {
        ends.delete(end);
        cancel();
      };
      const cancel = after(ms, () => {
        ends.delete(end);
        task();
      });
      ends.add(end);
      return end;
    },
    stop: () => {
      isStopped = true;
      for (const end of ends) end();
    },
  };
};

/** Creates the real clock of one owner. Its timers do not keep the process alive. */
export const createClock = (): Clock & Ended => ({
  now: () => Date.now(),
  elapsed: () => performance.now(),
  ...endTogether((ms, task) => {
    const timer = setTimeout(task, ms).unref();
    return () => clearTimeout(timer);
  }),
});
