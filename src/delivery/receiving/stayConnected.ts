import { between, spread } from '../../model/retries/core';
import { REALTIME_PROVEN_MS, REALTIME_REFUSALS, REALTIME_ROUND_MS } from '../../model/retries/realtime';
import type { Clock } from '../../platform/clock';
import type { Page } from '../../platform/page';
import type { Realtime, RealtimeConnection, RealtimeListener } from '../../services/realtime';
import type { Connection } from '../../slices/connection';
import type { User } from '../../slices/user';
import { clamp } from '../../wire/decode';
import type { RefusalAnswer } from '../identity/refusedSubscription';

/** Debounce of the browser's offline event. */
const OFFLINE_MS = 5000;
/** After a page was hidden this long, its connection may be dead without an error; it is made again. */
const DOUBTFUL_MS = 20_000;
/** The longest that a service can delay the first connection, in seconds. */
const LONGEST_DELAY = 60;
/** Wake-up events come in bunches: a round younger than this is not restarted. */
const FRESH_MS = 1000;

export type Keeper = ReturnType<typeof createConnectionKeeper>;

/**
 * Keeps the visitor's channel subscribed between `start` and `stop`. It closes the connection when the page
 * is left, so that the page can enter the back/forward cache, and reconnects at once when the page or the
 * network is back.
 */
export const createConnectionKeeper = (deps: {
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
}) => {
  const { user, connection, page, clock } = deps;
  let wanted = false;
  let current: Promise<RealtimeConnection> | undefined;
  let generation = 0;
  let refreshes = 0;
  /** When the first subscription since the last refusal was acknowledged. */
  let servedSince: number | undefined;
  let begunAt = 0;
  let hiddenAt = 0;
  let restartMs = 0;
  let cancelRound = () => {};
  let cancelOffline = () => {};
  let cancelGap: (() => void) | undefined;

  const drop = () => {
    generation++;
    // Lets a page that returns right away from the back/forward cache connect at once.
    begunAt = 0;
    cancelRound();
    cancelGap?.();
    cancelGap = undefined;
    current?.then((c) => c.close()).catch(() => {});
    current = undefined;
  };

  const lose = () => {
    if (connection.everConnected.value && connection.status.value === 'connected')
      connection.set('reconnecting');
  };

  const laterRound = () => {
    lose();
    cancelRound();
    cancelRound = clock.after(spread(REALTIME_ROUND_MS), () => {
      if (page.visible()) renew();
      else laterRound();
    });
  };

  /**
   * Reconnects after a service restart. Each attempt has a random delay, so that visitors do not all
   * reconnect at once.
   */
  const awaitRestart = () => {
    drop();
    cancelRound = clock.after(between(restartMs, 2 * restartMs), () => void connect());
  };

  const onRefused = async (error: string, live: () => boolean) => {
    if (clock.now() - (servedSince ?? clock.now()) >= REALTIME_PROVEN_MS) refreshes = 0;
    servedSince = undefined;
    const answer = await deps.refused(error, () => ++refreshes < REALTIME_REFUSALS).catch(() => 'later');
    if (!live()) return;
    if (answer === 'renew') renew();
    else if (answer === 'later') laterRound();
    else {
      drop();
      connection.set('disconnected');
    }
  };

  const connect = async (): Promise<void> => {
    const settings = user.realtime.value;
    const appUserId = user.appUserId.value;
    const credential = user.realtimeCredential();
    if (!settings?.enabled || !settings.baseUrl || !appUserId || !credential) return;
    begunAt = clock.now();
    const mine = ++generation;
    const live = () => mine === generation;
    let subscribedAt = Number.NEGATIVE_INFINITY;
    current = deps.realtime.connect({ appId: deps.appId, appUserId, ...credential }, settings, {
      onEvents: (events) => live() && deps.onEvents(events),
      onSubscribed() {
        if (!live()) return;
        // The service may confirm many times in a row: run the history sync at most once in this time.
        if (connection.status.value === 'connected' && clock.now() - subscribedAt < FRESH_MS) {
          cancelGap ??= clock.after(FRESH_MS, () => {
            cancelGap = undefined;
            deps.onGap();
          });
          return;
        }
        subscribedAt = clock.now();
        cancelRound();
        servedSince ??= subscribedAt;
        connection.set('connected');
        deps.onGap();
      },
      onDown() {
        if (!live()) return;
        lose();
        if (connection.restarting()) awaitRestart();
      },
      onRestart(afterMs) {
        if (!live()) return;
        restartMs = afterMs;
        connection.expectRestart();
        lose();
        awaitRestart();
      },
      onExhausted: () => live() && laterRound(),
      onRefused: (error) => void (live() && onRefused(error, live)),
    });
    try {
      await current;
    } catch (cause) {
      if (!live()) return;
      deps.report('Realtime could not be loaded', cause);
      current = undefined;
      laterRound();
    }
  };

  const renew = () => {
    drop();
    if (wanted) void connect();
  };

  /** Reconnects if needed. @param doubtful reconnect even if the connection seems to work */
  const wake = (doubtful = false) => {
    if (!wanted) return;
    const well = connection.status.value === 'connected' && !doubtful;
    if (!well && clock.now() - begunAt >= FRESH_MS) renew();
    deps.onGap();
  };

  const offs = [
    page.onHide(drop),
    page.onShow((persisted) => {
      if (persisted) wake(true);
    }),
    page.onOnline((online) => {
      cancelOffline();
      if (online) wake(true);
      else {
        // Lets the next wake-up restart even a round that has just begun.
        begunAt = 0;
        cancelOffline = clock.after(OFFLINE_MS, () => {
          if (page.online() || !wanted) return;
          drop();
          connection.set('disconnected');
        });
      }
    }),
    page.onVisible((visible) => {
      if (visible) wake(clock.now() - hiddenAt > DOUBTFUL_MS);
      else hiddenAt = clock.now();
    }),
  ];

  const stop = () => {
    wanted = false;
    refreshes = 0;
    servedSince = undefined;
    drop();
    connection.reset();
  };

  return {
    /**
     * Connects, unless a connection is up or has just been started: the first time after the service's delay, else
     * now.
     */
    start() {
      if (wanted) return wake();
      wanted = true;
      const delay = clamp(user.realtime.value?.connectionDelay, 0, LONGEST_DELAY);
      if (delay) cancelRound = clock.after(delay * 1000, () => void connect());
      else void connect();
    },
    stop,
    dispose() {
      stop();
      cancelOffline();
      for (const off of offs) off();
    },
  };
};
