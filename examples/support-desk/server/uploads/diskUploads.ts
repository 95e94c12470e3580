import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../process/errorCode';
import type { Disk } from './disk';
import { clearUnfinished, freeBytesIn, receiveWhole, UNFINISHED } from './unfinished';
import { idAt, keyOf } from './uploadKey';
import { type ByteRange, FileMissing, type Uploads } from './uploads';

const READ_BYTES = 65_536;

/** Reads an open file piece by piece, and closes it. */
const streamOf = (disk: Disk, file: FileHandle, range?: ByteRange): ReadableStream<Uint8Array> => {
  let at = range?.start ?? 0;
  const end = range ? range.end + 1 : Number.POSITIVE_INFINITY;
  const next = async (): Promise<Uint8Array> => {
    const piece = new Uint8Array(Math.min(READ_BYTES, end - at));
    const { bytesRead } = await disk(() => file.read(piece, 0, piece.length, at));
    at += bytesRead;
    return piece.subarray(0, bytesRead);
  };
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const piece = at < end ? await next() : undefined;
        if (piece?.length) return controller.enqueue(piece);
        disk.close(file);
        controller.close();
      } catch (error) {
        disk.close(file);
        throw error;
      }
    },
    cancel: () => disk.close(file),
  });
};

/**
 * Stores files in a folder, which several machines may share. Incomplete files are in its folder `unfinished`, and are
 * moved once complete.
 */
export const createDiskUploads = (folder: string, disk: Disk): Uploads => {
  const pathOf = (id: string): string => join(folder, keyOf(id));
  return {
    receive: async (id, source, maxBytes) => {
      const path = pathOf(id);
      return receiveWhole(disk, folder, id, source, maxBytes, async (coming) => {
        await disk(() => mkdir(dirname(path), { recursive: true, mode: 0o700 }));
        await disk(() => rename(coming, path));
      });
    },
    read: async (id, range) => {
      const file = await disk(() => open(pathOf(id)), disk.close).catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? new FileMissing() : error;
      });
      return streamOf(disk, file, range);
    },
    remove: (id) => disk(() => rm(pathOf(id), { force: true })),
    storedBefore: async function* (time) {
      await clearUnfinished(disk, folder, time);
      for (const name of await disk(() => readdir(folder)).catch(() => [])) {
        if (name === UNFINISHED) continue;
        for (const file of await disk(() => readdir(join(folder, name))).catch(() => [])) {
          const id = idAt(`${name}/${file}`);
          const entry = id && (await disk(() => stat(pathOf(id))).catch(() => undefined));
          if (id && entry && entry.mtimeMs < time) yield id;
        }
      }
    },
    freeBytes: () => disk(() => freeBytesIn(folder)),
    check: () =>
      disk(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.W_OK);
      }),
  };
};
