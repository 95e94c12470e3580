import type { Clock } from '../../platform/clock';
import type { Connect } from '../../services/createServices';
import type { Http } from '../../services/http';
import { login as postLogin, logout as postLogout } from '../../services/identityCalls';
import { RequestError } from '../../services/requestError';
import type { UserCalls } from '../../services/userCalls';
import type { User } from '../../slices/user';
import type { ClientInfo } from '../../wire/client';
import type { UserAnswer } from '../../wire/user';
import type { Outbox } from '../sending/outbox';
import { readExternalId } from './externalId';
import { createLoginAgain } from './logInAgain';
import type { Session } from './session';

export { createUserCalls } from '../../services/userCalls';

/** The page's function that gives a JWT to the callback it is handed. */
export type JwtSupplier = (give: (jwt: unknown) => void) => void;

/** The error that the page's callback gets when a login fails. */
export type LoginFailedError = { type: 'LoginFailedError'; message: string; reason: string };

export type LoginCallback = (error: LoginFailedError | null) => void;

/** How long the page's supplier may take to give a JWT. */
const JWT_TIMEOUT_MS = 4000;

/** Reasons given to the page's callback. Pages may compare them, so do not reword them. */
const TIMED_OUT = 'JWT request did not resolve within an acceptable time';
const NOT_A_STRING = 'JWT is required and must be a string';

export type Identity = ReturnType<typeof createIdentity>;

