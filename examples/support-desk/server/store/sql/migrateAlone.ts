import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Client } from 'pg';
import type { Connection } from './connecting';

/**
 * The advisory lock for this desk's migrations: an arbitrary number, unlikely to be used by other programs.
 */
const MIGRATION_LOCK = 7_046_028;

/**
 * Migrates the schema of a PostgreSQL database. Several processes may do so at once: one waits for the other.
 */
export const migrateAlone = async (connection: Connection, migrationsFolder: string): Promise<void> => {
  const db = drizzle(connection as unknown as Client);
  await connection.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await migrate(db, { migrationsFolder });
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
};
