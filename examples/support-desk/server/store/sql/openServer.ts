import { sql } from 'drizzle-orm';
import type { Operations, Party, Reads } from '../store';
import { buildIndexes } from './buildIndexes';
import { withSignal } from './cancelling';
import { connect } from './connecting';
import { readDesk } from './deskValues';
import { createGate, type Gate } from './gate';
import type { Announce } from './indexes';
import { migrateAlone } from './migrateAlone';
import { createNodes } from './nodeRows';
import type { OpenStore, ServerLocation } from './openStore';
import { openPool } from './serverPool';
import { createReads } from './sqlReads';
import { createSqlStore } from './sqlStore';

/** PostgreSQL ends a statement of a request after this time, and the transaction of a process that stands still. */
const STATEMENT_MS = 15_000;
/** How long a request waits for a connection. */
const POOL_WAIT_MS = 10_000;

/** One in so many of the agents' connections runs searches. */
const SEARCH_SHARE = 4;

export const POOL_SIZE = 10;
export const AGENT_POOL_SIZE = 4;

/** The pools of what each party reads, and of what it changes: an agent's list may take long, an answer does not. */
const POOLS = {
  visitors: ['visitors', 'visitors'],
  agents: ['agents', 'desk'],
  desk: ['desk', 'desk'],
  upkeep: ['agents', 'agents'],
} as const;

/** Parameters of a session; those in the address win. */
const LIMITS = {
  statement_timeout: `${STATEMENT_MS}`,
  idle_in_transaction_session_timeout: `${STATEMENT_MS}`,
};

/** Makes all reads once this lets them. */
const behind = ({ run }: Gate, reads: Reads): Reads =>
  Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [
      name,
      (...input: unknown[]) => run(() => (read as (...args: unknown[]) => Promise<unknown>)(...input)),
    ]),
  ) as unknown as Reads;

const migrateServer = async (url: string, migrationsFolder: string): Promise<void> => {
  const connection = await connect(url);
  try {
    await migrateAlone(connection, migrationsFolder);
  } finally {
    await connection.end();
  }
};

/**
 * Opens a store on a PostgreSQL server, with a pool of connections for visitors, one for what agents and upkeep read, one for the
 * short operations of agents and the desk, and one connection by which the desk watches the database and says that it is there.
 */
export const openServer = async (
  { url, poolSize = POOL_SIZE, agentPoolSize = AGENT_POOL_SIZE, onPoolWait }: ServerLocation,
  migrationsFolder: string,
  announce: Announce,
): Promise<OpenStore> => {
  await migrateServer(url, migrationsFolder);
  const watch = openPool(url, { max: 1, session: LIMITS });
  const cancel = (pid: number) => watch.db.execute(sql`select pg_cancel_backend(${pid}::int)`);
  let answeredAt = 0;
  const open = (name: string, max: number) => {
    const gate = createGate(max, {
      longestMs: POOL_WAIT_MS,
      onWait: (seconds) => onPoolWait?.(name, seconds),
      onDone: () => {
        answeredAt = performance.now();
      },
    });
    return { gate, ...openPool(url, { max, session: LIMITS, cancel }) };
  };
  const pools = {
    visitors: open('visitors', poolSize),
    agents: open('agents', agentPoolSize),
    desk: open('desk', agentPoolSize),
  };
  const close = async (): Promise<void> => {
    await Promise.all([watch, ...Object.values(pools)].map((pool) => pool.end()));
  };
  /** One without an index keeps a core of the server busy. They leave room for lists, and for what visitors do. */
  const searches = createGate(Math.max(1, Math.floor(agentPoolSize / SEARCH_SHARE)), {
    longestMs: POOL_WAIT_MS,
  });
  const operationsOf = (party: Party): Operations => {
    const [reading, changing] = POOLS[party];
    const { gate, db } = pools[reading];
    const reads = createReads(db);
    const inbox: Reads['inbox'] = (page, signal) => {
      const read = () => gate.run(() => withSignal(signal, () => reads.inbox(page)), signal);
      return page.search === undefined ? read() : searches.run(read, signal);
    };
    return {
      ...behind(gate, reads),
      inbox,
      transaction: (work) => pools[changing].gate.run(() => pools[changing].transaction(work)),
    };
  };
  try {
    const store = createSqlStore(watch.db, await readDesk(watch.db), watch.transaction, close);
    return {
      ...store,
      ...operationsOf('visitors'),
      for: operationsOf,
      nodes: createNodes(watch.db),
      pools: Object.fromEntries(Object.entries(pools).map(([name, { gate }]) => [name, gate])),
      answeredAt: () => answeredAt,
      maintain: async () => undefined,
      buildIndexes: (signal, pauseMs) => buildIndexes(url, announce, { signal, cancel, pauseMs }),
    };
  } catch (error) {
    await close();
    throw error;
  }
};
