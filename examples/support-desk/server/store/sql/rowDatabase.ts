import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import { connect } from './connecting';
import { migrateAlone } from './migrateAlone';
import { ENGINE, migrationsFolder } from './openDatabase';
import type { Session } from './rows';
import { withMigrationsUpTo } from './schemaVersion';

/** A database whose rows are copied unchanged. */
export type RowDatabase = {
  /** Runs `work` on a snapshot of the database, whatever others write. */
  read<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Runs `work` in one transaction. */
  write<T>(work: (session: Session) => Promise<T>): Promise<T>;
  migrate(): Promise<void>;
  /** Migrates the schema of an empty database to a version. */
  migrateTo(version: string): Promise<void>;
  close(): Promise<void>;
};

/** @param folder PGlite's own; nothing else may use it. An empty folder becomes a database */
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

/** @throws an error with a code if the server cannot be reached */
export const openServerRows = async (url: string): Promise<RowDatabase> => {
  const connection = await connect(url);
  const session: Session = async (text, values) => (await connection.query(text, values)).rows;
  const transaction = async <T>(mode: string, work: (session: Session) => Promise<T>): Promise<T> => {
    await session(`begin ${mode}`);
    try {
      const result = await work(session);
      await session('commit');
      return result;
    } catch (error) {
      // Without a connection, PostgreSQL rolls it back itself.
      await session('rollback').catch(() => undefined);
      throw error;
    }
  };
  const migrate = (from: string): Promise<void> => migrateAlone(connection, from);
  return {
    read: (work) => transaction('isolation level repeatable read read only', work),
    write: (work) => transaction('', work),
    migrate: () => migrate(migrationsFolder),
    migrateTo: (version) => withMigrationsUpTo(migrationsFolder, version, migrate),
    close: () => connection.end(),
  };
};
