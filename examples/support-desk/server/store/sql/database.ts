import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** The drizzle handle of either engine, or of a transaction. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;
