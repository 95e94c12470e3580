import { between, spread } from '../../model/retries/core';
import { REALTIME_ROUND_MS } from '../../model/retries/realtime';
import type { Clock } from '../../platform/clock';
import { undoAll } from '../../platform/disposer';
import type { Page } from '../../platform/page';
import { createTimer } from '../../platform/timer';
import type { Realtime, RealtimeListener } from '../../services/realtime';
import type { Connection, ConnectionState, ConnectionStatus } from '../../slices/connection';
import type { User } from '../../slices/user';
import { clamp } from '../../wire/decode';
import type { RefusalAnswer } from '../identity/refusedSubscription';
import { createOneConnection, type Target } from './oneConnection';
import { createRefreshBudget } from './refreshBudget';

/** Debounce of the browser's offline event. */
const OFFLINE_MS = 5000;
/** After a page was hidden this long, its connection may be dead without an error; it is made again. */
const DOUBTFUL_MS = 20_000;
/** The longest that a service can delay the first connection, in seconds. */
const LONGEST_DELAY = 60;
/** Wake-up events come in bunches: a round younger than this is not restarted. */
const FRESH_MS = 1000;

/** Keeps the channel subscribed; see `createConnectionKeeper`. */
export type Keeper = {
  /** Connects, unless a connection is up or has just been started: the first time after the service's delay, else now. */
  start(): void;
  stop(): void;
};

export type KeeperDeps = {
  realtime: Realtime;
  user: User;
  connection: Connection;
  page: Page;
  clock: Clock;
  appId: string;
  onEvents: RealtimeListener['onEvents'];
  /** Called after each subscription and wake-up, because messages may have been missed before. */
  onGap: () => void;
  /**
   * Decides what to do after a refused subscription. Rejects if its chunk does not load.
   * @param mayRefresh counts the credentials asked for, and says whether to ask for one more
   */
  refused: (error: string, mayRefresh: () => boolean) => Promise<RefusalAnswer>;
  report: (message: string, cause?: unknown) => void;
  onDispose: (undo: () => void) => void;
};

/** What to connect to; undefined without a visitor, a credential or a service. */
const targetOf = ({ user, appId }: Pick<KeeperDeps, 'user' | 'appId'>): Target | undefined => {
  const settings = user.realtime.value;
  const appUserId = user.appUserId.value;
  const credential = user.realtimeCredential();
  if (!settings?.enabled || !settings.baseUrl || !appUserId || !credential) return undefined;
  return [{ appId, appUserId, ...credential }, settings];
};

/**
 * Keeps the visitor's channel subscribed between `start` and `stop`. It closes the connection when the page
 * is left, so that the page can enter the back/forward cache, and reconnects at once when the page or the
 * network is back.
 */
export const createConnectionKeeper = (deps: KeeperDeps): Keeper => {
  const { connection, page, clock, onGap } = deps;
  /** When the current round began, in ms; 0 to let the next waking replace it. */
  let begunAt = 0;
  let subscribedAt = 0;
  let restartMs = 0;
  const budget = createRefreshBudget(clock);
  const next = createTimer(clock);
  const gap = createTimer(clock);

  const is = (state: ConnectionState) => connection.state.peek() === state;
  /** A connection that was not there is not lost. */
  const lose = (now: ConnectionState) =>
    connection.set(connection.status.peek() === 'connected' ? 'reconnecting' : undefined, now);

  const close = () => {
    next.stop();
    gap.stop();
    one.close();
    begunAt = 0;
  };

  /** Closes until something wakes it. */
  const rest = (now: ConnectionState, status?: ConnectionStatus) => {
    if (is('stopped')) return;
    close();
    connection.set(status, now);
  };

  const waitForRound = (why: ConnectionState) => {
    lose(why);
    next.set(spread(REALTIME_ROUND_MS), () => (page.visible() ? renew(why) : waitForRound(why)));
  };

  /**
   * Reconnects after a service restart. Each attempt has a random delay, so that visitors do not all
   * reconnect at once.
   */
  const waitForRestart = () => {
    close();
    lose('restart');
    next.set(between(restartMs, 2 * restartMs), () => connect('restart'));
  };

  const one = createOneConnection(deps, (now) => ({
    onEvents: now(deps.onEvents),
    onSubscribed: now(() => {
      const left = subscribedAt + FRESH_MS - clock.now();
      // The service may confirm many times in a row: run the history sync at most once in this time.
      if (is('subscribed') && left > 0) return gap.set(left, onGap);
      subscribedAt = clock.now();
      budget.served();
      next.stop();
      connection.set('connected', 'subscribed');
      onGap();
    }),
    onDown: now(() => {
      if (connection.restarting()) waitForRestart();
      else lose('down');
    }),
    onRestart: now((afterMs) => {
      restartMs = afterMs;
      connection.expectRestart();
      waitForRestart();
    }),
    onExhausted: now(() => waitForRound('failed')),
    onRefused: now((error) => {
      const answered = now((answer: RefusalAnswer) => {
        if (answer === 'renew') renew('renewed');
        else if (answer === 'later') waitForRound('refused');
        else rest('rejected', 'disconnected');
      });
      void deps.refused(error, budget.refused()).then(answered, () => answered('later'));
    }),
  }));

  const connect = (why: ConnectionState): void => {
    const target = targetOf(deps);
    connection.set(undefined, target ? why : 'none');
    if (!target) return;
    begunAt = clock.now();
    one.open(...target);
  };

  const renew = (why: ConnectionState) => {
    close();
    if (!is('stopped')) connect(why);
  };

  /** Reconnects if needed. @param doubtful reconnect even if the connection seems to work */
  const wake = (doubtful = false) => {
    if (is('stopped')) return;
    const well = is('subscribed') && !doubtful;
    if (!well && clock.now() - begunAt >= FRESH_MS) renew('woken');
    onGap();
  };

  const stop = () => {
    budget.reset();
    close();
    connection.reset();
  };

  followPage(deps, wake, rest, () => {
    begunAt = 0;
  });

  return {
    start() {
      if (!is('stopped')) return wake();
      const delay = clamp(deps.user.realtime.value?.connectionDelay, 0, LONGEST_DELAY);
      if (!delay) return connect('started');
      connection.set(undefined, 'delayed');
      next.set(delay * 1000, () => connect('started'));
    },
    stop,
  };
};

/**
 * Follows the page's and the browser's life.
 * @param doubt lets the next waking replace even a round that has just begun
 */
const followPage = (
  { page, clock, onDispose }: Pick<KeeperDeps, 'page' | 'clock' | 'onDispose'>,
  wake: (doubtful: boolean) => void,
  rest: (now: 'left' | 'offline', status?: 'disconnected') => void,
  doubt: () => void,
): void => {
  const patience = createTimer(clock);
  let hiddenAt = 0;
  const offs = [
    patience.stop,
    page.onHide(() => rest('left')),
    page.onShow((persisted) => persisted && wake(true)),
    page.onOnline((online) => {
      patience.stop();
      if (online) return wake(true);
      doubt();
      patience.set(OFFLINE_MS, () => page.online() || rest('offline', 'disconnected'));
    }),
    page.onVisible((visible) => {
      if (visible) wake(clock.now() - hiddenAt > DOUBTFUL_MS);
      else hiddenAt = clock.now();
    }),
  ];
  onDispose(undoAll(offs));
};
