/** A call of the page and what became of it, as the loader keeps them (loader/handover.ts). */
export type Made = unknown[] & { method: string; cancelled?: boolean; undo?: () => void };

/** Of calls that decide the same the last alone counts. */
const DECIDES: Record<string, string> = {
  hide: 'shown',
  show: 'shown',
  loginUser: 'visitor',
  useSessionAuth: 'visitor',
  logoutUser: 'visitor',
  resetWidget: 'visitor',
};

/** After these it is as if none of their kind had been made. */
const OVER = ['show', 'logoutUser', 'resetWidget'];

/**
 * Keeps of the page's calls what is in effect, so that a later build's messenger, which goes on with the page
 * (loader/renew.ts), is brought to the same: subscriptions, settings, whether it is hidden and who is logged in.
 * @param kept where they are kept, in order
 * @returns takes up a call that was made and what it gave; gives what the page gets for it
 */
export const createInEffect = (kept: Made[]) => {
  const drop = (over: (call: Made) => boolean) =>
    kept.splice(0, kept.length, ...kept.filter((c) => !over(c)));
  return ([namespace, verb, value]: readonly unknown[], given: unknown): unknown => {
    // Without its callback, which has been called, or will be.
    const call: Made = Object.assign([namespace, verb, value], { method: `${namespace}.${verb}` });
    const name = String(verb);
    if (namespace === 'messenger:set') kept.push(call);
    if (namespace === 'messenger' && DECIDES[name]) {
      drop((other) => other[0] === namespace && DECIDES[String(other[1])] === DECIDES[name]);
      if (!OVER.includes(name)) kept.push(call);
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
