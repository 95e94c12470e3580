import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { countBytes } from './countBytes';
import { FileTooLarge } from './uploads';

/** Longer than any upload takes. */
const ABANDONED_MS = 3_600_000;

/** The folder of incomplete files below the folder of uploads. */
export const UNFINISHED = 'unfinished';

/** Writes a file to the disk. @returns its size @throws FileTooLarge; the stream's or the disk's own error */
const write = async (path: string, source: Readable, maxBytes: number): Promise<number> => {
  const counted = countBytes(maxBytes);
  // Open the file first. A failed pipeline does not wait for an open under way, which would create the file
  // after its removal.
  const file = await open(path, 'w', 0o600);
  await pipeline(source, counted.stream, file.createWriteStream({ flush: true }));
  if (counted.bytes() > maxBytes) throw new FileTooLarge();
  return counted.bytes();
};

/**
 * Receives a file under a temporary name until it is complete, so that nobody sees a part of it.
 * @param folder the folder of uploads
 * @param keep stores the complete file from its temporary path. The path is removed afterwards
 * @returns its size in bytes
 * @throws FileTooLarge; the error of the stream, the disk or `keep`
 */
export const receiveWhole = async (
  folder: string,
  id: string,
  source: Readable,
  maxBytes: number,
  keep: (path: string, size: number) => Promise<void>,
): Promise<number> => {
  const coming = join(folder, UNFINISHED, id);
  await mkdir(join(folder, UNFINISHED), { recursive: true, mode: 0o700 });
  try {
    const size = await write(coming, source, maxBytes);
    await keep(coming, size);
    return size;
  } finally {
    await rm(coming, { force: true });
  }
};

/** Incomplete files that were last written to before this time are of processes that died. @param now in ms */
export const abandonedBefore = (now: number): number => now - ABANDONED_MS;

/** Deletes the incomplete files that were last written to before this time (ms). */
export const clearUnfinished = async (folder: string, before: number): Promise<void> => {
  const unfinished = join(folder, UNFINISHED);
  for (const name of await readdir(unfinished).catch(() => [])) {
    const path = join(unfinished, name);
    const entry = await stat(path).catch(() => undefined);
    if (entry && entry.mtimeMs < before) await rm(path, { force: true });
  }
};

/** Free space where incomplete files are written, in bytes. */
export const freeBytesIn = async (folder: string): Promise<number> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};
