import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../process/errorCode';
import type { Disk } from './disk';
import { isName, type Shelf, type ShelfName } from './shelf';
import { UNFINISHED } from './unfinished';

/** @param folder of the uploads, which several machines may share */
export const createDiskShelf = (folder: string, name: ShelfName, disk: Disk): Shelf => {
  const shelf = join(folder, name);
  const unfinished = join(folder, UNFINISHED);
  return {
    list: async () => {
      const names = await disk(() => readdir(shelf)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      });
      const found = await Promise.all(
        names.filter(isName).map(async (name) => {
          const { mtimeMs, size } = await disk(() => stat(join(shelf, name)));
          return { name, at: mtimeMs, size };
        }),
      );
      return found;
    },
    put: async (name, bytes) => {
      const coming = join(unfinished, `${name}.${randomBytes(6).toString('hex')}`);
      const write = async (): Promise<void> => {
        for (const path of [shelf, unfinished]) await mkdir(path, { recursive: true, mode: 0o700 });
        try {
          await writeFile(coming, bytes, { mode: 0o600 });
          await rename(coming, join(shelf, name));
        } finally {
          await rm(coming, { force: true });
        }
      };
      await disk(write);
    },
    read: (name) => disk(() => readFile(join(shelf, name))),
    remove: (name) => disk(() => rm(join(shelf, name), { force: true })),
  };
};
