import { assertMethod } from '../api/methods';
import type { Call, Live } from './handover';

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
  let live: Live | undefined;
  const zE: ZE = (...args) => {
    const method = assertMethod(args);
    if (live) return live.call(args);
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
    takeOver(next: Live) {
      live = next;
      for (const call of calls) {
        try {
          if (!call.cancelled) call.undo = next.call(call.args) as () => void;
        } catch (error) {
          log(error);
        }
      }
    },
  };
};
