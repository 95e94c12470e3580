import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { countBytes } from './countBytes';
import type { Disk } from './disk';
import { FileTooLarge } from './uploads';

/** Longer than any upload takes. */
const ABANDONED_MS = 3_600_000;

/** The folder of incomplete files below the folder of uploads. */
export const UNFINISHED = 'unfinished';

/** Writes a file to disk. @returns its size @throws FileTooLarge; the stream's or the disk's own error */
const write = async (disk: Disk, path: string, source: Readable, maxBytes: number): Promise<number> => {
  const counted = countBytes(maxBytes);
  // Open the file first. A failed pipeline does not wait for a pending open, which would create the file after its
  // removal.
  const file = await disk(() => open(path, 'w', 0o600), disk.close);
  try {
    await pipeline(source, counted.stream, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await disk(() => file.appendFile(chunk));
      await disk(() => file.sync());
    });
  } finally {
    disk.close(file);
  }
  if (counted.bytes() > maxBytes) throw new FileTooLarge();
  return counted.bytes();
};

/**
 * Receives a file under a temporary name until it is complete, so that nobody sees a part of it.
 * @param disk for the folder of uploads
 * @param keep stores the complete file from its temporary path. The path is removed afterwards
 * @returns its size in bytes
 * @throws FileTooLarge; the error of the stream, the disk or `keep`
 */
export const receiveWhole = async (
  disk: Disk,
  folder: string,
  id: string,
  source: Readable,
  maxBytes: number,
  keep: (path: string, size: number) => Promise<void>,
): Promise<number> => {
  const coming = join(folder, UNFINISHED, id);
  await disk(() => mkdir(join(folder, UNFINISHED), { recursive: true, mode: 0o700 }));
  try {
    const size = await write(disk, coming, source, maxBytes);
    await keep(coming, size);
    return size;
  } finally {
    // If this fails, upkeep removes it.
    await disk(() => rm(coming, { force: true })).catch(() => undefined);
  }
};

/** Incomplete files that were last written before this time belong to killed processes. @param now in ms */
export const abandonedBefore = (now: number): number => now - ABANDONED_MS;

/** Deletes the incomplete files that were last written to before this time (ms). */
export const clearUnfinished = async (disk: Disk, folder: string, before: number): Promise<void> => {
  const unfinished = join(folder, UNFINISHED);
  for (const name of await disk(() => readdir(unfinished)).catch(() => [])) {
    const path = join(unfinished, name);
    const entry = await disk(() => stat(path)).catch(() => undefined);
    if (entry && entry.mtimeMs < before) await disk(() => rm(path, { force: true }));
  }
};

/** Free space of a folder, in bytes. The folder is created if missing. */
export const freeBytesIn = async (folder: string): Promise<number> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};
