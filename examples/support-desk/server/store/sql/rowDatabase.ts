import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import { drizzle as drizzleServer } from 'drizzle-orm/postgres-js';
import { migrate as migrateServer } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { CONNECT_TIMEOUT_SECONDS, MIGRATION_LOCK } from './connecting';
import { ENGINE, migrationsFolder } from './openDatabase';
import type { Session } from './rows';
import { withMigrationsUpTo } from './schemaVersion';

/** A database whose rows are copied as they are. */
export type RowDatabase = {
  /** Runs `work` on one state of the database, whatever others write meanwhile. */
  read<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Runs `work` in one transaction. */
  write<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Migrates the schema to the newest version. */
  migrate(): Promise<void>;
  /** Migrates the schema of an empty database to a version. */
  migrateTo(version: string): Promise<void>;
  close(): Promise<void>;
};

/** @param folder of PGlite itself; nothing else may use it. An empty folder becomes a database */
export const openEmbeddedRows = async (folder: string): Promise<RowDatabase> => {
  const client = await PGlite.create({ dataDir: folder, ...ENGINE });
  const migrate = (from: string) => migrateEmbedded(drizzleEmbedded(client), { migrationsFolder: from });
  const transaction = <T>(work: (session: Session) => Promise<T>): Promise<T> =>
    client.transaction((tx) =>
      work(async (text, values) => (await tx.query<Record<string, unknown>>(text, values)).rows),
    );
  return {
    read: transaction,
    write: transaction,
    migrate: () => migrate(migrationsFolder),
    migrateTo: (version) => withMigrationsUpTo(migrationsFolder, version, migrate),
    close: () => client.close(),
  };
};

/** @throws the driver's own error when the server cannot be reached */
export const openServerRows = async (url: string): Promise<RowDatabase> => {
  const client = postgres(url, {
    max: 1,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    onnotice: () => undefined,
  });
  // The time limits of the address are for the desk's requests.
  const unhurried = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0';
  await client.unsafe(unhurried).catch(async (error: unknown) => {
    await client.end({ timeout: 1 });
    throw error;
  });
  const transaction = async <T>(mode: string, work: (session: Session) => Promise<T>): Promise<T> =>
    (await client.begin(mode, (tx) =>
      work(async (text, values) => [...(await tx.unsafe(text, values as never[]))]),
    )) as T;
  const migrate = async (from: string): Promise<void> => {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    try {
      await migrateServer(drizzleServer(client), { migrationsFolder: from });
    } finally {
      await client`select pg_advisory_unlock(${MIGRATION_LOCK})`;
    }
  };
  return {
    read: (work) => transaction('isolation level repeatable read read only', work),
    write: (work) => transaction('', work),
    migrate: () => migrate(migrationsFolder),
    migrateTo: (version) => withMigrationsUpTo(migrationsFolder, version, migrate),
    close: () => client.end({ timeout: 1 }),
  };
};
