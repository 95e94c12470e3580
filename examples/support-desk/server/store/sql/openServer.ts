import type { Options, PostgresType } from 'postgres';
import type { Reads } from '../store';
import { makeCancellable, repeatEnded, withSignal } from './cancelling';
import { CONNECT_TIMEOUT_SECONDS, MIGRATION_LOCK } from './connecting';
import { createGate, type Gate } from './gate';
import { createNodes } from './nodeRows';
import type { OpenStore, ServerLocation } from './openStore';
import { type Announce, makeSearchIndexes } from './searchIndexes';
import { createReads, type Database } from './sqlReads';
import { createSqlStore } from './sqlStore';
import { readDesk } from './sqlWrites';

/** PostgreSQL ends a statement of a request after this time, and the transaction of a process that stands still. */
const STATEMENT_MS = 15_000;
/** How long a request waits for a connection. */
const POOL_WAIT_MS = 10_000;
/** The longest pause between two tries to connect; the library's own grows to 20 s. */
const MAX_BACKOFF_SECONDS = 1;

/** One in so many of the agents' connections runs searches. */
const SEARCH_SHARE = 4;

export const POOL_SIZE = 10;
export const AGENT_POOL_SIZE = 4;

/** What agents read and no visitor waits for: lists, searches and reports. */
const AGENT_READS = ['inbox', 'askedConversations', 'blips', 'errorReports', 'campaignFigures'] as const;

const backoff = (tries: number): number => Math.min(0.05 * 2 ** tries, MAX_BACKOFF_SECONDS);

const CONNECTING: Options<Record<string, PostgresType>> = {
  connect_timeout: CONNECT_TIMEOUT_SECONDS,
  backoff,
  onnotice: () => undefined,
};

/** Parameters of a session; those in the address win. */
const LIMITS = {
  statement_timeout: STATEMENT_MS,
  idle_in_transaction_session_timeout: STATEMENT_MS,
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
  const [{ default: postgres }, { drizzle }, { migrate }] = await Promise.all([
    import('postgres'),
    import('drizzle-orm/postgres-js'),
    import('drizzle-orm/postgres-js/migrator'),
  ]);
  // A separate connection, because it holds the lock. Several processes may start at once.
  const admin = postgres(url, { ...CONNECTING, max: 1 });
  try {
    // A time limit of the address is for the desk's requests. A migration may take longer, or wait for another one.
    await admin`set statement_timeout = 0`;
    await admin`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const db = drizzle(admin);
    await migrate(db, { migrationsFolder });
    await makeSearchIndexes(db as unknown as Database, announce);
  } finally {
    await admin.end({ timeout: 1 });
  }
};

/**
 * Opens a store on a PostgreSQL server, with three pools: agents' lists, searches and reports; everything else; and one
 * connection by which the desk watches the database and says that it is there.
 */
export const openServer = async (
  { url, poolSize = POOL_SIZE, agentPoolSize = AGENT_POOL_SIZE, onPoolWait }: ServerLocation,
  migrationsFolder: string,
  announce: Announce,
): Promise<OpenStore> => {
  await migrateServer(url, migrationsFolder, announce);
  const [{ default: postgres }, { drizzle }] = await Promise.all([
    import('postgres'),
    import('drizzle-orm/postgres-js'),
  ]);
  const open = (max: number) => postgres(url, { ...CONNECTING, connection: LIMITS, max });
  const [client, agentClient, watch] = [open(poolSize), open(agentPoolSize), open(1)];
  makeCancellable(agentClient);
  const close = async (): Promise<void> => {
    await Promise.all([client, agentClient, watch].map((one) => one.end({ timeout: 1 })));
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
    const db = drizzle(client) as unknown as Database;
    const agentReads = createReads(drizzle(agentClient) as unknown as Database);
    /** A search that ends may end another read of the same connection. */
    const runForAgents = <T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
      pools.agents.run(() => repeatEnded(read, signal, () => performance.now()), signal);
    const agents = madeBy(runForAgents, agentReads);
    const store = createSqlStore(db, await readDesk(db), close);
    const inbox: Reads['inbox'] = (page, signal) => {
      const read = () => runForAgents(() => withSignal(signal, () => agentReads.inbox(page)), signal);
      return page.search === undefined ? read() : searches.run(read, signal);
    };
    return {
      ...store,
      ...madeBy(pools.rest.run, createReads(db)),
      ...Object.fromEntries(AGENT_READS.map((name) => [name, agents[name]])),
      inbox,
      transaction: (work) => pools.rest.run(() => store.transaction(work)),
      ping: async () => {
        await watch`select 1`;
      },
      nodes: createNodes(drizzle(watch) as unknown as Database),
      pools,
      answeredAt: () => answeredAt,
      maintain: async () => undefined,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
