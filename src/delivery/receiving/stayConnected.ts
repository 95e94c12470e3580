import { between, spread } from '../../model/retries/core';
import { REALTIME_PROVEN_MS, REALTIME_REFUSALS, REALTIME_ROUND_MS } from '../../model/retries/realtime';
import { createWays } from '../../model/ways';
import type { Clock } from '../../platform/clock';
import { undoAll } from '../../platform/disposer';
import type { Page } from '../../platform/page';
import { createTimer } from '../../platform/timer';
import type { Realtime, RealtimeConnection, RealtimeListener } from '../../services/realtime';
import type { Connection, ConnectionState, ConnectionStatus } from '../../slices/connection';
import type { User } from '../../slices/user';
import { clamp } from '../../wire/decode';
import type { RefusalAnswer } from '../identity/refusedSubscription';
import type { Silence } from './silence';

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
  /** Reads the history while nothing arrives live. */
  silence: Silence;
  /**
   * Decides what to do after a refused subscription. Rejects if its chunk does not load.
   * @param mayRefresh counts the requested credentials, and returns whether to request another
   */
  refused: (error: string, mayRefresh: () => boolean) => Promise<RefusalAnswer>;
  report: (message: string, cause?: unknown) => void;
  onDispose: (undo: () => void) => void;
};

/** One round of attempts. */
type Round = {
  connection?: RealtimeConnection;
  /** When it began, in ms; 0 to let the next waking replace it. */
  begunAt: number;
};

const onlyWhile =
  (isSo: () => boolean) =>
  <A extends unknown[]>(run: (...args: A) => unknown) =>
  (...args: A) => {
    if (isSo()) run(...args);
  };

/** What to connect to, and as whom; undefined if there is nothing to connect to. */
const wantedOf = ({ user, appId }: Pick<KeeperDeps, 'user' | 'appId'>) => {
  const settings = user.realtime.value;
  const appUserId = user.appUserId.value;
  const credential = user.realtimeCredential();
  if (!settings?.enabled || !settings.baseUrl || !appUserId || !credential) return undefined;
  return { settings, visitor: { appId, appUserId, ...credential } };
};

/**
 * Keeps the visitor's channel subscribed between `start` and `stop`. It closes the connection when the page
 * is left, so that the page can enter the back/forward cache, and reconnects at once when the page or the
 * network is back.
 */
