import type { Clock } from '../platform/clock';
import type { Connect } from '../services/createServices';
import type { Http } from '../services/http';
import { login as postLogin, logout as postLogout } from '../services/identityCalls';
import { RequestError } from '../services/requestError';
import type { UserCalls } from '../services/userCalls';
import type { User } from '../slices/user';
import type { ClientInfo } from '../wire/client';
import type { UserAnswer } from '../wire/user';
import { readExternalId } from './externalId';
import { createLoginAgain } from './logInAgain';
import type { Outbox } from './outbox';
import type { Session } from './session';

export { createUserCalls } from '../services/userCalls';

/** The page's function that gives a JWT to the callback it is handed. */
export type JwtSupplier = (give: (jwt: unknown) => void) => void;

/** What the page's callback is told when a login fails (FACTS.md 1.1). */
export type LoginFailedError = { type: 'LoginFailedError'; message: string; reason: string };

export type LoginCallback = (error: LoginFailedError | null) => void;

/** SPEC.md section 9: token retrieval time-out. */
const JWT_TIMEOUT_MS = 4000;

/** SPEC.md section 8, Login. */
const TIMED_OUT = 'JWT request did not resolve within an acceptable time';
const NOT_A_STRING = 'JWT is required and must be a string';

export type Identity = ReturnType<typeof createIdentity>;

/** Token login, session login, logout and the renewal of a refused token (SPEC.md sections 4 'Login', 6 and 8). */
export const createIdentity = (deps: {
  http: Http;
  /** Makes calls with a credential that is not the visitor's yet. */
  connect: Connect;
  messaging: Pick<UserCalls, 'websocketToken'>;
  user: User;
  session: Session;
  outbox: Outbox;
  clock: Clock;
  client: () => ClientInfo;
  /** Resolves when no start is under way. */
  settled: () => Promise<unknown>;
  /** Folds the answer of a login in and takes the conversation up. */
  takeAnswer: (answer: UserAnswer) => void;
  setLoggingIn: (now: boolean) => void;
  setLoggingOut: (now: boolean) => void;
  /** The service does not know the anonymous visitor any more: the same person starts anew. */
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
    // "It calls the logout endpoint only if a token login was used."
    const told = appUserId && user.auth.value?.type === 'jwt' && postLogout(http, appUserId, deps.client());
    // The call has its credential already. Whoever comes next neither sees the visitor nor waits for their end.
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

  /** The tries are used up: logs out whom a token login had signed in (SPEC.md section 8). @param status of the refusal */
  const giveUp = (status: 401 | 403) => {
    if (isLoggedIn()) {
      supplier = undefined;
      session.end('keep');
    }
    deps.report(status === 401 ? '401: Failed to authenticate' : '403: App user not found');
  };

  /** What a newer wish of the page replaces. */
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

  /** The JWT itself is asked for; whoever comes later waits for the same one. */
  const renew = (supply: JwtSupplier): Promise<boolean> => {
    renewing ??= askFor(supply)
      .then((jwt) => {
        const { auth } = user;
        const externalId = readExternalId(jwt);
        // A renewal makes nobody somebody else, and brings nobody back who has left.
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

  /** The session of the anonymous visitor, where there is one. */
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
    // "If it differs from the stored external id, the user is logged out first."
    if (known && known !== externalId) await forget();
    // Until the login is answered the visitor stays who they are: it may fail.
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
      // An anonymous visitor who has come to be meanwhile has to come along.
      if (user.auth.value !== before) continue;
      session.clear();
      supplier = supply;
      // An anonymous visitor stays the same person: what they left unsent comes along.
      if (former) deps.outbox.reassign(former.appUserId);
      user.useJwt(jwt, externalId);
      return deps.takeAnswer(answer);
    }
  };

  const withSession = async (mine: number): Promise<void> => {
    await deps.settled();
    await entered;
    const visitor = anonymous();
    // Who comes to be later gets their token then (`enter`), or has got it by now.
    if (!visitor || user.auth.value?.type === 'doorman') return;
    const { appUserId } = visitor;
    const answer = await postLogin(http, { client: deps.client(), ...visitor });
    const token = await deps.messaging.websocketToken(appUserId);
    if (mine !== request) throw new RequestError('cancelled', 'Not latest request');
    // In this order: the answer brings the session's token alone.
    deps.takeAnswer(answer);
    if (token) user.useWebsocketToken(token);
  };

  const attempt = async (task: (mine: number) => Promise<void>, done?: LoginCallback) => {
    // "A newer login request cancels older ones."
    const mine = ++request;
    deps.setLoggingIn(true);
    try {
      await task(mine);
      if (mine === request) done?.(null);
    } catch (error) {
      const { isActionCancelled, isRefused, message, status } = error as RequestError;
      // 'Not latest request': a superseded login, silently cancelled.
      if (isActionCancelled || mine !== request) return;
      if (isRefused) giveUp(status as 401 | 403);
      await fail('Authentication failed', message, done);
    } finally {
      if (mine === request) deps.setLoggingIn(false);
    }
  };

  return {
    /** @param done told the failure, or null on success; never told of a login that a newer one replaced */
    login(supply: JwtSupplier, done?: LoginCallback): Promise<void> {
      if (!sessionAuth) return attempt((mine) => withToken(supply, mine), done);
      return fail('User is already logged in with SessionAuth.', 'sessionAuthInUse', done);
    },
    /** "Without a supplier, session auth is used." @param done as above */
    useSessionAuth(done?: LoginCallback): Promise<void> {
      // The two cannot be mixed.
      if (isLoggedIn()) return fail('User is already logged in with a token.', 'tokenAuthInUse', done);
      sessionAuth = true;
      return attempt(withSession, done);
    },
    /** The visitor is there, and realtime not yet: gets the token for it where the page uses session auth. */
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
    /** Ends a login under way and forgets how visitors log in here. */
    cancel,
    async logout(): Promise<void> {
      cancel();
      await forget();
    },
    /**
     * A call was refused. "401: refetch the JWT …; 403: re-login …" (SPEC.md section 8).
     * @returns whether another try is worth it
     */
    async recover(status: 401 | 403): Promise<boolean> {
      const auth = user.auth.value;
      const former = anonymous();
      if (!former && (!supplier || auth?.type !== 'jwt')) return false;
      const renewed = async () => !former && supplier !== undefined && renew(supplier);
      if (status === 401) return renewed();
      // A login that is itself refused must not ask for a login.
      const recover = async (status: 401 | 403) => status === 401 && renewed();
      return logInAgain(former, { recover, onRefused: former ? undefined : giveUp });
    },
    /**
     * A realtime subscription was refused: gets another credential for it.
     * @returns whether there is one; undefined where the visitor's kind of credential cannot be renewed
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
    /** A call was refused for good. An anonymous visitor is not this module's. */
    giveUp(status: 401 | 403) {
      if (isLoggedIn()) giveUp(status);
    },
  };
};
