import { accessSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../process/clock';
import { giveToOwner } from '../process/dataFolder';
import { codeOf } from '../process/errorCode';
import { FolderInUse, type FolderLock, lockFolder } from '../process/folderLock';
import { databaseProblem } from '../store/sql/databaseProblem';
import { openEmbeddedRows, openServerRows, type RowDatabase } from '../store/sql/rowDatabase';
import { createDisk } from '../uploads/disk';
import { openUploads } from '../uploads/openUploads';
import type { S3Place } from '../uploads/s3Place';
import type { Uploads } from '../uploads/uploads';
import { borrowCopy } from './borrowCopy';
import { Refused } from './refused';

/** Where a desk stores its data. */
export type Place = { dataDir: string; databaseUrl?: string; s3?: S3Place };

/** Opens the storage of a desk's uploaded files. */
export const uploadsOf = ({ dataDir, s3 }: Place, clock: Clock): Promise<Uploads> =>
  openUploads(join(dataDir, 'uploads'), s3, createDisk(clock), clock.after);

/** Opens a database on a PostgreSQL server. @throws Refused */
export const openServer = async (url: string): Promise<RowDatabase> => {
  try {
    return await openServerRows(url);
  } catch (error) {
    throw new Refused(databaseProblem(url, error));
  }
};

/** @returns `undefined` while a desk runs */
export const tryLock = async (dataDir: string, { after }: Clock): Promise<FolderLock | undefined> => {
  try {
    return await lockFolder(dataDir, after);
  } catch (error) {
    if (error instanceof FolderInUse) return undefined;
    throw error;
  }
};

/** The embedded database, in the data folder. */
export const DATABASE = 'database';

/** The folder of the embedded database. @throws Refused if there is none */
export const embeddedFolder = (dataDir: string): string => {
  const folder = join(dataDir, DATABASE);
  try {
    accessSync(folder);
    return folder;
  } catch (error) {
    const code = codeOf(error);
    throw new Refused(
      code === 'ENOENT'
        ? `There is no database in ${dataDir}. Set DATA_DIR, and DATABASE_URL if there is one, as for the desk.`
        : `The folder ${folder} cannot be read (${code}). Run this as the desk's user.`,
    );
  }
};

/**
 * Opens the embedded database of a stopped desk, and keeps the desk from starting.
 * @param onInUse opens it in another way if a desk runs
 * @throws Refused
 */
export const openStopped = async (
  dataDir: string,
  clock: Clock,
  onInUse: () => Promise<RowDatabase>,
): Promise<RowDatabase> => {
  const folder = embeddedFolder(dataDir);
  const lock = await tryLock(dataDir, clock);
  if (!lock) return onInUse();
  try {
    const database = await openEmbeddedRows(folder);
    const close = async (): Promise<void> => {
      await database.close();
      giveToOwner(dataDir, DATABASE);
      await lock.release();
    };
    return { ...database, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
};

/** A current copy of a running desk's embedded database. */
const openRunning = async (dataDir: string): Promise<RowDatabase> => {
  const copy = await borrowCopy(dataDir);
  try {
    const database = await openEmbeddedRows(copy.folder);
    const close = async (): Promise<void> => {
      await database.close();
      copy.giveBack();
    };
    return { ...database, close };
  } catch (error) {
    copy.giveBack();
    throw error;
  }
};

/** Opens a desk's database for reading, whether the desk runs or not. @throws Refused */
export const openSource = ({ dataDir, databaseUrl }: Place, clock: Clock): Promise<RowDatabase> =>
  databaseUrl ? openServer(databaseUrl) : openStopped(dataDir, clock, () => openRunning(dataDir));
