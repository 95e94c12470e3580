import type { ReadonlySignal } from '@preact/signals-react';
import type { Http } from '../../services/http';
import { login } from '../../services/identityCalls';
import type { User } from '../../slices/user';
import type { ClientInfo } from '../../wire/client';
import type { UserAnswer } from '../../wire/user';
import type { Outbox, Unsent } from '../sending/outbox';
import { readExternalId } from './externalId';
import type { LoginRunner } from './loginRunner';
import { passWaiting, type WaitingDeps } from './passWaiting';
import { createOtherTabs } from './tokenOfTabs';
import type { JwtSupplier } from './tokens';

type TabsDeps = Omit<Parameters<typeof createOtherTabs>[0], 'waits'>;

export type FollowerDeps = TabsDeps &
  WaitingDeps &
  Pick<LoginRunner, 'runBeside' | 'hurry' | 'isUnsure' | 'mayCome' | 'latest'> & {
    user: User;
    http: Http;
    outbox: Pick<Outbox, 'of'>;
    client: () => ClientInfo;
    authentication: { isUserLoggingIn: ReadonlySignal<boolean> };
    loginOver: () => Promise<void>;
    takeAnswer: (answer: UserAnswer) => void;
    withToken: (supply: JwtSupplier, check: () => void) => Promise<void>;
  };

/**
 * When the page's login is tried again for messages of a known person, in ms since they began to wait. A person whom
 * the page's server no longer knows waits as long.
 */
const TRIES_MS = [5000, 15_000, 35_000, 65_000] as const;

/** Messages left longer ago than this by an earlier page do not count as waiting; ms. */
const LEFT_MS = 600_000;

/**
 * How long until the page's login is tried again, ms; `Infinity` if it was tried for long enough. Messages of an
 * earlier page have waited since they were written, and each page is asked once more.
 * @param begun when this page began to wait
 */
const untilTry = (now: number, begun: number, written: readonly Unsent[]) => {
  const times = written.map(({ message }) => (message.received ?? now) * 1000);
  const since = Math.min(begun, ...times.filter((at) => at > now - LEFT_MS));
  const last = Math.max(begun + TRIES_MS[0], since + TRIES_MS[3]);
  return Math.min(...TRIES_MS.map((ms) => Math.min(begun + ms, last)).filter((at) => at > now)) - now;
};

/**
 * Nobody is signed in: the page reports so, or calls no login. The visitor belongs to the next login; the former
 * login's drafts stay until then.
 */
const setAside = ({ stored, externalId }: User) => {
  const login = externalId();
  if (!login) return;
  stored.set('away', login);
  stored.remove('externalId');
};

/** Keeps this tab logged in as the user whom another tab has logged in with a token. */
export const createFollower = (deps: FollowerDeps) => {
  const { user, clock } = deps;
  const isLoggingIn = () => deps.authentication.isUserLoggingIn.peek();
  let following: Promise<void> | undefined;
  const tabs = createOtherTabs({ ...deps, waits: () => !!following && (deps.mayCome() || isLoggingIn()) });
  /** Whether something has changed since this tab asked. */
  let isNews = false;
  let wake = () => {};
  /** Whether this page may create a visitor in place of a known person. */
  let isForsaken = false;
  /** When this page began to wait. */
  let begun = Number.POSITIVE_INFINITY;

  /** Another tab got no answer and started anonymously: the login merges that visitor. */
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
    const theirs = user.isElsewhere() && passWaiting(deps);
    if (deps.isUnsure() || theirs === 'stays') deps.conversations.setNotice('login_ended');
    const isKnown = user.isElsewhere();
    if (deps.isNobody() || !(deps.isUnsure() || theirs)) setAside(user);
    user.tell();
    if (!isKnown) return;
    if (now?.type !== 'sessionToken' || !id) return user.stored.remove('appUserId');
    user.stored.keep(id, now.sessionToken);
  };

  /** Whether a login may be followed, or messages written here wait for one. */
  const isOpen = () =>
    user.isElsewhere() || (!user.auth.value && !isForsaken && (deps.mayCome() || deps.isNobody()));

  /** Resolves once it is time to try again, or something has changed. */
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });

  /** How long to wait before asking again, ms; `Infinity` where nobody has the token. @param answer of the other tabs */
  const patience = (answer: unknown) => {
    const now = clock.now();
    begun = Math.min(begun, now);
    // The page reports that nobody is signed in: what another tab waits for is not for this one.
    if (deps.isNobody()) return Number.POSITIVE_INFINITY;
    // The page's login may still be the same person's.
    if (deps.mayCome()) return untilTry(now, begun, deps.outbox.of(user.appUserId.value ?? ''));
    // So may the login of another tab.
    return answer && !user.auth.value ? TRIES_MS[0] : Number.POSITIVE_INFINITY;
  };

  /** Asks the page, too, if its login waits. */
  const askAll = (): Promise<void> => {
    if (isOpen() && deps.mayCome()) deps.hurry();
    return take();
  };

  const take = async (): Promise<void> => {
    if (isLoggingIn()) await deps.loginOver();
    if (user.auth.value?.type === 'jwt') return takeIn();
    if (!isOpen()) {
      // The network may be back, so try before a visitor is created in place of a known person.
      if (!user.auth.value && deps.isUnsure()) deps.hurry();
      return deps.loginOver();
    }
    isNews = false;
    const answer = await new Promise((resolve) => tabs.ask(resolve));
    // The page's own login comes first, and another tab may have logged in while this one asked.
    if (isLoggingIn()) return take();
    // While this tab slept, the visitor may have left, and the token is theirs.
    if (!isOpen() || user.isOver()) return;
    if (typeof answer === 'string') return withToken(answer);
    if (!isNews) {
      const ms = patience(answer);
      if (ms === Number.POSITIVE_INFINITY) return forsake();
      await pause(ms);
    }
    return askAll();
  };

  const withToken = async (jwt: string): Promise<void> => {
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
    // A session login of the page has replaced this one, and is not another person.
    if (deps.latest() !== mine) return take();
  };

  return (): Promise<void> => {
    isNews = true;
    wake();
    following ??= askAll()
      .catch(() => {})
      .finally(() => {
        following = undefined;
        begun = Number.POSITIVE_INFINITY;
      });
    return following;
  };
};
