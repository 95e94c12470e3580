import { REALTIME_PROVEN_MS, REALTIME_REFUSALS } from '../../model/retries/realtime';
import type { Clock } from '../../platform/clock';

/** How many new credentials may be asked for after refusals in a row. */
export type RefreshBudget = {
  /** A subscription was acknowledged. */
  served(): void;
  /** A subscription was refused. @returns counts one more credential, and says whether it may be asked for */
  refused(): () => boolean;
  /** Starts the count again. */
  reset(): void;
};

/** Counts the credentials asked for in a row. One that was served long enough ends the row. */
export const createRefreshBudget = (clock: Pick<Clock, 'now'>): RefreshBudget => {
  let taken = 0;
  /** When the first subscription since the last refusal was acknowledged. */
  let servedSince: number | undefined;
  const reset = () => {
    taken = 0;
    servedSince = undefined;
  };
  return {
    served() {
      servedSince ??= clock.now();
    },
    refused() {
      if (clock.now() - (servedSince ?? clock.now()) >= REALTIME_PROVEN_MS) taken = 0;
      servedSince = undefined;
      return () => ++taken < REALTIME_REFUSALS;
    },
    reset,
  };
};
