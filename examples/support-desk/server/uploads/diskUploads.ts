import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { codeOf } from '../errorCode';
import { clearUnfinished, freeBytesIn, receiveWhole, UNFINISHED } from './unfinished';
import { idAt, keyOf } from './uploadKey';
import { FileMissing, type Uploads } from './uploads';

/**
 * Stores files in a folder, which several machines may share. Incomplete files are in its folder `unfinished`, and are
 * renamed when they are complete.
 */
export const createDiskUploads = (folder: string): Uploads => {
  const pathOf = (id: string): string => join(folder, keyOf(id));
  return {
    receive: async (id, source, maxBytes) => {
      const path = pathOf(id);
      return receiveWhole(folder, id, source, maxBytes, async (coming) => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(coming, path);
      });
    },
    read: async (id, range) => {
      const file = await open(pathOf(id)).catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? new FileMissing() : error;
      });
      return Readable.toWeb(createReadStream('', { ...range, fd: file })) as ReadableStream<Uint8Array>;
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    storedBefore: async function* (time) {
      await clearUnfinished(folder, time);
      for (const name of await readdir(folder).catch(() => [])) {
        if (name === UNFINISHED) continue;
        for (const file of await readdir(join(folder, name)).catch(() => [])) {
          const id = idAt(`${name}/${file}`);
          const entry = id && (await stat(pathOf(id)).catch(() => undefined));
          if (id && entry && entry.mtimeMs < time) yield id;
        }
      }
    },
    freeBytes: () => freeBytesIn(folder),
    check: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.W_OK);
    },
  };
};
