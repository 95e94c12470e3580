import type { ReadonlySignal } from '@preact/signals-react';
import type { Http } from '../../services/http';
import { login } from '../../services/identityCalls';
import type { User } from '../../slices/user';
import type { ClientInfo } from '../../wire/client';
import type { UserAnswer } from '../../wire/user';
import { readExternalId } from './externalId';
import { createOtherTabs } from './tokenOfTabs';
import type { JwtSupplier } from './tokens';

type TabsDeps = Parameters<typeof createOtherTabs>[0];

export type FollowerDeps = TabsDeps & {
  user: User;
  http: Http;
  client: () => ClientInfo;
  authentication: { isUserLoggingIn: ReadonlySignal<boolean> };
  loginOver: () => Promise<void>;
  takeAnswer: (answer: UserAnswer) => void;
  run: (login: (check: () => void) => Promise<void>) => Promise<void>;
  withToken: (supply: JwtSupplier, check: () => void) => Promise<void>;
};

/** Keeps this tab the user whom another one has logged in with a token. */
export const createFollower = (deps: FollowerDeps) => {
  const { user } = deps;
  const tabs = createOtherTabs(deps);
  let following: Promise<void> | undefined;
  /** Whether something has changed since this tab asked. */
  let isNews = false;

  /** Another tab has started anonymously, as nobody answered it: the login takes that visitor in. */
  const takeIn = async () => {
    const former = user.isStale() ? user.stored.session() : undefined;
    const auth = user.auth.value;
    if (!former || auth?.type !== 'jwt') return;
    const answer = await login(deps.http, { client: deps.client(), userId: auth.externalId, ...former });
    user.useJwt(auth.jwt, auth.externalId);
    deps.takeAnswer(answer);
  };

  /** No tab has the token: this tab keeps its anonymous visitor, or a new one may start. */
  const forsake = () => {
    const { value: now } = user.auth;
    const { value: id } = user.appUserId;
    if (now?.type !== 'sessionToken' || !id) return user.stored.remove('appUserId');
    user.stored.set('sessionToken', now.sessionToken);
    user.stored.set('appUserId', id);
  };

  const take = async (): Promise<void> => {
    if (user.auth.value?.type === 'jwt') return takeIn();
    isNews = false;
    const jwt = await new Promise((resolve) => tabs.ask(resolve));
    // The page's own login comes first.
    if (deps.authentication.isUserLoggingIn.peek() || !user.isElsewhere()) return;
    // Another tab may have logged in while this one asked.
    if (typeof jwt !== 'string') return isNews ? take() : forsake();
    if (readExternalId(jwt) !== user.externalId()) return;
    let first = true;
    await deps.run((check) =>
      deps.withToken((give) => {
        if (first) give(jwt);
        else tabs.ask(give, true);
        first = false;
      }, check),
    );
  };

  return async (): Promise<void> => {
    if (deps.authentication.isUserLoggingIn.peek()) return deps.loginOver();
    isNews = true;
    following ??= take()
      .catch(() => {})
      .finally(() => {
        following = undefined;
      });
    return following;
  };
};
