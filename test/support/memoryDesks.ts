import type { Bus } from '../../examples/support-desk/server/bus/bus';
import { readSettings } from '../../examples/support-desk/server/domain/settings/settings';
import type { Clock } from '../../examples/support-desk/server/process/clock';
import type { Store } from '../../examples/support-desk/server/store/store';
import { createTables } from './memory/memoryReads';
import { createMemoryStore } from './memory/memoryStore';
import { createMemoryUploads } from './memory/memoryUploads';
import { withTokenKey } from './memory/tokenKey';
import { counting, type MemoryDesk, noKeySet } from './memoryDesk';
import { AGENT_TOKEN, type MemoryProcess, startMemoryProcess } from './memoryProcess';

export type MemoryDesksOptions = {
  clock: Clock;
  settings?: unknown;
  /** Connects the process of this number to the bus, each time it starts. */
  connect: (which: number) => Bus;
  /** Puts faults between the processes and their store. */
  wrapStore?: (store: Store) => Store;
};

/** One process of a desk, with what it shares with the others.  */
export type DeskOfSeveral = Pick<
  MemoryDesk,
  'origin' | 'appId' | 'store' | 'fetch' | 'openSocket' | 'agent'
> & {
  /** Kills the process: its connections end, and the bus hears no more of it. Rows stay. */
  kill(): void;
  start(): void;
};

const ORIGIN = 'http://desk.test';

/** Runs several processes of one desk on one store in memory, without a network. */
export const createMemoryDesks = (count: number, options: MemoryDesksOptions) => {
  const { clock, connect, settings = {}, wrapStore = (store) => store } = options;
  const read = readSettings(settings);
  if ('problem' in read) throw new Error(read.problem);
  const newId = counting();
  // One store for all: it holds what row locks hold in a database.
  const tables = withTokenKey(createTables(), AGENT_TOKEN);
  const store = wrapStore(createMemoryStore(`log-${newId()}`, tables));
  const shared = {
    ...{ clock, newId, settings, origin: ORIGIN, fetchKeySet: noKeySet },
    uploads: createMemoryUploads(clock.now),
  };
  const createOne = (which: number): DeskOfSeveral => {
    const start = () => startMemoryProcess(store, { ...shared, bus: connect(which) });
    let running: MemoryProcess = start();
    return {
      origin: ORIGIN,
      appId: read.settings.messenger.appId,
      store,
      fetch: (request) => running.fetch(request),
      openSocket: (url) => running.openSocket(url),
      get agent() {
        return running.agent;
      },
      kill: () => running.stop(),
      start: () => {
        running = start();
      },
    };
  };
  return {
    desks: Array.from({ length: count }, (_, which) => createOne(which)),
    /** How many events are stored that nobody has sent. */
    waiting: () => tables.publications.size,
  };
};
