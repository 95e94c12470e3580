import { createHash } from 'node:crypto';
import { realpathSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The folder is in use by another process. */
export class FolderInUse extends Error {}

export type FolderLock = { release(): Promise<void> };

/** The longest socket address that every system accepts. */
const MAX_ADDRESS_BYTES = 100;
const SETTLE_MS = 40;
const ATTEMPTS = 3;

const addressFor = (folder: string): string => {
  const real = realpathSync(folder);
  const name = createHash('sha256').update(real).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\porch-desk-${name}`;
  const inside = join(real, 'lock.sock');
  return Buffer.byteLength(inside) <= MAX_ADDRESS_BYTES ? inside : join(tmpdir(), `porch-desk-${name}.sock`);
};

const bind = (address: string): Promise<Server | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => resolve(server.unref()));
  });

const answers = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

const inodeOf = (address: string): number | undefined => statSync(address, { throwIfNoEntry: false })?.ino;

/**
 * Locks a folder against a second process. PGlite has no lock of its own, and two processes on one folder
 * lose rows. The lock is a listening socket, so it ends with its process even after a crash. The socket file
 * of a dead process is removed.
 * @throws FolderInUse
 */
export const lockFolder = async (folder: string): Promise<FolderLock> => {
  const address = addressFor(folder);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const server = await bind(address);
    if (server) {
      if (process.platform === 'win32') return { release: () => close(server) };
      const own = inodeOf(address);
      // Two processes may find the same dead socket, and one may delete the other's new socket. Wait, then
      // check that the file is still ours.
      if (attempt > 0) await wait(SETTLE_MS);
      if (own !== undefined && inodeOf(address) === own) return { release: () => close(server) };
      // Do not close the server: that would delete the socket file, which is now the other process's.
      throw new FolderInUse(folder);
    }
    if (await answers(address)) throw new FolderInUse(folder);
    rmSync(address, { force: true });
  }
  throw new FolderInUse(folder);
};

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
