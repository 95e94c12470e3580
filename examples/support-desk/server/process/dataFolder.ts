import {
  accessSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fitsHeader } from '../model/tokens';
import type { Clock } from './clock';
import { codeOf } from './errorCode';
import { FolderInUse, type FolderLock, lockFolder } from './folderLock';
import { StartError } from './startError';

/** Creates the desk's folder if it is missing. @throws StartError if it is not writable */
export const prepareFolder = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${codeOf(error)}). Set DATA_DIR to a folder that can.`,
    );
  }
};

/** Gives root's own files in a folder to another owner. Targets of links keep theirs. */
const giveWithin = (folder: string, uid: number, gid: number): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveWithin(path, uid, gid);
    const { uid: owner, nlink } = lstatSync(path);
    if (owner === 0 && (entry.isDirectory() || (entry.isFile() && nlink === 1))) lchownSync(path, uid, gid);
  }
};

/**
 * Gives files that root created in the data folder to the folder's owner: another user's desk could not open them.
 * @param part a folder in it, for everything inside
 */
export const giveToOwner = (dataDir: string, part = ''): void => {
  const { uid, gid } = statSync(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) return;
  const folder = join(dataDir, part);
  if (lstatSync(folder).isDirectory() || part === '') giveWithin(folder, uid, gid);
};

/** A file in a folder that this process cannot change. */
export const foreignFile = (folder: string): string | undefined =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.R_OK | constants.W_OK);
        return false;
      } catch {
        return true;
      }
    });

/**
 * The agents' token that an older version of the desk stored in the folder.
 * @throws StartError
 */
export const storedToken = (dataDir: string): string | undefined => {
  const path = join(dataDir, 'agent-token');
  try {
    if (!existsSync(path)) return undefined;
    const kept = readFileSync(path, 'utf8').trim();
    if (!kept) throw new StartError(`${path} is empty. Remove it, or set AGENT_TOKEN.`);
    if (!fitsHeader(kept))
      throw new StartError(`${path} has no usable token. Remove it, or set AGENT_TOKEN.`);
    return kept;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The agents' token in ${path} cannot be read (${codeOf(error)}).`);
  }
};

/** A restore's temporary folder. It remains only if the restore was killed. */
export const RESTORING = 'restore.unfinished';

/** Keeps a desk from silently creating a new database beside an unfinished restore. @throws StartError */
export const refuseUnfinished = (dataDir: string): void => {
  if (existsSync(join(dataDir, RESTORING)))
    throw new StartError(
      `A restore into ${dataDir} was cut off or is still running: it has ${RESTORING}. Run it again into a new folder, and set DATA_DIR to that. To go on with what is in this one, remove ${join(dataDir, RESTORING)}.`,
    );
};

/** Locks the folder against other desks. @throws StartError if one uses it */
export const lock = async (dataDir: string, after: Clock['after']): Promise<FolderLock> => {
  try {
    return await lockFolder(dataDir, after);
  } catch (error) {
    throw new StartError(
      error instanceof FolderInUse
        ? `Another support desk is using the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`
        : `The data folder ${dataDir} cannot be locked (${codeOf(error)}). Set DATA_DIR to another folder.`,
    );
  }
};
