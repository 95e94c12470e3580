import type { Call } from '../../loader/call';

/** Groups of calls that set the same state; only the last call of a group counts. */
const STATE_OF_CALL: Record<string, string> = {
  hide: 'shown',
  show: 'shown',
  loginUser: 'visitor',
  useSessionAuth: 'visitor',
  logoutUser: 'visitor',
  resetWidget: 'visitor',
  render: 'drawn',
};

/** These calls restore the default, so that no call of their group needs to be kept. */
const RESTORES_DEFAULT = ['show', 'logoutUser', 'resetWidget'];

/**
 * Keeps the page's calls that are in effect: subscriptions, settings, hidden state and login. When a later
 * build's messenger takes over the page (loader/renew.ts), repeating them restores the same state.
 * @param kept the list to keep them in, in order
 * @returns a function that takes a call and its result, and returns the result for the page
 */
export const createInEffect = (kept: Call[]) => {
  const drop = (over: (call: Call) => boolean) =>
    kept.splice(0, kept.length, ...kept.filter((c) => !over(c)));
  return ([namespace, verb, value]: readonly unknown[], given: unknown): unknown => {
    // Without its callback: it belongs to the original call only.
    const call: Call = Object.assign([namespace, verb, value], { method: `${namespace}.${verb}` });
    const name = String(verb);
    if (namespace === 'messenger:set') kept.push(call);
    if (namespace === 'messenger' && STATE_OF_CALL[name]) {
      drop((other) => other[0] === namespace && STATE_OF_CALL[String(other[1])] === STATE_OF_CALL[name]);
      if (!RESTORES_DEFAULT.includes(name)) kept.push(call);
    }
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
