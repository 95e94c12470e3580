import type { Clock } from './clock';

/** One wait at a time. */
export type Timer = {
  /** Runs `task` once after `ms`, in place of the wait before. */
  set(ms: number, task: () => void): void;
  stop(): void;
};

/**
 * Creates a timer, which a part uses again and again.
 * @param onDispose takes what ends the last wait; without it, the owner calls `stop`
 */
export const createTimer = (clock: Pick<Clock, 'after'>, onDispose?: (undo: () => void) => void): Timer => {
  let cancel = () => {};
  const stop = () => cancel();
  onDispose?.(stop);
  return {
    stop,
    set(ms, task) {
      cancel();
      cancel = clock.after(ms, task);
    },
  };
};

/** One wait at a time for each key. */
type Timers = {
  set(key: string, ms: number, task: () => void): void;
  stop(key: string): void;
  stopAll(): void;
};

/** Creates a timer for each key that needs one. */
export const createTimers = (clock: Pick<Clock, 'after'>): Timers => {
  const waits = new Map<string, () => void>();
  const stop = (key: string) => {
    waits.get(key)?.();
    waits.delete(key);
  };
  return {
    stop,
    set(key, ms, task) {
      stop(key);
      waits.set(key, clock.after(ms, task));
    },
    stopAll() {
      for (const cancel of waits.values()) cancel();
      waits.clear();
    },
  };
};

/**
 * Runs a task at intervals.
 * @param after waits, by the clock of the owner
 * @param ms the interval
 * @returns stops it
 */
export const every = (after: Clock['after'], ms: number, task: () => void): (() => void) => {
  const timer = createTimer({ after });
  const wait = (): void =>
    timer.set(ms, () => {
      wait();
      task();
    });
  wait();
  return timer.stop;
};
