import { createWriteStream, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../process/clock';
import { giveToOwner, RESTORING } from '../process/dataFolder';
import { lockFolder } from '../process/folderLock';
import { migrationsFolder } from '../store/sql/openDatabase';
import { openEmbeddedRows, type RowDatabase } from '../store/sql/rowDatabase';
import { putRows, type Session } from '../store/sql/rows';
import { knowsSchema } from '../store/sql/schemaVersion';
import { MAX_FILE_BYTES, type Uploads } from '../uploads/uploads';
import { rowsEntry, UPLOADS, uploadOf } from './format';
import { quietenRows, quietenSettings } from './quieten';
import { type Archive, readArchive } from './readArchive';
import { Refused, refuseIfAway } from './refused';
import { refuseFilled, refuseUsed, refuseUsedBucket, refuseUsedServer } from './refuseUsed';
import { openServer, type Place, uploadsOf } from './source';

const putAll = async (session: Session, archive: Archive): Promise<number> => {
  await refuseFilled(session);
  let all = 0;
  for (const { name, rows } of archive.manifest.tables) {
    const input = await archive.open(rowsEntry(name));
    const put = await putRows(session, name, createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }));
    if (put !== rows) throw new Error(`${name} has ${put} rows instead of ${rows}`);
    all += put;
  }
  return all;
};

const unpack = async (archive: Archive, start: string, folder: string): Promise<void> => {
  for (const name of archive.names(start)) {
    const path = join(folder, name.slice(start.length));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(
      await archive.open(name),
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    );
  }
};

/** Stores the uploads in a bucket. On an error, they are removed again. @returns removes them */
const storeUploads = async (archive: Archive, uploads: Uploads): Promise<() => Promise<void>> => {
  const stored: string[] = [];
  const undo = async (): Promise<void> => {
    for (const id of stored) await uploads.remove(id);
  };
  try {
    for (const name of archive.names(UPLOADS)) {
      const id = uploadOf(name);
      if (id === undefined) continue;
      stored.push(id);
      await uploads.receive(id, await archive.open(name), MAX_FILE_BYTES);
    }
    return undo;
  } catch (error) {
    await undo().catch(() => undefined);
    throw error;
  }
};

/**
 * Moves the restored files into the data folder, the database last: a desk without it has nothing else.
 * @returns undoes it
 */
const moveIn = (made: string, dataDir: string): (() => void) => {
  const names = readdirSync(made).sort((a, b) => Number(a === 'database') - Number(b === 'database'));
  for (const name of names) renameSync(join(made, name), join(dataDir, name));
  return () => {
    for (const name of names) rmSync(join(dataDir, name), { recursive: true, force: true });
  };
};

/** @param place moves the files to their place before the rows are committed: without files, there are no rows */
const fill = async (
  database: RowDatabase,
  archive: Archive,
  isCopy: boolean,
  place: () => () => void,
): Promise<number> => {
  await database.migrateTo(archive.manifest.schema);
  let undo = (): void => undefined;
  const rows = await database
    .write(async (session) => {
      const put = await putAll(session, archive);
      if (isCopy) await quietenRows(session);
      undo = place();
      return put;
    })
    .catch((error: unknown) => {
      undo();
      throw error;
    });
  await database.migrate();
  return rows;
};

/** The database to restore into. @param made the folder for an embedded one */
const openTarget = async (made: string, databaseUrl: string | undefined): Promise<RowDatabase> => {
  if (databaseUrl) return openServer(databaseUrl);
  const folder = join(made, 'database');
  mkdirSync(folder, { mode: 0o700 });
  return openEmbeddedRows(folder);
};

const restoreInto = async (
  { dataDir, databaseUrl, s3 }: Place,
  archive: Archive,
  clock: Clock,
  isCopy: boolean,
): Promise<number> => {
  const made = join(dataDir, RESTORING);
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true, mode: 0o700 });
  const database = await openTarget(made, databaseUrl);
  let undo = async (): Promise<void> => undefined;
  try {
    if (s3) undo = await storeUploads(archive, await uploadsOf({ dataDir: made, s3 }, clock));
    else await unpack(archive, UPLOADS, join(made, 'uploads'));
    await unpack(archive, 'files/', made);
    if (isCopy) quietenSettings(made);
    if (!databaseUrl) return await fill(database, archive, isCopy, () => () => undefined);
    return await fill(database, archive, isCopy, () => moveIn(made, dataDir));
  } catch (error) {
    await undo().catch(() => undefined);
    throw error;
  } finally {
    await database.close();
  }
};

/**
 * Restores a backup into an empty data folder and an empty database: with `databaseUrl` on a PostgreSQL server,
 * otherwise embedded in the folder. A copy, whose original may still run, gets no webhooks, no mail server, and nothing
 * to send.
 * @returns the number of rows and of uploads
 * @throws Refused
 */
export const restore = async (
  place: Place,
  file: string,
  clock: Clock,
  { isCopy = false } = {},
): Promise<{ rows: number; uploads: number }> => {
  const { dataDir, databaseUrl } = place;
  const archive = await readArchive(file);
  try {
    if (!knowsSchema(migrationsFolder, archive.manifest.schema)) {
      throw new Refused('The backup is of a newer version of the desk. Install that version first.');
    }
    refuseUsed(dataDir);
    if (databaseUrl) await refuseUsedServer(databaseUrl);
    if (place.s3) await refuseUsedBucket(place, clock).catch(refuseIfAway);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const lock = await lockFolder(dataDir, clock.after);
    try {
      const rows = await restoreInto(place, archive, clock, isCopy).catch(refuseIfAway);
      if (!databaseUrl) moveIn(join(dataDir, RESTORING), dataDir);
      giveToOwner(dataDir);
      return { rows, uploads: archive.names(UPLOADS).length };
    } finally {
      rmSync(join(dataDir, RESTORING), { recursive: true, force: true });
      await lock.release();
    }
  } finally {
    archive.close();
  }
};
