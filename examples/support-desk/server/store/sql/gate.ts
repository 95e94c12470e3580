import type { Clock } from '../../process/clock';

/** A pool had no free connection for too long. */
export class PoolBusy extends Error {
  readonly code = 'POOL_BUSY';
}

/** Lets at most `size` operations run at once; the others wait in order. */
export type Gate = {
  readonly size: number;
  /** The number of running operations. */
  busy(): number;
  /** The number of waiting operations. */
  waiting(): number;
  /**
   * Runs an operation once there is room.
   * @param signal removes a waiting operation from the queue
   * @throws PoolBusy after the longest wait; the signal's reason; what the operation throws
   */
  run<T>(operation: () => Promise<T>, signal?: AbortSignal): Promise<T>;
};

type GateOptions = {
  /** The longest wait in ms; by default, unlimited. */
  longestMs?: number;
  /** Called with the wait of each operation, in seconds. */
  onWait?: (seconds: number) => void;
  /** Called for each operation that has succeeded. */
  onDone?: () => void;
};

type GateClock = Pick<Clock, 'elapsed' | 'after'>;
type Waiter = { enter(): void };

const turnFor = (
  waiters: Set<Waiter>,
  { after }: GateClock,
  longestMs?: number,
  signal?: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = (): void => {
      waiters.delete(waiter);
      cancel?.();
      signal?.removeEventListener('abort', abort);
    };
    const waiter: Waiter = {
      enter: () => {
        leave();
        resolve();
      },
    };
    const abort = (): void => {
      leave();
      reject(signal?.reason);
    };
    const refuse = (): void => {
      leave();
      reject(new PoolBusy('No connection to the database became free in time'));
    };
    const cancel = longestMs === undefined ? undefined : after(longestMs, refuse);
    signal?.addEventListener('abort', abort);
    waiters.add(waiter);
  });

export const createGate = (
  size: number,
  clock: GateClock,
  { longestMs, onWait, onDone }: GateOptions = {},
): Gate => {
  const waiters = new Set<Waiter>();
  let busy = 0;

  /** A finished operation passes its place to the next one. */
  const leave = (): void => {
    const [next] = waiters;
    if (next) next.enter();
    else busy--;
  };

  return {
    size,
    busy: () => busy,
    waiting: () => waiters.size,
    run: async (operation, signal) => {
      signal?.throwIfAborted();
      const began = clock.elapsed();
      if (busy < size) busy++;
      else await turnFor(waiters, clock, longestMs, signal);
      onWait?.((clock.elapsed() - began) / 1000);
      try {
        const result = await operation();
        onDone?.();
        return result;
      } finally {
        leave();
      }
    },
  };
};
