import type { ApiCall } from './actions';
import type { CallDeps } from './callDeps';

/** What a lazily loaded command gets besides its arguments. */
export type LazyCall = ApiCall & { deps: CallDeps };

/** A command of a lazily loaded file; a rejection is told to the call's callback, its last argument. */
export type LazyCommand = (call: LazyCall, ...args: unknown[]) => unknown;
