import { isLanguageTag } from '../../i18n/locale';
import { unknownMethod } from '../../model/methods';
import { readConsent } from '../../platform/consentLevel';
import type { ConsentLevel } from '../../platform/storage';
import { notYet, sayNotYet } from './documented';
import type { EventMap, Events } from './events';

/** The actions that the page's calls can trigger; kept few on purpose. */
export type ApiActions = {
  open(): void;
  close(): void;
  show(): void;
  hide(): void;
  setLocale(locale: string): void;
  setZIndex(zIndex: number): void;
  setCookies(level: ConsentLevel): void;
  /** @param misuse called with a message when the value is invalid; nothing changes then */
  customize(value: unknown, misuse: (message: string) => void): void;
  loginUser(
    supplier: (give: (jwt: unknown) => void) => void,
    done?: (error: LoginError | null) => void,
  ): void;
  logoutUser(): void;
  useSessionAuth(done?: (error: LoginError | null) => void): void;
  resetWidget(done?: () => void): void;
};

/** The error that the callback of a failed login receives. */
export type LoginError = { type: 'LoginFailedError'; message: string; reason: string };

type Command = (...args: unknown[]) => unknown;

/**
 * The registry behind `zE(namespace, method, …)`: one row for each command. Wrong arguments are reported with
 * a pointer to the documentation and change nothing.
 * @returns a function that runs a call and returns the command's result. A documented call that is not
 * implemented is reported; an unknown one throws.
 */
export const createApi = (deps: {
  actions: ApiActions;
  events: Events;
  report: (message: string) => void;
}): ((args: readonly unknown[]) => unknown) => {
  const { actions, events } = deps;
  const misuse = (message: string) => deps.report(`${message} See the README, section 'Calls'.`);

  const on =
    (event: keyof EventMap): Command =>
    (listener) => {
      if (typeof listener === 'function') return events.on(event, listener as (data: unknown) => void);
      misuse(`messenger:on ${event} needs a function.`);
      return () => {};
    };

  /** A safe version of the page's callback, if there is one: when it throws, the error is only reported. */
  const callback = (method: string, done: unknown) => {
    if (done !== undefined && typeof done !== 'function')
      misuse(`The callback of ${method} must be a function.`);
    if (typeof done !== 'function') return undefined;
    return (...args: unknown[]) => {
      try {
        done(...args);
      } catch (cause) {
        deps.report(`The callback of ${method} failed: ${String(cause)}`);
      }
    };
  };

  const commands: Record<string, Command> = {
    'messenger.open': () => actions.open(),
    'messenger.close': () => actions.close(),
    'messenger.show': () => actions.show(),
    'messenger.hide': () => actions.hide(),
    'messenger.loginUser'(supplier, done) {
      const tell = callback('loginUser', done);
      const reason = 'loginUser needs a function that supplies a JWT.';
      if (typeof supplier === 'function') return actions.loginUser(supplier as () => void, tell);
      // Without a supplier, the visitor's session authenticates.
      if (supplier == null) return actions.useSessionAuth(tell);
      misuse(reason);
      tell?.({ type: 'LoginFailedError', message: 'Authentication failed', reason });
    },
    'messenger.logoutUser': () => actions.logoutUser(),
    'messenger.useSessionAuth': () => actions.useSessionAuth(),
    'messenger.resetWidget': (done) => actions.resetWidget(callback('resetWidget', done)),
    'messenger:on.open': on('open'),
    'messenger:on.close': on('close'),
    'messenger:on.unreadMessages': on('unreadMessages'),
    'messenger:set.locale': (locale) =>
      isLanguageTag(locale) ? actions.setLocale(locale) : misuse('locale must be a BCP 47 language tag.'),
    'messenger:set.zIndex': (zIndex) =>
      typeof zIndex === 'number' && Number.isFinite(zIndex)
        ? actions.setZIndex(zIndex)
        : misuse('zIndex must be a number.'),
    'messenger:set.cookies'(level) {
      if (typeof level === 'boolean')
        misuse('cookies as a boolean is deprecated; use all, functional or none.');
      const next = readConsent(level);
      if (next) actions.setCookies(next);
      else misuse('cookies must be all, functional or none.');
    },
    'messenger:set.customization': (value) => actions.customize(value, misuse),
  };

  return ([namespace, verb, ...args]) => {
    const name = `${namespace}.${verb}`;
    const command = commands[name];
    if (command) return command(...args);
    if (notYet.includes(name)) return sayNotYet(name, args, misuse, callback);
    throw unknownMethod(name);
  };
};
