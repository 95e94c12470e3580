import { START_AGAIN_MS, spread } from '../../model/retries/core';
import type { Clock } from '../../platform/clock';
import { createTimer } from '../../platform/timer';
import { RequestError } from '../../services/requestError';
import { NONE } from './tokens';

/** The error that the page's callback gets when a login fails. */
export type LoginFailedError = { type: 'LoginFailedError'; message: string; reason: string };

export type LoginCallback = (error: LoginFailedError | null) => void;

const FAILED = 'Authentication failed';

/** Given to the page's callback as a reason. Pages may compare it, so do not reword it. */
const LEFT = 'The visitor has logged out';

export type LoginRunner = ReturnType<typeof createLoginRunner>;

/** @param check throws once the attempt is replaced or canceled */
type Login = (check: () => void) => Promise<void>;

/**
 * Runs logins one at a time: a newer one cancels the one under way. One that fails because of the network is tried
 * again.
 */
export const createLoginRunner = (deps: {
  clock: Clock;
  onDispose: (undo: () => void) => void;
  setLoggingIn: (now: boolean) => void;
  /** The page's login has failed. */
  onFailed: (isNobody: boolean) => void;
  /** The service refused the login. */
  onRefused: (status: 401 | 403) => void;
  report: (message: string, cause?: unknown) => void;
}) => {
  let latest = 0;
  /** The callback of the login under way, until it is called. */
  let untold: LoginCallback | undefined;
  const again = createTimer(deps.clock, deps.onDispose);
  /** Runs the login that waits for another try. @param retry which one it is */
  let waiting: ((retry: number) => void) | undefined;
  /** Whether the page's last login has failed, although the page may have somebody to log in. */
  let isUnsure = false;
  /** Whether the page has reported that nobody is signed in. */
  let isNobody = false;
  const stop = () => {
    again.stop();
    waiting = undefined;
  };
  const fail = async (message: string, reason: string, done?: LoginCallback) => {
    if (done) done({ type: 'LoginFailedError', message, reason });
    else deps.report(message, reason);
  };
  const end = () => {
    untold = undefined;
    deps.setLoggingIn(false);
  };
  /** @param follows whether another tab's token is used, beside the page's own login, which may wait */
  const run = async (login: Login, done?: LoginCallback, retries = 0, follows = false) => {
    const mine = ++latest;
    if (!follows) {
      stop();
      isUnsure = false;
    }
    untold = retries ? undefined : done;
    deps.setLoggingIn(true);
    try {
      await login(() => {
        if (mine !== latest) throw new RequestError('cancelled', 'Not latest request');
      });
      if (mine === latest) done?.(null);
    } catch (error) {
      const { isActionCancelled, isRefused, isTransient, message, status, code } = error as RequestError;
      // A superseded login ends without a report or callback.
      if (isActionCancelled || mine !== latest) return;
      if (!follows) {
        isNobody = code === NONE;
        isUnsure = !isNobody;
        deps.onFailed(isNobody);
      }
      if (isRefused) deps.onRefused(status as 401 | 403);
      // What keeps the service away may also keep away the page's server, which gives the next JWT. Each wait is
      // longer.
      else if ((isTransient || retries) && !waiting) {
        waiting = (retry) => void run(login, done, retry, follows);
        again.set(spread(START_AGAIN_MS * (retries + 1)), () => waiting?.(retries + 1));
      }
      if (!retries || isRefused) await fail(FAILED, message, done);
    } finally {
      if (mine === latest) end();
    }
  };
  return {
    /** Reports a login that failed to the page's callback, or to the console without one. */
    fail,
    /** A number that changes when an attempt is replaced or canceled. */
    latest: () => latest,
    /** The visitor leaves: ends the login under way, and calls its callback. */
    cancel() {
      latest++;
      stop();
      isUnsure = false;
      if (untold) void fail(FAILED, LEFT, untold);
      end();
    },
    /** Tries the login that waits at once. */
    hurry: () => waiting?.(1),
    isNobody: () => isNobody,
    /** Whether the page's login has failed without a report that nobody is signed in. */
    isUnsure: () => isUnsure,
    /** Whether such a login waits for another try. */
    mayCome: () => isUnsure && !!waiting,
    /** Logs in with another tab's token; a waiting login of the page keeps waiting. */
    runBeside: (login: Login) => run(login, undefined, 0, true),
    /** @param done gets the failure at once, also of a login that is tried again, and null once it has succeeded */
    run: (login: Login, done?: LoginCallback) => run(login, done),
  };
};
