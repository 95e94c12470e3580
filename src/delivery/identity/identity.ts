import { spread } from '../../model/retries/core';
import { NEXT_VISITOR_MS } from '../../model/retries/nextVisitor';
import type { Page } from '../../platform/page';
import { createTimer } from '../../platform/timer';
import { logout } from '../../services/identityCalls';
import type { RequestError } from '../../services/requestError';
import type { Router } from '../../slices/router';
import { anonymousOf } from './anonymous';
import { createFollower, type FollowerDeps } from './followLogin';
import { createLoginRunner, type LoginCallback, type LoginRunner } from './loginRunner';
import type { ReLogin } from './reLogin';
import type { Session } from './session';
import { createSessionLogin, type SessionLoginDeps } from './sessionLogin';
import { createTokenLogin, type TokenLoginDeps } from './tokenLogin';
import { createTokens, type JwtSupplier, type TokensDeps } from './tokens';

export { createApplyLogin } from './applyLogin';

export type Identity = ReturnType<typeof createIdentity>;

/** What login and logout need of the engine. */
export type IdentityDeps = SessionLoginDeps &
  Omit<TokenLoginDeps, 'tokens' | 'latest' | 'cancel' | 'forget'> &
  TokensDeps &
  Omit<FollowerDeps, keyof LoginRunner | 'tokens' | 'withToken'> & {
    session: Session;
    setLoggingIn: (now: boolean) => void;
    setLoggingOut: (now: boolean) => void;
    router: Pick<Router, 'widgetOpen'>;
    page: Pick<Page, 'visible'>;
    start: () => void;
    onDispose: (undo: () => void) => void;
  };

/**
 * Starts the next visitor of an open window soon after one has left, unless a login begins first. Only the tab that the
 * visitor sees does so. The browser's other tabs join that visitor, so that there is one of them.
 */
const createNextStart = ({ user, clock, onDispose, ...deps }: IdentityDeps) => {
  const timer = createTimer(clock, onDispose);
  return () => {
    timer.set(spread(NEXT_VISITOR_MS), () => {
      const isSeen = deps.router.widgetOpen.peek() && deps.page.visible();
      const isFree = user.initializedStatus.peek() === 'notConnected';
      if (isSeen && isFree && !deps.authentication.isUserLoggingIn.peek()) deps.start();
    });
  };
};

/** Token login, session login, logout and the renewal of a refused token. */
export const createIdentity = (deps: IdentityDeps) => {
  const { user, session, report } = deps;
  let sessionAuth = false;
  /** How many token logins are under way: one of them may have merged the anonymous visitor. */
  let tokenLogins = 0;
  const isLoggedIn = () => user.auth.value?.type === 'jwt';
  const tokens = createTokens(deps, () => runner.hurry());
  const startNext = createNextStart(deps);

  /** All retries were refused: ends a token login and reports it. @param status of the refusal */
  const giveUp = (status: 401 | 403) => {
    if (isLoggedIn()) {
      tokens.supply();
      session.end('keep', true);
      startNext();
    }
    deps.tell(null);
    report(status === 401 ? '401: Failed to authenticate' : '403: App user not found');
  };
  const onFailed = (isNobody: boolean) => {
    if (isNobody) deps.tell(null);
    // Text written while nobody is signed in belongs to the next login, on the next page, too.
    if (isNobody && user.externalId()) return;
    user.tell();
    if (!isNobody) deps.outbox.tell();
  };
  const runner = createLoginRunner({ ...deps, onFailed, onRefused: giveUp });

  const forget = async (unsent: 'keep' | 'switch' | 'split' = 'keep') => {
    const appUserId = user.appUserId.value;
    deps.setLoggingOut(true);
    // Only a token login has a logout call.
    const told = appUserId && isLoggedIn() && logout(deps.http, appUserId, deps.client());
    // The call already has its credential: end the session now, so that the next visitor need not wait.
    session.end(unsent);
    try {
      await told;
    } catch (cause) {
      if (!(cause as RequestError).isActionCancelled) report('The logout could not be sent', cause);
    }
    deps.setLoggingOut(false);
  };
  /** Cancels a login under way and forgets the supplier, before a logout or a reset. */
  const cancel = () => {
    sessionAuth = false;
    tokens.supply();
    runner.cancel();
  };
  const withToken = createTokenLogin({ ...deps, ...runner, tokens, forget });
  const sessionLogin = createSessionLogin(deps);
  const follow = createFollower({ ...deps, ...runner, tokens, withToken });

  return {
    cancel,
    /** @param done gets the error, or null on success; not called for a login that a newer one replaced */
    async login(supply: JwtSupplier, done?: LoginCallback, exits?: number): Promise<void> {
      if (!sessionAuth) {
        tokenLogins++;
        return runner.run((check) => withToken(supply, check, exits), done).finally(() => tokenLogins--);
      }
      return runner.fail('User is already logged in with SessionAuth.', 'sessionAuthInUse', done);
    },
    /** Session login: for pages that give no JWT supplier. @param done as for `login` */
    async useSessionAuth(done?: LoginCallback): Promise<void> {
      // Token login and session login exclude each other.
      if (isLoggedIn() || tokenLogins > 0)
        return runner.fail('User is already logged in with a token.', 'tokenAuthInUse', done);
      sessionAuth = true;
      return runner.run(sessionLogin.logIn, done);
    },
    /** With session login, fetches the realtime token for a new visitor; called before realtime connects. */
    enter(): Promise<void> {
      if (sessionAuth && user.auth.value?.type === 'sessionToken') sessionLogin.fetchToken();
      return sessionLogin.entered();
    },
    follow,
    /** @param isOver whether the session has ended already, for one without a token */
    async logout(isOver = false): Promise<void> {
      cancel();
      // There may have been a login first.
      const leaving = isOver && !isLoggedIn() ? undefined : forget();
      startNext();
      await leaving;
    },
    /**
     * Handles a refused call: after 401 it asks for a new JWT, after 403 it logs in again.
     * @param reLogin logs the visitor in again
     * @returns whether to send the call again
     */
    async recover(status: 401 | 403, reLogin: ReLogin): Promise<boolean> {
      const former = anonymousOf(user);
      if (!former && !(tokens.canRenew() && isLoggedIn())) return false;
      const renewed = async () => !former && tokens.renew();
      if (status === 401) return renewed();
      // A refused login must not start another login.
      const rules = {
        recover: async (refusal: 401 | 403) => refusal === 401 && renewed(),
        onRefused: former ? undefined : giveUp,
      };
      return reLogin(former, rules, deps.takeAnswer);
    },
    /**
     * Fetches another credential after a refused realtime subscription.
     * @returns whether there is one; undefined if the visitor's kind of credential cannot be renewed. Rejects with a
     * `RequestError`
     */
    async refresh(): Promise<boolean | undefined> {
      if (isLoggedIn()) return tokens.renew();
      const appUserId = user.appUserId.value;
      if (user.auth.value?.type !== 'doorman' || !appUserId) return undefined;
      const token = await deps.messaging.websocketToken(appUserId);
      if (token) user.useWebsocketToken(token);
      return token !== undefined;
    },
    /** Ends a token login after a final refusal. `refusals.ts` handles anonymous visitors. */
    giveUp(status: 401 | 403) {
      if (isLoggedIn()) giveUp(status);
    },
  };
};
