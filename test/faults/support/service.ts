import { createMemoryDesk, type MemoryDesk } from '../../support/memoryDesk';
import type { Time } from './time';

/** A process of the desk. */
export type Server = {
  desk: Pick<MemoryDesk, 'fetch' | 'openSocket' | 'agent'>;
  /** Whether it is running. */
  up: boolean;
  /** Kills it: its connections and sessions end. What the store has stays. */
  kill(): void;
  start(): void;
};

/** How a tab's calls and connections find a process. */
export type Route = {
  call(): Server;
  /** For a frame connection or a long poll, which have to reach the process of the last handshake. */
  live(): Server;
  /** The tab's connections have ended. The next may reach another process. */
  leave(): void;
};

/** What runs at the desk's address: one process, or several behind a balancer. */
export type Service = Pick<MemoryDesk, 'appId' | 'origin' | 'store'> & {
  servers: readonly Server[];
  createRoute(): Route;
  /** A process that takes the agent's next call, if one is running. */
  forAgent(): Server | undefined;
  /** Restarts with an empty log. */
  resetLog(keep?: 'people'): void;
  /** Ends its faults. */
  heal(): void;
  close(): void;
};

/** Kills a process. @returns restarts it */
export const kill = (server: Server): (() => void) => {
  server.up = false;
  server.kill();
  return () => {
    if (server.up) return;
    server.start();
    server.up = true;
  };
};

/** A desk of one process. */
export const createOneDesk = (time: Time, settings: unknown): Service => {
  const desk = createMemoryDesk({ now: time.now, after: time.after, settings });
  const server: Server = { desk, up: true, kill: desk.restart, start: () => undefined };
  const choose = () => server;
  return {
    appId: desk.appId,
    origin: desk.origin,
    get store() {
      return desk.store;
    },
    servers: [server],
    createRoute: () => ({ call: choose, live: choose, leave: () => undefined }),
    forAgent: () => (server.up ? server : undefined),
    resetLog: desk.resetLog,
    heal: () => {
      server.up = true;
    },
    close: desk.close,
  };
};