export const createConnectionKeeper = (deps: KeeperDeps): Keeper => {
  const { user, connection, page, clock, silence, onGap } = deps;
  let state: ConnectionState = 'stopped';
  let current: Round | undefined;
  let restartMs = 0;
  let refreshes = 0;
  /** When the first subscription since the last refusal was acknowledged. */
  let servedSince: number | undefined;
  const next = createTimer(clock);
  const gap = createTimer(clock);
  /** Kept for the page, across its visitors. */
  const ways = createWays(clock.now);

  /** The one place that changes the state. @param status what the visitor sees of it, if that changes */
  const to = (now: ConnectionState, status?: ConnectionStatus) => {
    state = now;
    connection.set(status, now);
  };
  /** A connection that was not there is not lost. */
  const lose = (now: ConnectionState) =>
    to(now, connection.status.value === 'connected' ? 'reconnecting' : undefined);

  const close = () => {
    next.stop();
    gap.stop();
    current?.connection?.close();
    current = undefined;
  };

  /** Closes until something wakes it. */
  const rest = (now: ConnectionState, status?: ConnectionStatus) => {
    if (state === 'stopped') return;
    close();
    silence.stop();
    to(now, status);
  };

  const waitForRound = (why: ConnectionState) => {
    close();
    lose(why);
    next.set(spread(REALTIME_ROUND_MS), () => (page.visible() ? renew(why) : waitForRound(why)));
  };

  /** Reconnects after a restart of the service; after a random time, so that visitors do not all reconnect at once. */
  const waitForRestart = () => {
    close();
    lose('restart');
    next.set(between(restartMs, 2 * restartMs), () => connect('restart'));
  };

  /** Passes on a round's events while it is the current one. */
  const listenerOf = (round: Round): RealtimeListener => {
    const now = onlyWhile(() => round === current);
    let subscribedAt = Number.NEGATIVE_INFINITY;
    const served = () => {
      const left = subscribedAt + FRESH_MS - clock.now();
      // The service may confirm many times in a row: run the history sync at most once in this time.
      if (state === 'subscribed' && left > 0) return gap.set(left, onGap);
      subscribedAt = clock.now();
      servedSince ??= subscribedAt;
      next.stop();
      to('subscribed', 'connected');
      onGap();
    };
    return {
      onEvents: now(deps.onEvents),
      onSubscribed: now(served),
      onDown: now((way) => {
        if (connection.restarting()) return waitForRestart();
        lose('down');
        if (ways.failed(way)) renew('switched');
      }),
      onAlive: now((way, dueMs) => {
        // After a short loss the service may still know the client; then it acknowledges no new subscription.
        if (state === 'down') served();
        silence.listen(dueMs);
        if (ways.carried(way)) renew('switched');
      }),
      maySocket: ways.maySocket,
      onRestart: now((afterMs) => {
        restartMs = afterMs;
        connection.expectRestart();
        waitForRestart();
      }),
      onExhausted: now(() => waitForRound('failed')),
      onRefused: now(async (error) => {
        if (clock.now() - (servedSince ?? clock.now()) >= REALTIME_PROVEN_MS) refreshes = 0;
        servedSince = undefined;
        const answer = await deps.refused(error, () => ++refreshes < REALTIME_REFUSALS).catch(() => 'later');
        if (round !== current) return;
        if (answer === 'renew') renew('renewed');
        else if (answer === 'later') waitForRound('refused');
        else rest('rejected', 'disconnected');
      }),
    };
  };

  const connect = (why: ConnectionState): void => {
    const wanted = wantedOf(deps);
    to(wanted ? why : 'none');
    if (!wanted) return;
    // Any other start has read the history, or continues the wait before it.
    if (why === 'started' || why === 'woken') silence.listen();
    const round: Round = { begunAt: clock.now() };
    current = round;
    try {
      round.connection = deps.realtime.connect(wanted.visitor, wanted.settings, listenerOf(round));
    } catch (cause) {
      deps.report('Realtime failed', cause);
      waitForRound('failed');
    }
  };

  const renew = (why: ConnectionState) => {
    close();
    if (state !== 'stopped') connect(why);
  };

  /** Reconnects if needed. @param doubtful reconnect even if the connection seems to work */
  const wake = (doubtful = false) => {
    if (state === 'stopped') return;
    const well = state === 'subscribed' && !doubtful;
    if (!well && clock.now() - (current?.begunAt ?? 0) >= FRESH_MS) renew('woken');
    onGap();
  };

  const stop = () => {
    rest('stopped');
    refreshes = 0;
    servedSince = undefined;
    connection.reset();
  };

  deps.onDispose(
    followPage(deps, wake, rest, () => {
      ways.forget();
      if (current) current.begunAt = 0;
    }),
  );

  return {
    start() {
      if (state !== 'stopped') return wake();
      const delay = clamp(user.realtime.value?.connectionDelay, 0, LONGEST_DELAY);
      if (!delay) return connect('started');
      to('delayed');
      next.set(delay * 1000, () => connect('started'));
    },
    stop,
  };
};

/**
 * Follows the page's and the browser's life.
 * @param doubt called when the network is gone; lets the next waking replace even a round that has just begun
 * @returns the undo
 */
const followPage = (
  { page, clock }: Pick<KeeperDeps, 'page' | 'clock'>,
  wake: (doubtful: boolean) => void,
  rest: (now: 'left' | 'offline', status?: 'disconnected') => void,
  doubt: () => void,
): (() => void) => {
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
  return undoAll(offs);
};
