import type { CommandCall, Commands } from '../../conversation/featureRow';
import { unknownMethod } from '../../model/methods';
import type { ApiActions, ApiCall } from './actions';
import { COMMANDS } from './commands';
import type { Events } from './events';

/**
 * Runs the calls of the page: finds the command and gives it the call's arguments.
 * @param deps.isOff whether the account has turned a call off, by the call's full name
 * @returns a function that runs a call and returns the command's result. An unknown call throws, and one that is turned
 * off as well; one of the classic widget is logged once.
 */
export const createApi = (deps: {
  actions: ApiActions;
  events: Events;
  report: (message: string) => void;
  /** The commands that load when they are called. */
  lazy?: Commands<ApiCall>;
  isOff?: (name: string) => boolean;
}): ((args: readonly unknown[]) => unknown) => {
  const { actions, events, report } = deps;
  const commands: Commands<ApiCall> = { ...deps.lazy, ...COMMANDS };
  const misuse = (message: string) => report(`${message} See the README, section 'Calls'.`);
  const callback: CommandCall['callback'] = (method, done) => {
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
  const call = { actions, events, misuse, callback };
  let told = false;
  return ([namespace, verb, ...args]) => {
    const name = `${namespace}.${verb}`;
    const command = commands[name];
    if (command && !deps.isOff?.(name)) return command(call, ...args);
    if (!/^webW/.test(name)) throw unknownMethod(name);
    // Libraries and themes make these calls, some of them every half second.
    if (!told) misuse(`${name} is a call of the classic widget.`);
    told = true;
  };
};
