import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Client } from 'pg';
import type { Connection } from './connecting';

/**
 * The advisory lock for this desk's migrations: an arbitrary number, unlikely to be used by other programs.
 */
const MIGRATION_LOCK = 7_046_028;

/** Takes the lock. @param onWait called if another process has it */
export const lockMigrations = async (
  connection: Pick<Connection, 'query'>,
  onWait?: () => void,
): Promise<void> => {
  const { rows } = await connection.query('select pg_try_advisory_lock($1) as locked', [MIGRATION_LOCK]);
  if (rows[0]?.locked) return;
  onWait?.();
  await connection.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
};

/**
 * Migrates the schema of a PostgreSQL database. Several processes may do so at once: one waits for the other.
 * @param onWait called if it waits
 */
export const migrateAlone = async (
  connection: Connection,
  migrationsFolder: string,
  onWait?: () => void,
): Promise<void> => {
  const db = drizzle(connection as unknown as Client);
  await lockMigrations(connection, onWait);
  try {
    await migrate(db, { migrationsFolder });
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
};
