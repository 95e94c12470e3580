import { START_AGAIN_MS, spread } from '../model/retries/core';
import type { Clock } from '../platform/clock';
import { onWake, type Waking } from '../platform/page';
import { createTimer } from '../platform/timer';
import type { ReportUnlessCancelled, RequestError } from '../services/requestError';
import type { User } from '../slices/user';

/** Starts the conversation, and again after a failure: without a connection no other wake-up does it. */
export const createStarts = (deps: {
  user: Pick<User, 'initializedStatus'>;
  clock: Clock;
  page: Waking;
  ensureStarted: () => Promise<void>;
  /** Shows the messages left unsent, before any that are written next. */
  restore: () => void;
  reportUnlessCancelled: ReportUnlessCancelled;
  onDispose: (undo: () => void) => void;
}) => {
  const again = createTimer(deps.clock);
  const start = () => {
    again.stop();
    deps.restore();
    deps.ensureStarted().catch((cause: RequestError) => {
      deps.reportUnlessCancelled('Failed to start conversation')(cause);
      if (cause.isTransient) again.set(spread(START_AGAIN_MS), startAgain);
    });
  };
  const startAgain = () => {
    if (deps.user.initializedStatus.value === 'failed') start();
  };
  deps.onDispose(onWake(deps.page, startAgain));
  return {
    start,
    /** Retries a failed start. */
    startAgain,
  };
};
