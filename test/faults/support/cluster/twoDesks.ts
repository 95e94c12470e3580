import { createRedisBus } from '../../../../examples/support-desk/server/redis/redisBus';
import type { Store } from '../../../../examples/support-desk/server/store/store';
import { createMemoryDesks } from '../../../support/memoryDesks';
import type { Route, Server, Service } from '../service';
import type { Time } from '../time';
import type { Spoil } from './spoil';
import { createStream, type Stream, type StreamLine } from './stream';

/** Two processes of one desk behind a balancer that knows no visitors. */
export type TwoDesks = Service & {
  stream: Stream;
  /** The process's connections to the stream. They are new after each start. */
  line(which: number): StreamLine;
  /** How many events are stored that nobody has sent. */
  waiting(): number;
  /** The next commit fails. */
  failCommit(happened: () => void): void;
};

/** How often a tab reaches the other process although nothing has happened, as when the balancer is changed. */
const STRAY_SHARE = 0.03;

/** Undoes a transaction for each fault that waits. */
const withFaults = (store: Store, faults: (() => void)[]): Store => ({
  ...store,
  transaction: (work) =>
    store.transaction(async (tx) => {
      const done = await work(tx);
      const happened = faults.shift();
      if (!happened) return done;
      happened();
      throw new Error('The commit failed');
    }),
});

/** @param spoil what of the server is broken on purpose; nothing by default */
export const createTwoDesks = (
  time: Time,
  settings: unknown,
  random: () => number,
  spoil: Spoil = {},
): TwoDesks => {
  const { bus: spoilBus = (bus) => bus, store: spoilStore = (store) => store } = spoil;
  const failing: (() => void)[] = [];
  let isHealed = false;
  const stream = createStream(time, random);
  const lines = new Map<number, StreamLine>();
  const line = (which: number) => lines.get(which) as StreamLine;
  const { desks, waiting } = createMemoryDesks(2, {
    clock: time,
    settings,
    connect: (which) => {
      const made = stream.connect(which);
      lines.set(which, made);
      return spoilBus(createRedisBus(made.connection, time, { warn: () => undefined }));
    },
    wrapStore: (store) => spoilStore(withFaults(store, failing)),
  });
  const servers = desks.map((desk, which): Server => {
    const kill = (): void => {
      line(which).die();
      desk.kill();
    };
    return { desk, up: true, kill, start: desk.start };
  });
  const anyUp = (): Server | undefined => {
    const up = servers.filter((server) => server.up);
    return up[Math.floor(random() * up.length)];
  };
  const any = (): Server => anyUp() ?? (servers[0] as Server);
  const createRoute = (): Route => {
    let home = any();
    const leave = (): void => {
      home = any();
    };
    const live = (): Server => {
      if (!home.up || (!isHealed && random() < STRAY_SHARE)) leave();
      return home;
    };
    return { call: any, live, leave };
  };
  const [first] = desks;
  if (!first) throw new Error('There are two desks');
  return {
    appId: first.appId,
    origin: first.origin,
    store: first.store,
    servers,
    stream,
    line,
    waiting,
    failCommit: (happened) => void failing.push(happened),
    createRoute,
    forAgent: anyUp,
    resetLog: () => {
      throw new Error('Two desks keep their log');
    },
    heal: () => {
      stream.heal();
      failing.length = 0;
      isHealed = true;
      for (const [which, server] of servers.entries()) {
        line(which).heal();
        if (server.up) continue;
        server.start();
        server.up = true;
      }
    },
    close: () => {
      for (const server of servers) server.kill();
    },
  };
};
