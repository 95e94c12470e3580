import { RequestError } from '../../services/requestError';

/** The error that the page's callback gets when a login fails. */
export type LoginFailedError = { type: 'LoginFailedError'; message: string; reason: string };

export type LoginCallback = (error: LoginFailedError | null) => void;

/** Runs logins one at a time: a newer one cancels the one under way. */
export const createLoginRunner = (deps: {
  setLoggingIn: (now: boolean) => void;
  /** The service refused the login. */
  onRefused: (status: 401 | 403) => void;
  report: (message: string, cause?: unknown) => void;
}) => {
  let latest = 0;
  const fail = async (message: string, reason: string, done?: LoginCallback) => {
    if (done) done({ type: 'LoginFailedError', message, reason });
    else deps.report(message, reason);
  };
  return {
    /** Reports a login that failed to the page's callback, or to the console without one. */
    fail,
    /** A number that changes when an attempt is replaced or cancelled. */
    latest: () => latest,
    cancel() {
      latest++;
      deps.setLoggingIn(false);
    },
    /** @param task is given a function that throws once the attempt is replaced or cancelled */
    async run(task: (check: () => void) => Promise<void>, done?: LoginCallback) {
      const mine = ++latest;
      deps.setLoggingIn(true);
      try {
        await task(() => {
          if (mine !== latest) throw new RequestError('cancelled', 'Not latest request');
        });
        if (mine === latest) done?.(null);
      } catch (error) {
        const { isActionCancelled, isRefused, message, status } = error as RequestError;
        // A superseded login ends without a report or callback.
        if (isActionCancelled || mine !== latest) return;
        if (isRefused) deps.onRefused(status as 401 | 403);
        await fail('Authentication failed', message, done);
      } finally {
        if (mine === latest) deps.setLoggingIn(false);
      }
    },
  };
};
