import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { countBytes } from './countBytes';
import { FileTooLarge, type Uploads } from './uploads';

/** Longer than any upload takes. */
const ABANDONED_MS = 3_600_000;
const UNFINISHED = 'unfinished';
const ID = /^[\w-]{8,128}$/;

/**
 * Stores files in a folder, in sub-folders named by the first characters of their ids. Incomplete files are
 * in `unfinished`. Several processes may share the folder.
 */
export const createDiskUploads = (folder: string): Uploads => {
  const unfinished = join(folder, UNFINISHED);
  const pathOf = (id: string): string => {
    // The desk creates the ids itself, so an id that could leave the folder is a bug.
    if (!ID.test(id)) throw new Error('not the id of an upload');
    return join(folder, id.slice(0, 2), id);
  };
  return {
    receive: async (id, source, maxBytes) => {
      const path = pathOf(id);
      const coming = join(unfinished, id);
      const counted = countBytes(maxBytes);
      await mkdir(unfinished, { recursive: true, mode: 0o700 });
      try {
        // Open the file first. A failed pipeline does not wait for an open under way, which would create the file
        // after its removal.
        const file = await open(coming, 'w', 0o600);
        await pipeline(source, counted.stream, file.createWriteStream({ flush: true }));
        if (counted.bytes() > maxBytes) throw new FileTooLarge();
        await mkdir(join(folder, id.slice(0, 2)), { recursive: true, mode: 0o700 });
        await rename(coming, path);
      } catch (error) {
        await rm(coming, { force: true });
        throw error;
      }
      return counted.bytes();
    },
    read: async (id, range) => {
      const file = await open(pathOf(id));
      return Readable.toWeb(createReadStream('', { ...range, fd: file })) as ReadableStream<Uint8Array>;
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    storedBefore: async function* (time) {
      await clearAbandonedUploads(folder, time + ABANDONED_MS);
      for (const name of await readdir(folder).catch(() => [])) {
        if (name === UNFINISHED) continue;
        for (const id of await readdir(join(folder, name)).catch(() => [])) {
          const entry = await stat(join(folder, name, id)).catch(() => undefined);
          if (ID.test(id) && entry && entry.mtimeMs < time) yield id;
        }
      }
    },
    freeBytes: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
};

/** Deletes incomplete files of processes that died. @param now in ms */
export const clearAbandonedUploads = async (folder: string, now: number): Promise<void> => {
  const unfinished = join(folder, UNFINISHED);
  const names = await readdir(unfinished).catch(() => []);
  for (const name of names) {
    const path = join(unfinished, name);
    const entry = await stat(path).catch(() => undefined);
    if (entry && now - entry.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
};
