import type { Clock } from '@porch/messenger/platform/clock';
import { createTimer } from '@porch/messenger/platform/timer';

/**
 * Runs a task at intervals.
 * @param ms the interval
 * @returns stops it
 */
export const every = (clock: Pick<Clock, 'after'>, ms: number, task: () => void): (() => void) => {
  const timer = createTimer(clock);
  const wait = (): void =>
    timer.set(ms, () => {
      wait();
      task();
    });
  wait();
  return timer.stop;
};
