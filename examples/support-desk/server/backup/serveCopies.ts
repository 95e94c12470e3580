import { rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { codeOf } from '../process/errorCode';
import type { Log } from '../process/log';

/** The path for a copy of the database, on the socket of the folder's lock. */
export const COPY_PATH = '/database-copy';

/**
 * Gives the operator's commands a copy of the embedded database, which belongs to this process. The answer is the folder
 * of the copy. The copy is removed when the connection closes.
 */
export const serveCopies = (
  dataDir: string,
  copyTo: (folder: string) => Promise<void>,
  log: Pick<Log, 'error'>,
): RequestListener => {
  const folder = join(dataDir, 'copy.unfinished');
  const remove = () => rm(folder, { recursive: true, force: true });
  let inUse = false;
  return async (_request, response) => {
    if (inUse) {
      response.writeHead(409).end();
      return;
    }
    inUse = true;
    const gone = new Promise<void>((resolve) => response.once('close', resolve));
    try {
      // A process that was killed may have left one.
      await remove();
      await copyTo(folder);
      response.writeHead(200).write(folder);
      await gone;
    } catch (error) {
      log.error({ code: codeOf(error) }, 'the database was not copied');
      response.writeHead(507).end(codeOf(error));
    } finally {
      await remove();
      inUse = false;
    }
  };
};
