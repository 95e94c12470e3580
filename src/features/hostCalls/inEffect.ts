import type { Call } from '../../loader/call';
import { CALLS } from './callTable';

/**
 * Keeps the page's calls that are in effect: subscriptions, settings, hidden state and login. When a later
 * build's messenger takes over the page (loader/renew.ts), repeating them restores the same state.
 * @param kept the list to keep them in, in order
 * @returns a function that takes a call and its result, and returns the result for the page
 */
export const createInEffect = (kept: Call[]) => {
  const drop = (isOutdated: (call: Call) => boolean) =>
    kept.splice(0, kept.length, ...kept.filter((c) => !isOutdated(c)));
  return ([namespace, verb, value]: readonly unknown[], given: unknown): unknown => {
    // Without its callback: it belongs to the original call only.
    const call: Call = Object.assign([namespace, verb, value], { method: `${namespace}.${verb}` });
    const { sets, resets } = CALLS[call.method] ?? {};
    const state = sets ?? resets;
    if (state)
      drop(({ method }) => {
        const other = CALLS[method];
        return other?.sets === state || (resets !== undefined && other?.until === resets);
      });
    if (sets || namespace === 'messenger:set') kept.push(call);
    if (namespace !== 'messenger:on' || typeof given !== 'function') return given;
    call.undo = given as () => void;
    kept.push(call);
    return () => {
      call.cancelled = true;
      drop((other) => other === call);
      call.undo?.();
    };
  };
};
