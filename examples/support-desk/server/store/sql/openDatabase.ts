import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Store } from '../store';
import type { Database } from './sqlReads';
import { createSqlStore } from './sqlStore';
import { readLogId } from './sqlWrites';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number that no other program on the database uses: migrations of this desk take it as advisory lock. */
const MIGRATION_LOCK = 7_046_028;
const CONNECT_TIMEOUT_SECONDS = 5;
const POOL_SIZE = 10;

/** Where the rows live: a folder for the embedded engine (none: in memory), or a PostgreSQL address. */
export type DatabaseLocation = { folder?: string } | { url: string };

/** An open store, and the engine's own housekeeping, to be called now and then (see `maintain`). */
export type OpenStore = Store & {
  /** PGlite has no autovacuum: reclaims dead rows and refreshes the planner's statistics. Nothing on PostgreSQL. */
  maintain(): Promise<void>;
};

/** What PGlite may be given; 16 MB hold its memory near 200 MB where the default takes 300. */
const ENGINE = { postgresqlconf: ['shared_buffers = 16MB'] };

/**
 * The database's folder, made where there is none. It is made under another name and then renamed, so that a process
 * killed while making it leaves nothing half made behind.
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

const openEmbedded = async (folder: string | undefined): Promise<OpenStore> => {
  const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ]);
  const make = async (dataDir: string) => (await PGlite.create({ dataDir, ...ENGINE })).close();
  const client = await PGlite.create(
    folder === undefined ? ENGINE : { dataDir: await databaseFolder(folder, make), ...ENGINE },
  );
  const migrated = drizzle(client);
  await migrate(migrated, { migrationsFolder });
  const db = migrated as unknown as Database;
  const store = createSqlStore(db, await readLogId(db, randomUUID), () => client.close());
  return {
    ...store,
    maintain: async () => {
      await client.exec('VACUUM ANALYZE');
    },
  };
};

const openServer = async (url: string): Promise<OpenStore> => {
  const [{ default: postgres }, { drizzle }, { migrate }] = await Promise.all([
    import('postgres'),
    import('drizzle-orm/postgres-js'),
    import('drizzle-orm/postgres-js/migrator'),
  ]);
  const options = { connect_timeout: CONNECT_TIMEOUT_SECONDS, onnotice: () => undefined };
  // A connection of its own: the lock belongs to it, and several processes may start at once.
  const admin = postgres(url, { ...options, max: 1 });
  try {
    await admin`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(admin), { migrationsFolder });
  } finally {
    await admin.end({ timeout: 1 });
  }
  const client = postgres(url, { ...options, max: POOL_SIZE });
  const db = drizzle(client) as unknown as Database;
  const store = createSqlStore(db, await readLogId(db, randomUUID), () => client.end({ timeout: 1 }));
  return { ...store, maintain: async () => undefined };
};

/**
 * Opens either engine behind one store and brings its schema up to date.
 * @throws when the folder cannot be written or the server cannot be reached; the cause is the engine's own error
 */
export const openDatabase = (location: DatabaseLocation): Promise<OpenStore> =>
  'url' in location ? openServer(location.url) : openEmbedded(location.folder);
