import { sql } from 'drizzle-orm';
import type { Clock } from '../../process/clock';
import type { Reads } from '../reads';
import type { Operations, Party } from '../store';
import { buildIndexes } from './buildIndexes';
import { withSignal } from './cancelling';
import { connect } from './connecting';
import { readDesk } from './deskValues';
import { createGate, type Gate } from './gate';
import { identityOf } from './identity';
import type { Announce } from './indexes';
import { migrateAlone } from './migrateAlone';
import { createNodes } from './nodeRows';
import type { OpenStore, ServerLocation } from './openStore';
import { createReplica } from './replica';
import { openPool, type ServerPool } from './serverPool';
import { createReads } from './sqlReads';
import { createSqlStore } from './sqlStore';

/** PostgreSQL cancels a statement of a request after this time, and the transaction of a hanging process. */
const STATEMENT_MS = 15_000;
/** How long a read waits for a replica, which may have died silently. It is longer than the replica's own limit. */
const QUERY_MS = STATEMENT_MS + 1000;
/** How long a request waits for a connection. */
const POOL_WAIT_MS = 10_000;

/** Of the agents' connections, one in this many runs searches. */
const SEARCH_SHARE = 4;

const POOL_SIZE = 10;
const AGENT_POOL_SIZE = 4;

/** The pools for each party's reads and writes: an agent's list may take long, an answer does not. */
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
  // Compiling the queries of Insights takes longer than running them.
  jit: 'off',
};

/** Delays all reads until this allows them. */
const behind = ({ run }: Gate, reads: Reads): Reads =>
  Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [
      name,
      (...input: unknown[]) => run(() => (read as (...args: unknown[]) => Promise<unknown>)(...input)),
    ]),
  ) as unknown as Reads;

/** The reads of a pool, whose connections serve this many at once. */
const readsOf = ({ gate, db }: Pick<ServerPool, 'db'> & { gate: Gate }): Reads => {
  const reads = createReads(db);
  return {
    ...behind(gate, reads),
    inbox: (page, signal) => gate.run(() => withSignal(signal, () => reads.inbox(page)), signal),
  };
};

const migrateServer = async (url: string, migrationsFolder: string, { warn }: Announce): Promise<void> => {
  const connection = await connect(url);
  try {
    await migrateAlone(connection, migrationsFolder, () =>
      warn?.('Another process changes the tables of this database. This one starts once that is done.'),
    );
  } finally {
    await connection.end();
  }
};

/** Watches a server over a separate connection, which also cancels what its other connections do. */
const watchServer = (url: string, clock: Clock) => {
  const watch = openPool(url, clock, { max: 1, session: LIMITS });
  return { watch, cancel: (pid: number) => watch.db.execute(sql`select pg_cancel_backend(${pid}::int)`) };
};

/** The connections of a replica. */
const openCopy = (url: string, clock: Clock, max: number, gateOf: (name: string, size: number) => Gate) => {
  const { watch, cancel } = watchServer(url, clock);
  const session = LIMITS;
  return {
    watch,
    pool: {
      gate: gateOf('replica', max),
      ...openPool(url, clock, { max, session, cancel, queryMs: QUERY_MS }),
    },
  };
};

/**
 * Opens a store on a PostgreSQL server, with a pool of connections for visitors, one for reads of agents and upkeep,
 * one for the short operations of agents and the desk, and one connection by which the desk watches the database and
 * renews its row. With a replica, agents read there, over as many connections again.
 */
export const openServer = async (
  {
    url,
    readUrl,
    poolSize = POOL_SIZE,
    agentPoolSize = AGENT_POOL_SIZE,
    onPoolWait,
    onReplica,
  }: ServerLocation,
  migrationsFolder: string,
  clock: Clock,
  announce: Announce,
): Promise<OpenStore> => {
  await migrateServer(url, migrationsFolder, announce);
  const { watch, cancel } = watchServer(url, clock);
  let answeredAt = 0;
  const gateOf = (name: string, size: number, onDone?: () => void): Gate =>
    createGate(size, clock, {
      longestMs: POOL_WAIT_MS,
      onWait: (seconds) => onPoolWait?.(name, seconds),
      onDone,
    });
  const noteAnswer = (): void => {
    answeredAt = clock.elapsed();
  };
  const open = (name: string, max: number) => {
    const gate = gateOf(name, max, noteAnswer);
    return { gate, ...openPool(url, clock, { max, session: LIMITS, cancel }) };
  };
  const pools = {
    visitors: open('visitors', poolSize),
    agents: open('agents', agentPoolSize),
    desk: open('desk', agentPoolSize),
  };
  const copy = readUrl === undefined ? undefined : openCopy(readUrl, clock, agentPoolSize, gateOf);
  const replica =
    copy &&
    createReplica({
      clock,
      onPrimary: (query) => pools.desk.gate.run(() => query(pools.desk.db)),
      db: copy.watch.db,
      reads: readsOf(copy.pool),
      onState: onReplica,
    });
  const close = async (): Promise<void> => {
    const ofCopy = copy ? [copy.watch, copy.pool] : [];
    await Promise.all([watch, ...ofCopy, ...Object.values(pools)].map((pool) => pool.end()));
  };
  /** A search without an index keeps a core of the server busy. They leave room for lists, and for visitors. */
  const searches = createGate(Math.max(1, Math.floor(agentPoolSize / SEARCH_SHARE)), clock, {
    longestMs: POOL_WAIT_MS,
  });
  const operationsOf = (party: Party): Operations => {
    const [reading, changing] = POOLS[party];
    const own = readsOf(pools[reading]);
    const reads = party === 'agents' && replica ? replica.before(own) : own;
    return {
      ...reads,
      inbox: (page, signal) => {
        const read = () => reads.inbox(page, signal);
        return page.search === undefined ? read() : searches.run(read, signal);
      },
      transaction: (work) => pools[changing].gate.run(() => pools[changing].transaction(work)),
    };
  };
  try {
    const identity = await identityOf(watch.db);
    const store = createSqlStore(watch.db, await readDesk(watch.db), watch.transaction, close);
    return {
      ...store,
      ...operationsOf('visitors'),
      for: operationsOf,
      nodes: createNodes(watch.db),
      identity: `${store.logId} ${identity}`,
      pools: Object.fromEntries(
        Object.entries(copy ? { ...pools, replica: copy.pool } : pools).map(([name, { gate }]) => [
          name,
          gate,
        ]),
      ),
      replica,
      answeredAt: () => answeredAt,
      maintain: async () => undefined,
      buildIndexes: (signal, pauseMs) =>
        buildIndexes(url, announce, { signal, cancel, after: clock.after, pauseMs }),
    };
  } catch (error) {
    await close();
    throw error;
  }
};
