import { count, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from './schema';
import type { Database } from './sqlReads';

/** Rows in one statement; PostgreSQL takes 65,535 values in one. */
const CHUNK = 500;

const tables = Object.values<unknown>(schema).filter((one): one is PgTable => is(one, PgTable));

const neededBy = (table: PgTable): PgTable[] =>
  getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable);

/** Each table after those that its rows refer to. */
const inOrder = (left: readonly PgTable[], done: PgTable[] = []): PgTable[] => {
  const ready = left.filter((table) => neededBy(table).every((one) => one === table || done.includes(one)));
  if (ready.length === 0) return done;
  return inOrder(
    left.filter((table) => !ready.includes(table)),
    [...done, ...ready],
  );
};

/** The database to copy to has rows already. */
export class NotEmpty extends Error {}

/**
 * Copies all rows of a database into an empty one with the same tables: all of them, or none.
 * @returns how many rows each table has
 * @throws NotEmpty
 */
export const copyRows = (from: Database, to: Database): Promise<Record<string, number>> =>
  to.transaction(async (tx) => {
    const copied: Record<string, number> = {};
    for (const table of inOrder(tables)) {
      const { name } = getTableConfig(table);
      const [held] = await tx.select({ rows: count() }).from(table);
      if (held?.rows) throw new NotEmpty(name);
      const rows = await from.select().from(table);
      for (let at = 0; at < rows.length; at += CHUNK)
        await tx.insert(table).values(rows.slice(at, at + CHUNK));
      copied[name] = rows.length;
    }
    return copied;
  });
