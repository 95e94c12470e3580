import { unknownMethod } from '../../model/methods';
import type { PageEvents } from '../../slices/pageEvents';
import type { ApiActions } from './actions';
import { CALLS } from './callTable';
import type { CallContext } from './command';
import { createCommands } from './commands';

/** What every call is carried out with, but for the messenger itself. */
export type ApiContext = Omit<CallContext, 'deps'>;

/**
 * Carries out the calls of the page: finds the command and gives it the call's arguments.
 * @param deps.isOff whether the account has turned a call off, by the call's full name
 * @returns a function that makes a call and returns the command's result. An unknown call throws, and one that is turned
 * off as well; one of the classic widget is logged once.
 */
export const createApi = (deps: {
  actions: ApiActions;
  events: Pick<PageEvents, 'on'>;
  report: (message: string, cause?: unknown) => void;
  /** Carries out a call whose file loads when it is first made. */
  runLazy?: (name: string, context: ApiContext, args: readonly unknown[]) => unknown;
  isOff?: (name: string) => boolean;
}): ((args: readonly unknown[]) => unknown) => {
  const { actions, events, report, runLazy, isOff } = deps;
  const misuse = (message: string) => report(`${message} See the README, section 'Calls'.`);
  const callback: ApiContext['callback'] = (method, done) => {
    if (done !== undefined && typeof done !== 'function')
      misuse(`The callback of ${method} must be a function.`);
    if (typeof done !== 'function') return undefined;
    return (...args: unknown[]) => {
      try {
        done(...args);
      } catch (cause) {
        report(`The callback of ${method} failed: ${String(cause)}`);
      }
    };
  };
  const listener: ApiContext['listener'] = (event, given) => {
    if (typeof given !== 'function') {
      misuse(`messenger:on ${event} needs a function.`);
      return undefined;
    }
    return (data) => {
      try {
        given(data);
      } catch (cause) {
        const message = `A listener of '${event}' failed`;
        // Do not report an error to the listener that threw it.
        if (event === 'error') console.error(`Porch: ${message}`, cause);
        else report(message, cause);
      }
    };
  };
  const context = { actions, events, misuse, callback, listener };
  const commands = createCommands({ ...context, deps: undefined });
  let classicReported = false;
  return ([namespace, verb, ...args]) => {
    const name = `${namespace}.${verb}`;
    if (CALLS[name] && !isOff?.(name))
      return commands[name] ? commands[name](...args) : runLazy?.(name, context, args);
    if (!/^webW/.test(name)) throw unknownMethod(name);
    // Libraries and themes make these calls, some of them every half second.
    if (!classicReported) misuse(`${name} is a call of the classic widget.`);
    classicReported = true;
  };
};
