import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errorCode';
import { isName, SHELF, type Shelf } from './shelf';
import { UNFINISHED } from './unfinished';

/** @param folder of the uploads, which several machines may share */
export const createDiskShelf = (folder: string): Shelf => {
  const shelf = join(folder, SHELF);
  const unfinished = join(folder, UNFINISHED);
  return {
    list: async () => {
      const names = await readdir(shelf).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      });
      const found = await Promise.all(
        names.filter(isName).map(async (name) => {
          const { mtimeMs, size } = await stat(join(shelf, name));
          return { name, at: mtimeMs, size };
        }),
      );
      return found;
    },
    put: async (name, bytes) => {
      for (const path of [shelf, unfinished]) await mkdir(path, { recursive: true, mode: 0o700 });
      const coming = join(unfinished, `${name}.${randomBytes(6).toString('hex')}`);
      try {
        const file = await open(coming, 'w', 0o600);
        await file.writeFile(bytes).finally(() => file.close());
        await rename(coming, join(shelf, name));
      } finally {
        await rm(coming, { force: true });
      }
    },
    read: (name) => readFile(join(shelf, name)),
    remove: (name) => rm(join(shelf, name), { force: true }),
  };
};
