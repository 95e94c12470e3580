import { every } from '@porch/messenger/platform/timer';
import type { Clock } from './clock';

/**
 * Measures the time in which this process ran. While it is suspended, or gets no processor, nobody can reach it, and it
 * must not mistake its own pause for another's silence.
 */
export type Awake = Clock & {
  /** In ms, without pauses, and never set back. */
  awake(): number;
};

const TICK_MS = 250;
/** A longer time between two checks was a pause. */
const MOST_MS = 500;

/**
 * @param real the clock of others, which ends the measuring when it stops
 * @returns the clock; its `after` counts only time in which the process ran
 */
export const createAwake = (real: Clock): Awake => {
  const { now, elapsed } = real;
  let counted = 0;
  let lookedAt = elapsed();

  const awake = (): number => counted + Math.min(elapsed() - lookedAt, MOST_MS);
  every(real.after, TICK_MS, () => {
    counted = awake();
    lookedAt = elapsed();
  });

  return {
    now,
    elapsed,
    awake,
    after: (ms, task) => {
      const due = awake() + ms;
      let cancel = (): void => undefined;
      const wait = (left: number): void => {
        cancel = real.after(left, () => {
          // Input that arrived during a pause is read before the timer runs again.
          const missing = Math.ceil(due - awake());
          if (missing > 0) wait(missing);
          else task();
        });
      };
      wait(ms);
      return () => cancel();
    },
  };
};
