import type { Clock } from '../platform/clock';
import type { Page } from '../platform/page';
import type { Realtime, RealtimeConnection, RealtimeListener } from '../services/realtime';
import type { Connection } from '../slices/connection';
import type { User } from '../slices/user';

/** A visible page tries again this long after a failed round, give or take a fifth (DESIGN.md 3.3). */
const ROUND_MS = 60_000;
/** SPEC.md section 4: "The offline handler is debounced 5000 ms." */
const OFFLINE_MS = 5000;
/** A page that was away for this long may hold a connection that is dead without knowing. */
const DOUBTFUL_MS = 20_000;
/** What wakes a connection up comes in bunches; a round that has just begun is not begun anew. */
const FRESH_MS = 1000;
/** SPEC.md section 4: the token is refreshed and the subscription retried while attempts are below this. */
const MAX_REFRESHES = 4;
/** A subscription that stood for so long was no mistake of the service: only then are its refusals counted anew. */
const PROVEN_MS = 15_000;

export type Keeper = ReturnType<typeof createConnectionKeeper>;

/**
 * Keeps the visitor's channel subscribed while it is wanted: closed when the page is hidden away, so that it stays in
 * the back/forward cache (DESIGN.md 3.4), and a new round at once when the page is back or the network returns.
 */
export const createConnectionKeeper = (deps: {
  realtime: Realtime;
  user: User;
  connection: Connection;
  page: Page;
  clock: Clock;
  appId: string;
  onEvents: RealtimeListener['onEvents'];
  /** The subscription stands, or the page woke up: what came between is only on the service. */
  onGap: () => void;
  /** A refused credential: gets another one. @returns whether there is one; rejects where that cannot be told now */
  refresh: () => Promise<boolean>;
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
    // Nothing is fresh any more: a page that comes straight back from the back/forward cache connects at once.
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
    cancelRound = clock.after(ROUND_MS * (0.8 + 0.4 * Math.random()), () => {
      if (page.visible()) renew();
      else laterRound();
    });
  };

  /**
   * The service goes down to start again: each attempt until it is back is a round of its own, and not all visitors make theirs
   * at once.
   */
  const awaitRestart = () => {
    drop();
    cancelRound = clock.after(restartMs * (1 + Math.random()), () => void connect());
  };

  /** "On a subscription error starting with 401, the token is refreshed and the subscription retried." */
  const onRefused = async (error: string, live: () => boolean) => {
    const invalid = error.includes('invalid_auth');
    // "'invalid_auth' without a refreshable auth type disconnects": a plain session has nothing to refresh.
    const refreshable = (user.auth.value?.type ?? 'sessionToken') !== 'sessionToken';
    const expired = error.startsWith('401') || (invalid && refreshable);
    if (clock.now() - (servedSince ?? clock.now()) >= PROVEN_MS) refreshes = 0;
    servedSince = undefined;
    // Undefined where only the network, or the service's own trouble, kept the answer back.
    const renewed = expired && ++refreshes < MAX_REFRESHES && (await deps.refresh().catch(() => undefined));
    if (!live()) return;
    if (renewed) return renew();
    // The words for its code are for developers: no visitor loads them before something is wrong.
    void import('../services/realtimeCodes')
      .then(({ describeRealtimeError }) => describeRealtimeError(error))
      .catch(() => error)
      .then((reason) => deps.report(`Realtime subscription refused: ${reason}`));
    if (renewed === false && (expired || invalid)) {
      // "A failed JWT refresh disconnects."
      drop();
      connection.set('disconnected');
    } else {
      laterRound();
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
        // A service may say so a thousand times: what may be missing is read back once in so long.
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

  /** Something suggests that it may work now. @param doubtful whether even a connection that seems well is made anew */
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
        // What was begun before is in doubt, however short a time ago.
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

  return {
    /** Connects now, unless it is connected or has just begun to. */
    start() {
      if (wanted) return wake();
      wanted = true;
      void connect();
    },
    stop() {
      wanted = false;
      refreshes = 0;
      servedSince = undefined;
      drop();
      connection.reset();
    },
    dispose() {
      this.stop();
      cancelOffline();
      for (const off of offs) off();
    },
  };
};
