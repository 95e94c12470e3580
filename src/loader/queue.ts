import { assertMethod } from '../api/methods';
import type { Call, Live } from './handover';

export type ZE = ((...args: unknown[]) => unknown) & {
  /** Calls an inline stub gathered before this script was there. */
  q?: ArrayLike<unknown>[];
  /** Marks our own, so that a second script tag does nothing. */
  porch?: boolean;
};

/** What the calls so far ask of the launcher and the loader while the messenger is not there. */
export type Wishes = { hidden: boolean; zIndex?: number; locale?: unknown; open?: boolean };

/**
 * The page's `zE`: keeps calls and replays them in order once the messenger is there. Each call before that gives a
 * function which takes the call back, or later calls the unsubscribe that the replayed call gave.
 * @param onWish told whenever a call changed the wishes
 */
export const createQueue = (onWish: () => void, log: (error: unknown) => void) => {
  const calls: Call[] = [];
  const wishes: Wishes = { hidden: false };
  let live: Live | undefined;
  const zE: ZE = (...args) => {
    const method = assertMethod(args);
    if (live) return live.call(args);
    const call: Call = { args };
    calls.push(call);
    if (method === 'messenger.hide') wishes.hidden = true;
    if (method === 'messenger.show') wishes.hidden = false;
    if (method === 'messenger.open') wishes.open = true;
    if (method === 'messenger.close') wishes.open = false;
    if (method === 'messenger:set.locale') wishes.locale = args[2];
    if (method === 'messenger:set.zIndex' && typeof args[2] === 'number') wishes.zIndex = args[2];
    onWish();
    return () => {
      call.cancelled = true;
      (call.undo as (() => void) | undefined)?.();
    };
  };
  zE.porch = true;
  return {
    zE,
    wishes,
    takeOver(next: Live) {
      live = next;
      for (const call of calls) {
        try {
          if (!call.cancelled) call.undo = next.call(call.args);
        } catch (error) {
          log(error);
        }
      }
      calls.length = 0;
    },
  };
};
