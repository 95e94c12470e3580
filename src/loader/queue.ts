import { assertMethod } from '../model/methods';
import type { Call } from './call';

export type ZE = ((...args: unknown[]) => unknown) & {
  /** Calls that an inline stub queued before this script ran. */
  q?: Iterable<ArrayLike<unknown>>;
  /** Marks Porch's own `zE`, so that a second script tag does nothing while it is on the page: the root element, later the surface. */
  porch?: Element;
};

type MakeCall = (args: readonly unknown[]) => unknown;

/**
 * Creates the page's `zE`. It queues calls and replays them in order when the messenger takes over. A queued
 * call returns a function that cancels the call or, after the replay, calls the unsubscribe function of the
 * replayed call.
 * @param onCall called for each queued call
 * @param log receives the errors of calls that fail in a replay
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
  // A function, which has a `call`, is called at once, as the classic widget does when it is ready.
  const zE: ZE = (...args) => {
    const first = args[0] as (() => unknown) | undefined;
    return first?.call ? first() : makeCall(args);
  };
  const keep = (kept: Iterable<ArrayLike<unknown>>) => {
    for (const call of kept as Call[]) {
      try {
        if (!call.cancelled) call.undo = zE(...call) as () => void;
      } catch (error) {
        log(error);
      }
    }
  };
  // Another tag may start it later, with the calls made until then.
  zE.q = calls;
  return {
    zE,
    calls,
    /** Makes calls that were queued elsewhere; logs their errors. */
    keep,
    /**
     * Replays the queue with `call`, then passes all later calls to it.
     * @param call throws for unknown methods
     */
    takeOver(call: MakeCall) {
      makeCall = call;
      keep(calls.splice(0));
    },
  };
};
