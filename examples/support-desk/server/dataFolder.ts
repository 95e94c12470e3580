import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fitsHeader } from './domain/tokens';
import { codeOf } from './errorCode';
import { FolderInUse, type FolderLock, lockFolder } from './folderLock';
import { StartError } from './startError';

/** Makes the desk's folder where it is missing. @throws StartError when it cannot be written */
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

/** Writes a file atomically. If another process has created it first, that file stays. */
const keepOnce = (path: string, content: string): void => {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, content, { mode: 0o600 });
  try {
    linkSync(own, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
};

/**
 * The given token, else the one stored in the folder, else a new one, stored readable by its owner only.
 * @throws StartError
 */
export const agentTokenOf = (dataDir: string, given: string | undefined): string => {
  if (given) return given;
  const path = join(dataDir, 'agent-token');
  try {
    if (!existsSync(path)) keepOnce(path, `${randomBytes(24).toString('base64url')}\n`);
    const kept = readFileSync(path, 'utf8').trim();
    if (!kept) throw new StartError(`${path} is empty. Remove it, or set AGENT_TOKEN.`);
    if (!fitsHeader(kept))
      throw new StartError(`${path} has no usable token. Remove it, or set AGENT_TOKEN.`);
    return kept;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The agents' token in ${path} cannot be read or stored (${codeOf(error)}).`);
  }
};

/** Keeps other desks out of the folder. @throws StartError when one uses it */
export const lock = async (dataDir: string): Promise<FolderLock> => {
  try {
    return await lockFolder(dataDir);
  } catch (error) {
    throw new StartError(
      error instanceof FolderInUse
        ? `Another support desk is using the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`
        : `The data folder ${dataDir} cannot be locked (${codeOf(error)}). Set DATA_DIR to another folder.`,
    );
  }
};
