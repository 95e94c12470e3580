import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { FolderInUse, lockFolder } from './folderLock';
import { copyRows, NotEmpty } from './store/sql/copyRows';
import { databaseProblem } from './store/sql/databaseProblem';
import { ENGINE, migrationsFolder } from './store/sql/openDatabase';
import type { Database } from './store/sql/sqlReads';

/**
 * Copies the embedded database of a stopped desk into an empty PostgreSQL database. The folder is left as it is.
 * `npx tsx examples/support-desk/server/toPostgres.ts DATA_DIR DATABASE_URL`
 */

/** Ends the copy with one sentence for the operator. */
class Refused extends Error {}

const copy = async (dataDir: string, url: string): Promise<Record<string, number>> => {
  const folder = join(dataDir, 'database');
  if (!existsSync(folder)) throw new Refused(`There is no embedded database in ${dataDir}.`);
  const lock = await lockFolder(dataDir);
  const client = await PGlite.create({ dataDir: folder, ...ENGINE });
  const server = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const from = drizzlePglite(client);
    await migratePglite(from, { migrationsFolder });
    const to = drizzle(server);
    await migrate(to, { migrationsFolder });
    return await copyRows(from as unknown as Database, to as unknown as Database);
  } finally {
    await server.end({ timeout: 1 });
    await client.close();
    await lock.release();
  }
};

const sentenceOf = (error: unknown, url: string): string => {
  if (error instanceof Refused) return error.message;
  if (error instanceof FolderInUse) return 'The desk is still using this folder. Stop it first.';
  if (error instanceof NotEmpty) {
    return `The database is not empty: its table ${error.message} has rows. Nothing was copied.`;
  }
  return databaseProblem(url, error);
};

const main = async (): Promise<void> => {
  const [dataDir, url] = process.argv.slice(2);
  if (!dataDir || !url) {
    process.stderr.write('Usage: npx tsx examples/support-desk/server/toPostgres.ts DATA_DIR DATABASE_URL\n');
    process.exit(2);
  }
  try {
    const copied = await copy(resolve(dataDir), url);
    for (const [table, rows] of Object.entries(copied)) process.stdout.write(`${table}: ${rows}\n`);
  } catch (error) {
    process.stderr.write(`${sentenceOf(error, url)}\n`);
    process.exit(1);
  }
};

void main();
