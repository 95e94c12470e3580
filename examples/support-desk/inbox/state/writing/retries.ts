import type { Clock } from '@porch/messenger/platform/clock';
import { createTimer } from '@porch/messenger/platform/timer';

const FIRST_S = 5;
const LONGEST_S = 60;
/** The longest wait that a desk can ask for. */
const LONGEST_WAIT_S = 300;

/** Flushes the replies that wait to be sent again, with back-off, until one is sent. */
export const createRetries = (clock: Pick<Clock, 'after'>, send: () => void) => {
  let failures = 0;
  const timer = createTimer(clock);
  let waits = false;
  let over = false;
  const flush = (): void => {
    timer.stop();
    waits = false;
    send();
  };
  return {
    /** Sends at once, for example because the network may be back. */
    flush,
    /** Flushes after a pause. @param waitS the least wait that the desk asks for, in seconds */
    retryLater: (waitS = 0): void => {
      if (over || waits) return;
      const pauseS = Math.min(LONGEST_S, FIRST_S * 2 ** failures++);
      waits = true;
      timer.set(Math.max(pauseS, Math.min(waitS, LONGEST_WAIT_S)) * 1000, flush);
    },
    /** The next pause is a short one again. */
    onSent: (): void => {
      failures = 0;
    },
    dispose: (): void => {
      over = true;
      timer.stop();
    },
  };
};
