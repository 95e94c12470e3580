import type { Command } from '../../conversation/featureRow';
import type { ApiCall } from './actions';

/** Logs the visitor in with the JWT of the page's function; without one, the visitor's session authenticates. */
export const loginUser: Command<ApiCall> = ({ actions, misuse, callback }, supplier, done) => {
  const tell = callback('loginUser', done);
  const reason = 'loginUser needs a function that supplies a JWT.';
  if (typeof supplier === 'function') return actions.loginUser(supplier as () => void, tell);
  if (supplier == null) return actions.useSessionAuth(tell);
  misuse(reason);
  tell?.({ type: 'LoginFailedError', message: 'Authentication failed', reason });
};
