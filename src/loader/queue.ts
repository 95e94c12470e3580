import { assertMethod } from '../api/methods';
import type { Call } from './handover';

export type ZE = ((...args: unknown[]) => unknown) & {
  /** Calls an inline stub gathered before this script was there. */
  q?: ArrayLike<ArrayLike<unknown>>;
  /** Marks our own, so that a second script tag does nothing. */
  porch?: boolean;
};

type MakeCall = (args: readonly unknown[]) => unknown;

/**
 * The page's `zE`: keeps calls and replays them in order once the messenger is there. Each call before that gives a
 * function which takes the call back, or later calls the unsubscribe that the replayed call gave.
 * @param onCall told of each call that is kept
 */
export const createQueue = (onCall: (call: Call) => void, log: (error: unknown) => void) => {
  const calls: Call[] = [];
  let makeCall: MakeCall = (args) => {
    const call = args as Call;
    call.method = assertMethod(args);
    calls.push(call);
    onCall(call);
    return () => {
      call.cancelled = true;
      call.undo?.();
    };
  };
  const zE: ZE = (...args) => makeCall(args);
  zE.porch = true;
  const keep = (kept: ArrayLike<unknown>) => {
    for (const call of Array.from(kept) as Call[]) {
      try {
        if (!call.cancelled) call.undo = zE(...call) as () => void;
      } catch (error) {
        log(error);
      }
    }
  };
  return {
    zE,
    calls,
    /** Makes calls that were kept elsewhere. */
    keep,
    /** @param call makes the calls from now on, those kept so far first; it throws for unknown methods, too */
    takeOver(call: MakeCall) {
      makeCall = call;
      keep(calls.splice(0));
    },
  };
};
