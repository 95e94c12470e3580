import type { ReadonlySignal } from '@preact/signals-react';
import type { Http } from '../../services/http';
import { login } from '../../services/identityCalls';
import type { Conversations } from '../../slices/conversations';
import type { User } from '../../slices/user';
import type { ClientInfo } from '../../wire/client';
import type { UserAnswer } from '../../wire/user';
import { readExternalId } from './externalId';
import type { LoginRunner } from './loginRunner';
import { createOtherTabs } from './tokenOfTabs';
import type { JwtSupplier } from './tokens';

type TabsDeps = Parameters<typeof createOtherTabs>[0];

export type FollowerDeps = TabsDeps &
  Pick<LoginRunner, 'runBeside' | 'hurry' | 'isUnsure' | 'mayCome' | 'latest'> & {
    user: User;
    http: Http;
    client: () => ClientInfo;
    authentication: { isUserLoggingIn: ReadonlySignal<boolean> };
    loginOver: () => Promise<void>;
    takeAnswer: (answer: UserAnswer) => void;
    conversations: Pick<Conversations, 'setNotice'>;
    withToken: (supply: JwtSupplier, check: () => void) => Promise<void>;
  };

/**
 * How long what a known person writes waits for the next tries of the page's login, ms. Somebody whom the page's server
 * does not know any more waits as long.
 */
const PATIENCE_MS = [5000, 10_000, 20_000, 30_000];

/** Keeps this tab the user whom another one has logged in with a token. */
export const createFollower = (deps: FollowerDeps) => {
  const { user } = deps;
  const tabs = createOtherTabs(deps);
  let following: Promise<void> | undefined;
  /** Whether something has changed since this tab asked. */
  let isNews = false;
  let wake = () => {};
  /** Whether a visitor may be made on this page in the place of a known person. */
  let isForsaken = false;

  /** Another tab has started anonymously, as nobody answered it: the login takes that visitor in. */
  const takeIn = async () => {
    const former = user.isStale() ? user.stored.session() : undefined;
    const auth = user.auth.value;
    if (!former || auth?.type !== 'jwt') return;
    const answer = await login(deps.http, { client: deps.client(), userId: auth.externalId, ...former });
    user.useJwt(auth.jwt, auth.externalId);
    deps.takeAnswer(answer);
  };

  /** Nobody has the token: this tab keeps its anonymous visitor, or a new one may start. */
  const forsake = () => {
    const { value: now } = user.auth;
    const { value: id } = user.appUserId;
    isForsaken = true;
    if (deps.isUnsure()) deps.conversations.setNotice('login_ended');
    if (!user.isElsewhere()) return;
    if (now?.type !== 'sessionToken' || !id) return user.stored.remove('appUserId');
    user.stored.set('sessionToken', now.sessionToken);
    user.stored.set('appUserId', id);
  };

  /** Whether a login may be followed, or what is written here waits for one. */
  const isOpen = () => user.isElsewhere() || (!user.auth.value && !isForsaken && deps.mayCome());

  /** Resolves once it is time to try again, or something has changed. */
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = deps.clock.after(ms, resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });

  /** @param tries how often the page's login was tried again for what waits here */
  const take = async (tries = 0): Promise<void> => {
    if (deps.authentication.isUserLoggingIn.peek()) await deps.loginOver();
    if (user.auth.value?.type === 'jwt') return takeIn();
    if (!isOpen()) {
      // The network may be back, before a visitor is made in the place of a known person.
      if (!user.auth.value && deps.isUnsure()) deps.hurry();
      return deps.loginOver();
    }
    isNews = false;
    const jwt = await new Promise((resolve) => tabs.ask(resolve));
    // The page's own login comes first, and another tab may have logged in while this one asked.
    if (deps.authentication.isUserLoggingIn.peek()) return take(tries);
    if (!isOpen()) return;
    if (typeof jwt === 'string') return withToken(jwt, tries);
    if (isNews) return take(tries);
    // The page's login may tell yet that it is the same person.
    const ms = deps.mayCome() ? PATIENCE_MS[tries] : undefined;
    if (!ms) return forsake();
    await pause(ms);
    if (isNews) return take(tries);
    deps.hurry();
    return take(tries + 1);
  };

  const withToken = async (jwt: string, tries: number): Promise<void> => {
    if (readExternalId(jwt) !== user.externalId()) return;
    let first = true;
    const mine = deps.latest() + 1;
    await deps.runBeside((check) =>
      deps.withToken((give) => {
        if (first) give(jwt);
        else tabs.ask(give, true);
        first = false;
      }, check),
    );
    // A session login of the page has replaced this one, and is no other person.
    if (deps.latest() !== mine) return take(tries);
  };

  return (): Promise<void> => {
    isNews = true;
    wake();
    following ??= take()
      .catch(() => {})
      .finally(() => {
        following = undefined;
      });
    return following;
  };
};
