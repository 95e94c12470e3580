import { sql } from 'drizzle-orm';
import type { Reads } from '../store';
import { withSignal } from './cancelling';
import { connect } from './connecting';
import { readDesk } from './deskValues';
import { createGate, type Gate } from './gate';
import { migrateAlone } from './migrateAlone';
import { createNodes } from './nodeRows';
import type { OpenStore, ServerLocation } from './openStore';
import { type Announce, makeSearchIndexes } from './searchIndexes';
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

/** What agents read and no visitor waits for: who they are, lists, searches and reports. */
const AGENT_READS = [
  'agentSessionByHash',
  'apiKeyByHash',
  'inbox',
  'askedConversations',
  'ratings',
  'blips',
  'errorReports',
  'campaignFigures',
] as const;

/** Parameters of a session; those in the address win. */
const LIMITS = {
  statement_timeout: `${STATEMENT_MS}`,
  idle_in_transaction_session_timeout: `${STATEMENT_MS}`,
};

/** Makes all reads in this way. */
const madeBy = (run: <T>(read: () => Promise<T>) => Promise<T>, reads: Reads): Reads =>
  Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [
      name,
      (...input: unknown[]) => run(() => (read as (...args: unknown[]) => Promise<unknown>)(...input)),
    ]),
  ) as unknown as Reads;

const migrateServer = async (url: string, migrationsFolder: string, announce: Announce): Promise<void> => {
  const connection = await connect(url);
  try {
    await migrateAlone(connection, migrationsFolder, (db) => makeSearchIndexes(db, announce));
  } finally {
    await connection.end();
  }
};

/**
 * Opens a store on a PostgreSQL server, with three pools: agents' sessions, lists, searches and reports; everything else; and one
 * connection by which the desk watches the database and says that it is there.
 */
export const openServer = async (
  { url, poolSize = POOL_SIZE, agentPoolSize = AGENT_POOL_SIZE, onPoolWait }: ServerLocation,
  migrationsFolder: string,
  announce: Announce,
): Promise<OpenStore> => {
  await migrateServer(url, migrationsFolder, announce);
  const watch = openPool(url, { max: 1, session: LIMITS });
  const rest = openPool(url, { max: poolSize, session: LIMITS });
  const forAgents = openPool(url, {
    max: agentPoolSize,
    session: LIMITS,
    cancel: (pid) => watch.db.execute(sql`select pg_cancel_backend(${pid}::int)`),
  });
  const close = async (): Promise<void> => {
    await Promise.all([rest, forAgents, watch].map((pool) => pool.end()));
  };
  let answeredAt = 0;
  const gateOf = (pool: string, size: number): Gate =>
    createGate(size, {
      longestMs: POOL_WAIT_MS,
      onWait: (seconds) => onPoolWait?.(pool, seconds),
      onDone: () => {
        answeredAt = performance.now();
      },
    });
  const pools = { rest: gateOf('rest', poolSize), agents: gateOf('agents', agentPoolSize) };
  /** One without an index keeps a core of the server busy. They leave room for lists, and for what visitors do. */
  const searches = createGate(Math.max(1, Math.floor(agentPoolSize / SEARCH_SHARE)), {
    longestMs: POOL_WAIT_MS,
  });
  try {
    const { db } = rest;
    const agentReads = createReads(forAgents.db);
    const agents = madeBy(pools.agents.run, agentReads);
    const store = createSqlStore(db, await readDesk(db), close);
    const inbox: Reads['inbox'] = (page, signal) => {
      const read = () => pools.agents.run(() => withSignal(signal, () => agentReads.inbox(page)), signal);
      return page.search === undefined ? read() : searches.run(read, signal);
    };
    return {
      ...store,
      ...madeBy(pools.rest.run, createReads(db)),
      ...Object.fromEntries(AGENT_READS.map((name) => [name, agents[name]])),
      inbox,
      transaction: (work) => pools.rest.run(() => store.transaction(work)),
      ping: async () => {
        await watch.db.execute(sql`select 1`);
      },
      nodes: createNodes(watch.db),
      pools,
      answeredAt: () => answeredAt,
      maintain: async () => undefined,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
