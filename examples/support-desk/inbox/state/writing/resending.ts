import type { Clock } from '@porch/messenger/platform/clock';
import { createTimer } from '@porch/messenger/platform/timer';

const FIRST_S = 5;
const LONGEST_S = 60;
/** The longest wait that a desk can ask for. */
const LONGEST_WAIT_S = 300;

/** Retries held messages automatically, with back-off, until one gets through. */
export const createResending = (clock: Pick<Clock, 'after'>, resend: () => void) => {
  let failures = 0;
  const timer = createTimer(clock);
  let waits = false;
  let over = false;
  const now = (): void => {
    timer.stop();
    waits = false;
    resend();
  };
  return {
    /** Retries at once, for example because the network may be back. */
    now,
    /** Sets whether messages are held back. @param waitS the least wait that the desk asks for, in seconds */
    held: (held: boolean, waitS = 0): void => {
      if (!held) {
        failures = 0;
        return;
      }
      if (over || waits) return;
      const pauseS = Math.min(LONGEST_S, FIRST_S * 2 ** failures++);
      waits = true;
      timer.set(Math.max(pauseS, Math.min(waitS, LONGEST_WAIT_S)) * 1000, now);
    },
    dispose: (): void => {
      over = true;
      timer.stop();
    },
  };
};
