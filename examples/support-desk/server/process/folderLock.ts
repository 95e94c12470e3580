import { createHash } from 'node:crypto';
import { realpathSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from './clock';
import { pause } from './waits';

/** The folder is in use by another process. */
export class FolderInUse extends Error {}

export type FolderLock = {
  /** Answers connections to the lock's socket; without it, each connection is closed. */
  onConnect(answer: (socket: Socket) => void): void;
  release(): Promise<void>;
};

/** The longest socket address that every system accepts. */
const MAX_ADDRESS_BYTES = 100;
const SETTLE_MS = 40;
const ATTEMPTS = 3;

/** The address of the folder's lock, a local socket. Only the folder's owner can connect to it. */
export const lockAddress = (folder: string): string => {
  const real = realpathSync(folder);
  const name = createHash('sha256').update(real).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\porch-desk-${name}`;
  const inside = join(real, 'lock.sock');
  return Buffer.byteLength(inside) <= MAX_ADDRESS_BYTES ? inside : join(tmpdir(), `porch-desk-${name}.sock`);
};

const bind = (address: string): Promise<Server | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => resolve(server));
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

const held = (server: Server): FolderLock => {
  let answer = (socket: Socket): void => void socket.destroy();
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    answer(socket);
  });
  return {
    onConnect: (next) => {
      answer = next;
    },
    release: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

/**
 * Locks a folder against a second process. PGlite has no lock, and two processes on one folder lose rows. The lock is a
 * listening socket, so it ends with its process even after a crash. The socket file of a dead process is removed.
 * @throws FolderInUse
 */
export const lockFolder = async (folder: string, after: Clock['after']): Promise<FolderLock> => {
  const address = lockAddress(folder);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const server = await bind(address);
    if (server) {
      const own = inodeOf(address);
      // Two processes may find the same dead socket, and one may delete the other's new socket. Wait, then
      // check that the file is still ours. Until then, the server keeps this process alive.
      if (attempt > 0) await pause(after, SETTLE_MS);
      server.unref();
      if (process.platform === 'win32') return held(server);
      if (own !== undefined && inodeOf(address) === own) return held(server);
      // Do not close the server: that would delete the socket file, which now belongs to the other process.
      throw new FolderInUse(folder);
    }
    if (await answers(address)) throw new FolderInUse(folder);
    rmSync(address, { force: true });
  }
  throw new FolderInUse(folder);
};