/** Token login, session login, logout and the renewal of a refused token. */
export const createIdentity = (deps: {
  http: Http;
  /** Makes an HTTP client with another credential, before the visitor has it. */
  connect: Connect;
  messaging: Pick<UserCalls, 'websocketToken'>;
  user: User;
  session: Session;
  outbox: Outbox;
  clock: Clock;
  client: () => ClientInfo;
  /** Resolves when no start is under way. */
  settled: () => Promise<unknown>;
  /** Applies the answer of a login to the slices and opens the conversation. */
  takeAnswer: (answer: UserAnswer) => void;
  setLoggingIn: (now: boolean) => void;
  setLoggingOut: (now: boolean) => void;
  /** Starts a new anonymous visitor when the service no longer knows this one. */
  startAnew: () => void;
  report: (message: string, cause?: unknown) => void;
}) => {
  const { http, user, session } = deps;
  let supplier: JwtSupplier | undefined;
  let sessionAuth = false;
  let entered: Promise<void> = Promise.resolve();
  let request = 0;
  let renewing: Promise<boolean> | undefined;

  const askFor = (supply: JwtSupplier): Promise<string> =>
    new Promise((resolve, reject) => {
      const cancel = deps.clock.after(JWT_TIMEOUT_MS, () => reject(new Error(TIMED_OUT)));
      try {
        supply((jwt) => {
          cancel();
          if (typeof jwt === 'string' && jwt) resolve(jwt);
          else reject(new Error(NOT_A_STRING));
        });
      } catch (cause) {
        cancel();
        deps.report('The function that supplies the JWT failed', cause);
        reject(new Error(NOT_A_STRING));
      }
    });

  const forget = async () => {
    if (!user.appUserId.value && !user.externalId()) return;
    deps.setLoggingOut(true);
    const appUserId = user.appUserId.value;
    // Only a token login has a logout call.
    const told = appUserId && user.auth.value?.type === 'jwt' && postLogout(http, appUserId, deps.client());
    // The call already has its credential: end the session now, so that the next visitor need not wait.
    session.end('keep');
    try {
      await told;
    } catch (cause) {
      if (!(cause as RequestError).isActionCancelled)
        deps.report('The service was not told of the logout', cause);
    }
    deps.setLoggingOut(false);
  };

  const isLoggedIn = () => user.auth.value?.type === 'jwt';

  /** All retries were refused: ends a token login and reports it. @param status of the refusal */
  const giveUp = (status: 401 | 403) => {
    if (isLoggedIn()) {
      supplier = undefined;
      session.end('keep');
    }
    deps.report(status === 401 ? '401: Failed to authenticate' : '403: App user not found');
  };

  /** Cancels a login under way and forgets the supplier, before a logout or a reset. */
  const cancel = () => {
    request++;
    supplier = undefined;
    sessionAuth = false;
    deps.setLoggingIn(false);
  };

  const fail = (message: string, reason: string, done?: LoginCallback) => {
    done?.({ type: 'LoginFailedError', message, reason });
    if (!done) deps.report(message, reason);
    return Promise.resolve();
  };

  /** Asks the page for a new JWT; concurrent callers share one request. @returns whether it is in use now */
  const renew = (supply: JwtSupplier): Promise<boolean> => {
    renewing ??= askFor(supply)
      .then((jwt) => {
        const { auth } = user;
        const externalId = readExternalId(jwt);
        // Ignore a token for another user, and one that arrives after the logout.
        if (auth.value?.type !== 'jwt' || auth.value.externalId !== externalId) return false;
        user.useJwt(jwt, externalId);
        return true;
      })
      .catch((cause) => {
        deps.report('The JWT could not be renewed', cause);
        return false;
      })
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  };

  const logInAgain = createLoginAgain(deps);

  /** The anonymous visitor's session; undefined if there is none. */
  const anonymous = () => {
    const { value: appUserId } = user.appUserId;
    const { value: auth } = user.auth;
    return appUserId && auth && auth.type !== 'jwt'
      ? { appUserId, sessionToken: auth.sessionToken }
      : undefined;
  };

  const withToken = async (supply: JwtSupplier, mine: number): Promise<void> => {
    const latest = () => {
      if (mine !== request) throw new RequestError('cancelled', 'Not latest request');
    };
    let jwt = await askFor(supply);
    latest();
    const externalId = readExternalId(jwt);
    const known = user.externalId();
    // A different external id is another user: log the stored one out first.
    if (known && known !== externalId) await forget();
    // Use the token for the login call only: the visitor stays the same until it succeeds.
    const http = deps.connect(() => `Bearer ${jwt}`, {
      epoch: () => request,
      async recover(status) {
        if (status === 403) return false;
        jwt = await askFor(supply);
        return readExternalId(jwt) === externalId;
      },
    });
    for (;;) {
      await deps.settled();
      latest();
      const before = user.auth.value;
      const former = anonymous();
      const answer = await postLogin(http, { client: deps.client(), userId: externalId, ...former });
      if (!answer.appUser) throw new RequestError('malformed', 'The service gave no user');
      await deps.settled();
      latest();
      // An anonymous visitor was created during the login: log in again so that they are merged too.
      if (user.auth.value !== before) continue;
      session.clear();
      supplier = supply;
      // The anonymous visitor is the same person, so their unsent messages move to the login.
      if (former) deps.outbox.reassign(former.appUserId);
      user.useJwt(jwt, externalId);
      return deps.takeAnswer(answer);
    }
  };

  const withSession = async (mine: number): Promise<void> => {
    await deps.settled();
    await entered;
    const visitor = anonymous();
    // A visitor created later gets the token in `enter`; one with a 'doorman' credential already has it.
    if (!visitor || user.auth.value?.type === 'doorman') return;
    const { appUserId } = visitor;
    const answer = await postLogin(http, { client: deps.client(), ...visitor });
    const token = await deps.messaging.websocketToken(appUserId);
    if (mine !== request) throw new RequestError('cancelled', 'Not latest request');
    // Apply the answer first: it would replace the realtime token.
    deps.takeAnswer(answer);
    if (token) user.useWebsocketToken(token);
  };

  const attempt = async (task: (mine: number) => Promise<void>, done?: LoginCallback) => {
    // A newer login request cancels this one.
    const mine = ++request;
    deps.setLoggingIn(true);
    try {
      await task(mine);
      if (mine === request) done?.(null);
    } catch (error) {
      const { isActionCancelled, isRefused, message, status } = error as RequestError;
      // A superseded login ends without a report or callback.
      if (isActionCancelled || mine !== request) return;
      if (isRefused) giveUp(status as 401 | 403);
      await fail('Authentication failed', message, done);
    } finally {
      if (mine === request) deps.setLoggingIn(false);
    }
  };

  return {
    /** @param done gets the error, or null on success; not called for a login that a newer one replaced */
    login(supply: JwtSupplier, done?: LoginCallback): Promise<void> {
      if (!sessionAuth) return attempt((mine) => withToken(supply, mine), done);
      return fail('User is already logged in with SessionAuth.', 'sessionAuthInUse', done);
    },
    /** Session login: for pages that give no JWT supplier. @param done as for `login` */
    useSessionAuth(done?: LoginCallback): Promise<void> {
      // Token login and session login exclude each other.
      if (isLoggedIn()) return fail('User is already logged in with a token.', 'tokenAuthInUse', done);
      sessionAuth = true;
      return attempt(withSession, done);
    },
    /** With session login, fetches the realtime token for a new visitor; called before realtime connects. */
    enter(): Promise<void> {
      const { value: appUserId = '' } = user.appUserId;
      if (sessionAuth && user.auth.value?.type === 'sessionToken')
        entered = deps.messaging.websocketToken(appUserId).then(
          (token) => {
            if (token && user.appUserId.value === appUserId) user.useWebsocketToken(token);
          },
          (cause) => deps.report('There is no token for realtime', cause),
        );
      return entered;
    },
    /** Cancels a login under way and forgets the supplier. */
    cancel,
    async logout(): Promise<void> {
      cancel();
      await forget();
    },
    /**
     * Handles a refused call: after 401 it asks for a new JWT, after 403 it logs in again.
     * @returns whether to send the call again
     */
    async recover(status: 401 | 403): Promise<boolean> {
      const auth = user.auth.value;
      const former = anonymous();
      if (!former && (!supplier || auth?.type !== 'jwt')) return false;
      const renewed = async () => !former && supplier !== undefined && renew(supplier);
      if (status === 401) return renewed();
      // A refused login must not start another login.
      const recover = async (status: 401 | 403) => status === 401 && renewed();
      return logInAgain(former, { recover, onRefused: former ? undefined : giveUp });
    },
    /**
     * Fetches another credential after a refused realtime subscription.
     * @returns whether there is one; undefined if the visitor's kind of credential cannot be renewed
     */
    async refresh(): Promise<boolean | undefined> {
      const auth = user.auth.value;
      const appUserId = user.appUserId.value;
      if (auth?.type === 'jwt') return supplier ? renew(supplier) : false;
      if (auth?.type !== 'doorman' || !appUserId) return undefined;
      const token = await deps.messaging.websocketToken(appUserId).catch(() => undefined);
      if (token) user.useWebsocketToken(token);
      return token !== undefined;
    },
    /** Ends a token login after a final refusal. `delivery.ts` handles anonymous visitors. */
    giveUp(status: 401 | 403) {
      if (isLoggedIn()) giveUp(status);
    },
  };
};
