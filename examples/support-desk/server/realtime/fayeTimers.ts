import type { Clock } from '../process/clock';

/** The interface of faye's `mixins/timeouts.js`; delays are in seconds. */
type FayeTimeouts = {
  addTimeout(name: string, delay: number, callback: () => void, context?: unknown): void;
  removeTimeout(name: string): void;
  removeAllTimeouts(): void;
};

/**
 * Gives an object of Faye named timers on the clock, instead of the process's global timers. A delay of 0 needs no clock
 * and becomes a microtask, which still batches everything published in one turn.
 */
export const replaceTimers = (owner: object, clock: Pick<Clock, 'after'>): void => {
  const cancels = new Map<string, () => void>();
  const removeTimeout = (name: string): void => {
    cancels.get(name)?.();
    cancels.delete(name);
  };
  const soon = (task: () => void): (() => void) => {
    let wanted = true;
    queueMicrotask(() => wanted && task());
    return () => {
      wanted = false;
    };
  };
  const timers: FayeTimeouts = {
    addTimeout: (name, delay, callback, context) => {
      if (cancels.has(name)) return;
      const task = (): void => {
        cancels.delete(name);
        callback.call(context);
      };
      cancels.set(name, delay > 0 ? clock.after(delay * 1000, task) : soon(task));
    },
    removeTimeout,
    removeAllTimeouts: () => {
      for (const name of [...cancels.keys()]) removeTimeout(name);
    },
  };
  Object.assign(owner, timers);
};
