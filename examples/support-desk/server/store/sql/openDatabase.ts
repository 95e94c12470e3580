import { constants, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import type { Store } from '../store';
import { CONNECT_TIMEOUT_SECONDS, MIGRATION_LOCK } from './connecting';
import { maintain } from './maintain';
import { createPace, type Pace } from './pace';
import type { Database } from './sqlReads';
import { createSqlStore } from './sqlStore';
import { readDesk } from './sqlWrites';

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

const POOL_SIZE = 10;

/** Where the data is: a folder for the embedded engine, or a PostgreSQL address. */
export type DatabaseLocation = { folder: string } | { url: string };

/** An open store with the engine's maintenance. */
export type OpenStore = Store & {
  /** On PGlite, does the work of autovacuum. PostgreSQL has its own. */
  maintain(): Promise<void>;
  /**
   * On PGlite, copies the database's files to a new folder. Other operations wait meanwhile, so that the copy has all that
   * was committed before. On PostgreSQL, which gives others a snapshot itself, this is missing.
   */
  copyTo?(folder: string): Promise<void>;
};

/** PGlite options: 16 MB of buffers keep its memory near 200 MB; the default takes 300 MB. */
export const ENGINE = { postgresqlconf: ['shared_buffers = 16MB'] };

/**
 * The database's folder, created when missing. It is created under another name and then renamed, so that a
 * process killed meanwhile leaves no incomplete database.
 */
const databaseFolder = async (folder: string, make: (dataDir: string) => Promise<void>): Promise<string> => {
  const dataDir = join(folder, 'database');
  if (existsSync(dataDir)) return dataDir;
  const unfinished = join(folder, 'database.unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  await make(unfinished);
  renameSync(unfinished, dataDir);
  return dataDir;
};

/** Paces all operations of an engine. Those within a transaction belong to it. */
const paceEngine = (client: PGlite): Pace => {
  const query: PGlite['query'] = client.query.bind(client);
  const transaction: PGlite['transaction'] = client.transaction.bind(client);
  const pace = createPace();
  client.query = (...input) => pace(() => query(...input));
  client.transaction = (work) => pace(() => transaction(work));
  return pace;
};

const openEmbedded = async (folder: string): Promise<OpenStore> => {
  const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ]);
  const make = async (dataDir: string) => (await PGlite.create({ dataDir, ...ENGINE })).close();
  const dataDir = await databaseFolder(folder, make);
  const client = await PGlite.create({ dataDir, ...ENGINE });
  const migrated = drizzle(client);
  await migrate(migrated, { migrationsFolder });
  const pace = paceEngine(client);
  const db = migrated as unknown as Database;
  const store = createSqlStore(db, await readDesk(db), () => client.close());
  return {
    ...store,
    maintain: () => maintain(client),
    copyTo: (copy) => pace(() => cp(dataDir, copy, { recursive: true, mode: constants.COPYFILE_FICLONE })),
  };
};

const openServer = async (url: string): Promise<OpenStore> => {
  const [{ default: postgres }, { drizzle }, { migrate }] = await Promise.all([
    import('postgres'),
    import('drizzle-orm/postgres-js'),
    import('drizzle-orm/postgres-js/migrator'),
  ]);
  const options = { connect_timeout: CONNECT_TIMEOUT_SECONDS, onnotice: () => undefined };
  // A separate connection, because it holds the lock. Several processes may start at once.
  const admin = postgres(url, { ...options, max: 1 });
  try {
    // A time limit of the address is for the desk's requests. A migration may take longer, or wait for another one.
    await admin`set statement_timeout = 0`;
    await admin`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(admin), { migrationsFolder });
  } finally {
    await admin.end({ timeout: 1 });
  }
  const client = postgres(url, { ...options, max: POOL_SIZE });
  const db = drizzle(client) as unknown as Database;
  const store = createSqlStore(db, await readDesk(db), () => client.end({ timeout: 1 }));
  return { ...store, maintain: async () => undefined };
};

/**
 * Opens the embedded or the server database as a store and migrates its schema.
 * @throws the engine's own error when the folder cannot be written or the server cannot be reached
 */
export const openDatabase = (location: DatabaseLocation): Promise<OpenStore> =>
  'url' in location ? openServer(location.url) : openEmbedded(location.folder);
