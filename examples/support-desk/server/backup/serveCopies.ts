import { rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { codeOf } from '../errorCode';
import type { Log } from '../log';

/** The path of a copy of the database, on the socket of the folder's lock. */
export const COPY_PATH = '/database-copy';

/**
 * Gives the operator's commands a copy of the embedded database, which belongs to this process. The answer is the folder
 * of the copy. The copy is removed when the connection closes.
 * @returns takes a connection to the lock's socket
 */
export const serveCopies = (
  dataDir: string,
  copyTo: (folder: string) => Promise<void>,
  log: Pick<Log, 'error'>,
): ((socket: Socket) => void) => {
  const folder = join(dataDir, 'copy.unfinished');
  const remove = () => rm(folder, { recursive: true, force: true });
  let inUse = false;
  const answer: RequestListener = async (request, response) => {
    if (request.url !== COPY_PATH) {
      response.writeHead(404).end();
      return;
    }
    if (inUse) {
      response.writeHead(409).end();
      return;
    }
    inUse = true;
    const gone = new Promise<void>((resolve) => response.once('close', resolve));
    try {
      // A process that died may have left one.
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
  const server = createServer(answer);
  return (socket) => void server.emit('connection', socket);
};
