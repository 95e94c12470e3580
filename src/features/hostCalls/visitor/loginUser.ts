import type { CallContext, Command } from '../command';

/** Logs the visitor in with the JWT of the page's function; without one, the visitor's session authenticates. */
export const loginUser =
  ({ actions, misuse, callback }: CallContext): Command =>
  (supplier, done) => {
    const answer = callback('loginUser', done);
    const reason = 'loginUser needs a function that supplies a JWT.';
    if (typeof supplier === 'function') return actions.loginUser(supplier as () => void, answer);
    if (supplier == null) return actions.useSessionAuth(answer);
    misuse(reason);
    answer?.({ type: 'LoginFailedError', message: 'Authentication failed', reason });
  };
