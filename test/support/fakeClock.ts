import { setImmediate } from 'node:timers';
import type { Clock } from '../../src/platform/clock';
import { pendingCrypto } from './pendingCrypto';

const turn = () => new Promise<void>((resolve) => setImmediate(() => resolve()));

/** Runs the event loop for a few turns without advancing time, so that pending work can continue. */
export const flush = async (turns = 3): Promise<void> => {
  for (let i = 0; i < turns; i++) await turn();
  for (; pendingCrypto() > 0; await flush(turns)) await turn();
};

export type FakeClock = Clock & {
  /** The same as `now`, for the server's clock. */
  elapsed(): number;
  /** Advances time. Runs each timer at its time, and flushes before the next one. @param ms */
  advance(ms: number): Promise<void>;
  /** The number of timers set. After a dispose it should be 0. */
  pending(): number;
  /** When each timer is due, in ms from now, the next one first. */
  waits(): number[];
};

type Timer = { at: number; task: () => void };

/** A clock that advances only on request. @param start ms since 1970 */
export const createFakeClock = (start = 1_800_000_000_000): FakeClock => {
  const timers = new Set<Timer>();
  let now = start;
  const add = (timer: Timer) => {
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const due = (until: number) =>
    [...timers]
      .filter((t) => t.at <= until)
      .reduce<Timer | undefined>((a, b) => (a && a.at <= b.at ? a : b), undefined);
  return {
    now: () => now,
    elapsed: () => now,
    after: (ms, task) => add({ at: now + ms, task }),
    pending: () => timers.size,
    waits: () => [...timers].map(({ at }) => at - now).sort((a, b) => a - b),
    async advance(ms) {
      const until = now + ms;
      await flush();
      for (let timer = due(until); timer; timer = due(until)) {
        now = timer.at;
        timers.delete(timer);
        timer.task();
        await flush();
      }
      now = until;
    },
  };
};
