import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg, { type Client } from 'pg';
import type { Store } from '../store';
import type { Queries } from './connecting';
import type { Database } from './database';
import { EngineStream } from './engineStream';
import type { Pace } from './pace';
import { together } from './together';
import { createTransactions } from './transactions';

/** The one session of an embedded engine. Its operations run one after another. */
type EmbeddedSession = {
  /** Its queries, and its transactions, are operations. */
  db: Database;
  transaction: Store['transaction'];
  /** Ends the session once the pending operations are done. */
  end(): Promise<void>;
};

const connectTo = async (engine: PGlite): Promise<Client> => {
  const client = new pg.Client({
    stream: () => new EngineStream(engine),
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    pipeline: true,
  });
  // Pending operations fail too.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

const drizzleOn = (queries: Queries): Database =>
  drizzle(queries as unknown as Client) as unknown as Database;

/**
 * Uses an engine like a server: statements keep their plans, and the queries of one turn take one call of the engine.
 * Its own `query` makes six calls for each, and plans each time.
 * @param pace keeps everything else from using the engine during an operation
 */
export const openSession = async (engine: PGlite, pace: Pace): Promise<EmbeddedSession> => {
  let client = await connectTo(engine);
  let { query } = together(client);
  let hasFailed = false;
  const watch = (): void => void client.once('error', () => (hasFailed = true));
  watch();
  /** After a failure of the engine itself, the next operation begins with a fresh session. */
  const renew = async (): Promise<void> => {
    client = await connectTo(engine);
    await client.query('rollback; deallocate all');
    ({ query } = together(client));
    hasFailed = false;
    watch();
  };
  const operation = <T>(work: () => Promise<T>): Promise<T> =>
    pace(async () => {
      if (hasFailed) await renew();
      return work();
    });
  const queries: Queries = { query: (text, values) => query(text, values) };
  const within = drizzleOn(queries);
  const transaction = createTransactions(queries, within);
  return {
    db: Object.assign(drizzleOn({ query: (text, values) => operation(() => query(text, values)) }), {
      transaction: ((work, config) =>
        operation(() => within.transaction(work, config))) as Database['transaction'],
    }),
    transaction: (work) => operation(() => transaction(work)),
    end: () => pace(() => client.end()),
  };
};
