import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import type { OpenStore } from '../../examples/support-desk/server/store/sql/openStore';
import { newFolder } from './folder';
import { openDatabase } from './openDatabase';

const EMPTY = fileURLToPath(new URL('../output/emptyDatabase', import.meta.url));

/**
 * Makes a database without tables, unless there is one. It takes seconds, and tests need many. Several
 * tests may do so at once: the first one's stays.
 */
const makeEmpty = async (): Promise<string> => {
  if (existsSync(EMPTY)) return EMPTY;
  mkdirSync(dirname(EMPTY), { recursive: true });
  const unfinished = mkdtempSync(`${EMPTY}.`);
  // The desk makes its own with as little memory.
  const client = await PGlite.create({
    dataDir: unfinished,
    postgresqlconf: ['shared_buffers = 16MB'],
  });
  await client.close();
  try {
    renameSync(unfinished, EMPTY);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(EMPTY)) throw error;
  }
  return EMPTY;
};

/** Puts an empty database into a desk's data folder, so that the desk does not have to make one. */
export const putEmptyDatabase = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  cpSync(await makeEmpty(), join(folder, 'database'), { recursive: true, preserveTimestamps: true });
};

/** Opens a new store on PGlite, in a folder of its own. The folder goes after all tests. */
export const openNewDatabase = async (): Promise<OpenStore> => {
  const folder = newFolder();
  await putEmptyDatabase(folder);
  return openDatabase({ folder });
};
