import { drizzle } from 'drizzle-orm/node-postgres';
import pg, { type Client, type PoolClient } from 'pg';
import type { Clock } from '../../process/clock';
import { codeOf } from '../../process/errorCode';
import type { Store } from '../store';
import { type Address, readAddress } from './address';
import { endedBySignal } from './cancelling';
import { CONNECTING, type Queries, queriesOf, startSession, throwWithCode } from './connecting';
import type { Database } from './database';
import { together } from './together';
import { createTransactions, type Transactions } from './transactions';

/** Connections to a PostgreSQL server, made on demand. */
export type ServerPool = {
  /** Its queries, and its transactions, each have a connection. */
  db: Database;
  /** Runs work in a transaction of a connection, which has its own operations. */
  transaction: Store['transaction'];
  /** Ends the connections, after a second even those in use. */
  end(): Promise<void>;
};

type PoolOptions = {
  /** The most connections. */
  max: number;
  /** Parameters of a session; those in the address win. */
  session: Address['session'];
  /** Cancels what a process of the server is doing. Without it, queries continue when their signal aborts. */
  cancel?: (pid: number) => Promise<unknown>;
  /** How long a query waits for its answer; by default, as long as the connection lasts. */
  queryMs?: number;
};

const END_MS = 1000;
/** The server has no connection left. */
const TOO_MANY = '53300';
/** How long a pool requests no more connections than it got. */
const CONTENT_MS = 10_000;
/** The server has become a replica. Its name may lead to the new primary, but a connection does not. */
const READ_ONLY = '25006';
/** A pool behind a balancer finds added servers. */
const MAX_AGE_SECONDS = 2700;

/** Ends a connection whatever it is doing. `end` would wait for that. */
const cut = (client: Client): void => {
  client.connection.stream.destroy();
};

const drizzleOn = (queries: Queries): Database =>
  drizzle(queries as unknown as PoolClient) as unknown as Database;

/** @throws what `readAddress` throws */
export const openPool = (
  url: string,
  { elapsed, after }: Clock,
  { max, session, cancel, queryMs }: PoolOptions,
): ServerPool => {
  const address = readAddress(url);
  /** With the server's process id of each, once known. */
  const open = new Map<Client, number | undefined>();
  const start = async (client: Client): Promise<void> => {
    // It also fails the pending query, and leaves the pool.
    client.on('error', () => undefined);
    client.once('end', () => open.delete(client));
    open.set(client, undefined);
    open.set(client, await startSession(queriesOf(client), { ...session, ...address.session }));
  };
  const pool = new pg.Pool({
    ...CONNECTING,
    ...address.connection,
    max,
    query_timeout: queryMs,
    pipeline: true,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: MAX_AGE_SECONDS,
    onConnect: (client) => start(client as Client),
  });
  pool.on('error', () => undefined);

  let contentUntil = 0;
  /** If a server has no more connections, a pool keeps those that it has. */
  const connect = async (): Promise<PoolClient> => {
    if (elapsed() >= contentUntil) pool.options.max = max;
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await pool.connect();
      } catch (error) {
        // Others may be connecting at this moment. A second attempt waits for them, and fails only if they do.
        if (codeOf(error) !== TOO_MANY || (open.size === 0 && !isFirst)) throw error;
        pool.options.max = Math.max(open.size, 1);
        contentUntil = elapsed() + CONTENT_MS;
      }
    }
  };
  const use = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await connect().catch(throwWithCode);
    let isDemoted = false;
    try {
      return await work(client);
    } catch (error) {
      isDemoted = codeOf(error) === READ_ONLY;
      throw error;
    } finally {
      // A transaction that could not be rolled back ends with its connection.
      client.release(isDemoted || client.getTransactionStatus() !== 'I');
    }
  };
  const cancelOf = (client: PoolClient) => async (): Promise<void> => {
    const pid = open.get(client);
    // An unanswered request may still arrive.
    if (pid !== undefined) await cancel?.(pid).catch(() => cut(client));
  };
  const query: Queries['query'] = (text, values) =>
    use((client) => {
      const run = () => queriesOf(client).query(text, values);
      return cancel ? endedBySignal(run, cancelOf(client)) : run();
    });
  const known = new WeakMap<PoolClient, Transactions>();
  const transactionsOf = (client: PoolClient): Transactions => {
    const queries = together(client);
    const made = known.get(client) ?? createTransactions(queries, drizzleOn(queries));
    known.set(client, made);
    return made;
  };
  const transaction: Store['transaction'] = (work) => use((client) => transactionsOf(client)(work));

  return {
    // drizzle's own keeps a connection forever if its `begin` failed.
    db: Object.assign(drizzleOn({ query }), {
      transaction: ((work, config) =>
        use((client) => drizzleOn(queriesOf(client)).transaction(work, config))) as Database['transaction'],
    }),
    transaction,
    end: async () => {
      const cancelCut = after(END_MS, () => {
        for (const client of open.keys()) cut(client);
      });
      await pool.end();
      cancelCut();
    },
  };
};
