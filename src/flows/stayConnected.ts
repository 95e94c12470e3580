import type { Clock } from '../platform/clock';
import type { Page } from '../platform/page';
import type { Realtime, RealtimeConnection, RealtimeListener } from '../services/realtime';
import type { Connection } from '../slices/connection';
import type { User } from '../slices/user';

/** A visible page tries again this long after a failed round, give or take a fifth (DESIGN.md 3.3). */
const ROUND_MS = 60_000;

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
  onSubscribed: () => void;
  report: (message: string, cause?: unknown) => void;
}) => {
  const { user, connection, page, clock } = deps;
  let wanted = false;
  let current: Promise<RealtimeConnection> | undefined;
  let generation = 0;
  let cancelRound = () => {};

  const drop = () => {
    generation++;
    cancelRound();
    current?.then((c) => c.close()).catch(() => {});
    current = undefined;
  };

  const lose = () => {
    if (connection.everConnected.value) connection.set('reconnecting');
  };

  const laterRound = () => {
    cancelRound();
    cancelRound = clock.after(ROUND_MS * (0.8 + 0.4 * Math.random()), () => {
      if (page.visible()) renew();
      else laterRound();
    });
  };

  const connect = async (): Promise<void> => {
    const { baseUrl, enabled } = user.realtime.value ?? {};
    const appUserId = user.appUserId.value;
    const auth = user.auth.value;
    if (!enabled || !baseUrl || !appUserId || !auth) return;
    const mine = ++generation;
    const live = () => mine === generation;
    current = deps.realtime.connect(
      { appId: deps.appId, appUserId, sessionToken: auth.sessionToken },
      user.realtime.value as NonNullable<typeof user.realtime.value>,
      {
        onEvents: (events) => live() && deps.onEvents(events),
        onSubscribed() {
          if (!live()) return;
          cancelRound();
          connection.set('connected');
          deps.onSubscribed();
        },
        onDown: () => live() && lose(),
        onExhausted() {
          if (!live()) return;
          lose();
          laterRound();
        },
        onRefused(error) {
          if (!live()) return;
          deps.report(`Realtime subscription refused: ${error}`);
          lose();
          laterRound();
        },
      },
    );
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

  const offs = [
    page.onHide(() => drop()),
    page.onShow((persisted) => {
      if (persisted && wanted) renew();
    }),
    page.onOnline((online) => {
      if (!wanted) return;
      if (online) renew();
      else lose();
    }),
    page.onVisible((visible) => {
      if (visible && wanted && connection.status.value !== 'connected') renew();
    }),
  ];

  return {
    /** Connects now, unless it is connected or under way. */
    start() {
      wanted = true;
      if (!current) void connect();
    },
    stop() {
      wanted = false;
      drop();
      connection.reset();
    },
    dispose() {
      this.stop();
      for (const off of offs) off();
    },
  };
};
