import type { Http } from '../../services/http';
import { login } from '../../services/identityCalls';
import type { UserCalls } from '../../services/userCalls';
import { anonymousOf } from './anonymous';
import type { LoginDeps } from './tokenLogin';

export type SessionLoginDeps = LoginDeps & {
  http: Http;
  messaging: Pick<UserCalls, 'websocketToken'>;
  report: (message: string, cause?: unknown) => void;
};

/** Session login, for pages that give no JWT: the anonymous visitor gets a token for realtime. */
export const createSessionLogin = (deps: SessionLoginDeps) => {
  const { user, messaging } = deps;
  /** The fetch under way, and the visitor it fetches the token for. */
  let fetching: { appUserId: string; done: Promise<void> } | undefined;
  return {
    async logIn(check: () => void): Promise<void> {
      await deps.settled();
      await fetching?.done;
      const visitor = anonymousOf(user);
      // A visitor created later gets the token in `enter`; one with a 'doorman' credential already has it.
      if (!visitor || user.auth.value?.type === 'doorman') return;
      const answer = await login(deps.http, { client: deps.client(), ...visitor });
      const token = await messaging.websocketToken(visitor.appUserId);
      check();
      // Apply the answer first: it would replace the realtime token.
      deps.takeAnswer(answer);
      if (token) user.useWebsocketToken(token);
    },
    /** Fetches the token for a new visitor, unless it is on its way. */
    fetchToken() {
      const { value: appUserId = '' } = user.appUserId;
      if (fetching?.appUserId === appUserId) return;
      const done = messaging
        .websocketToken(appUserId)
        .then(
          (token) => {
            if (token && user.appUserId.value === appUserId) user.useWebsocketToken(token);
          },
          (cause) => deps.report('No token for realtime', cause),
        )
        .finally(() => {
          // The visitor may have changed: a fetch for the next one may be under way.
          if (fetching?.done === done) fetching = undefined;
        });
      fetching = { appUserId, done };
    },
    /** Resolves when the token under way has arrived, or its fetch has failed. */
    entered: async () => fetching?.done,
  };
};
