import { assertMethod } from '../api/methods';
import type { Call } from './handover';

export type ZE = ((...args: unknown[]) => unknown) & {
  /** Calls an inline stub gathered before this script was there. */
  q?: ArrayLike<unknown>[];
  /** Marks our own, so that a second script tag does nothing. */
  porch?: boolean;
};

/**
 * The page's `zE`: keeps calls and replays them in order once the messenger is there. Each call before that gives a
 * function which takes the call back, or later calls the unsubscribe that the replayed call gave.
 * @param onCall told of each call that is kept
 */
export const createQueue = (
  onCall: (method: string, args: unknown[]) => void,
  log: (error: unknown) => void,
) => {
  const calls: Call[] = [];
  let makeCall: ((args: readonly unknown[]) => unknown) | undefined;
  const zE: ZE = (...args) => {
    const method = assertMethod(args);
    if (makeCall) return makeCall(args);
    const call: Call = { method, args };
    calls.push(call);
    onCall(method, args);
    return () => {
      call.cancelled = true;
      call.undo?.();
    };
  };
  zE.porch = true;
  return {
    zE,
    calls,
    /** @param call makes the calls from now on, those kept so far first */
    takeOver(call: (args: readonly unknown[]) => unknown) {
      makeCall = call;
      for (const kept of calls.splice(0)) {
        try {
          if (!kept.cancelled) kept.undo = call(kept.args) as () => void;
        } catch (error) {
          log(error);
        }
      }
    },
  };
};
