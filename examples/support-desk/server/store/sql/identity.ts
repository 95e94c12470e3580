import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './database';

/** Identifies a database of a server, and of its replicas. */
export const IDENTITY = sql`(select system_identifier from pg_control_system()) || ' ' || current_database()`;

/** The only row of a query's answer. */
export const rowOf = async <T>(db: Database, query: SQL): Promise<T> =>
  ((await db.execute(query)) as unknown as { rows: T[] }).rows[0] as T;

/** @returns only the name of the database, if the server does not identify it */
export const identityOf = async (db: Database): Promise<string> => {
  const ask = (identity: SQL) => rowOf<{ identity: string }>(db, sql`select ${identity} as identity`);
  return (await ask(IDENTITY).catch(() => ask(sql`current_database()`))).identity;
};
