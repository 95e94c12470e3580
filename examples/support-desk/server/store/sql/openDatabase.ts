import { constants, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { Clock } from '../../process/clock';
import { readDesk } from './deskValues';
import { openSession } from './embeddedSession';
import { type Announce, makeIndexes } from './indexes';
import { maintain } from './maintain';
import { createNodes } from './nodeRows';
import type { DatabaseLocation, OpenStore } from './openStore';
import { createPace } from './pace';
import { createSearchTurns } from './searchTurns';
import { createSqlStore } from './sqlStore';

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * PGlite options: 16 MB of buffers keep its memory near 200 MB; the default takes 300 MB. A database with the search
 * index needs the extension each time it is opened.
 */
export const ENGINE = { postgresqlconf: ['shared_buffers = 16MB'], extensions: { pg_trgm } };

/**
 * The database's folder, created if missing. It is created under another name and then renamed, so that a killed
 * process leaves no incomplete database.
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

const openEmbedded = async (folder: string, clock: Clock, announce: Announce): Promise<OpenStore> => {
  const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ]);
  const make = async (dataDir: string) => (await PGlite.create({ dataDir, ...ENGINE })).close();
  const dataDir = await databaseFolder(folder, make);
  const client = await PGlite.create({ dataDir, ...ENGINE });
  await migrate(drizzle(client), { migrationsFolder });
  const pace = createPace();
  const { db, transaction, end } = await openSession(client, pace);
  await makeIndexes(db, announce);
  const store = createSqlStore(db, await readDesk(db), transaction, async () => {
    await end();
    await client.close();
  });
  const search = createSearchTurns(store.inbox, clock);
  return {
    ...store,
    inbox: (page, signal) => (page.search === undefined ? store.inbox(page) : search(page, signal)),
    nodes: createNodes(db),
    identity: `${store.logId} embedded`,
    pools: {},
    answeredAt: clock.elapsed,
    maintain: () => maintain(db),
    buildIndexes: async () => undefined,
    copyTo: (copy) => pace(() => cp(dataDir, copy, { recursive: true, mode: constants.COPYFILE_FICLONE })),
  };
};

/**
 * Opens the embedded or the server database as a store and migrates its schema.
 * @param announce called for slow steps and missing parts
 * @throws the engine's own error if the folder is not writable, or one with a code if the server cannot be reached
 */
export const openDatabase = async (
  location: DatabaseLocation,
  clock: Clock,
  announce: Announce = {},
): Promise<OpenStore> => {
  if (!('url' in location)) return openEmbedded(location.folder, clock, announce);
  const { openServer } = await import('./openServer');
  return openServer(location, migrationsFolder, clock, announce);
};
