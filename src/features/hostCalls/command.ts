import type { PageEvents } from '../../slices/pageEvents';
import type { ApiActions } from './actions';

/**
 * What the commands of a file are created with, once for each messenger.
 * @typeParam Deps what they use of the messenger
 */
export type CallContext<Deps = unknown> = {
  deps: Deps;
  actions: ApiActions;
  events: Pick<PageEvents, 'on'>;
  /** Reports a wrong call to the page's developers. */
  misuse(message: string): void;
  /** Makes the page's callback safe to call; undefined without one. */
  callback(method: string, done: unknown): ((...args: unknown[]) => void) | undefined;
  /** Makes the page's listener safe to call; undefined, and reported, if it is no function. */
  listener(event: string, given: unknown): ((data: unknown) => void) | undefined;
};

/** One command of `zE`. It is given the call's arguments after the method, and returns the result of the call. */
export type Command = (...args: unknown[]) => unknown;

/** Commands by their full name, such as `messenger.open`. */
export type Commands = Readonly<Record<string, Command>>;

/** Creates the commands of a file. A command that fails throws or rejects. */
export type CreateCommands<Deps = unknown> = (context: CallContext<Deps>) => Commands;
