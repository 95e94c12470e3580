import { sql } from 'drizzle-orm';
import type { Database } from './database';

/** The tables with more dead or changed rows than PostgreSQL's autovacuum would tolerate. */
const DUE = sql<{ name: string }>`
  select format('%I.%I', schemaname, relname) as name
  from pg_stat_all_tables
  where schemaname <> 'pg_toast'
    and (n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup)`;

/**
 * Does the work of autovacuum, which PGlite lacks: frees dead rows, and updates the planner's statistics of a table.
 * Handles one table at a time, because the whole database may take half a second, which blocks everything else.
 */
export const maintain = async (db: Database): Promise<void> => {
  // The engine counts changed rows up to a second late.
  await db.execute(sql`select pg_stat_force_next_flush()`);
  const { rows } = (await db.execute(DUE)) as unknown as { rows: { name: string }[] };
  for (const { name } of rows) await db.execute(sql.raw(`vacuum (analyze) ${name}`));
};
