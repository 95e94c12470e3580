import type { Context } from 'hono';
import { actorOf, type Caller } from '../model/caller';
import { DeskError } from '../model/deskError';

const CALLER = 'caller';

/** Stores the caller, once proven. */
export const setCaller = (c: Context, caller: Caller): void => c.set(CALLER, caller);

/** The agent or key of a call, for limits; `undefined` without proof. */
export const provenCaller = (c: object): string | undefined => {
  const { get } = c as Partial<Context>;
  const caller = get?.(CALLER) as Caller | undefined;
  return caller && `${caller.kind}:${actorOf(caller).id}`;
};

/** The caller in the agent API; only for routes behind its check. */
export const callerOf = (c: Context): Caller => {
  const caller = c.get(CALLER) as Caller | undefined;
  if (!caller) throw new Error('This route has no caller');
  return caller;
};

/** The agent who makes this call. @throws forbidden for a key */
export const agentCallerOf = (c: Context): Extract<Caller, { kind: 'agent' }> => {
  const caller = callerOf(c);
  if (caller.kind !== 'agent') throw new DeskError('forbidden', 'Only agents can call this, not keys');
  return caller;
};
