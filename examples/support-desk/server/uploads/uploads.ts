import type { Readable } from 'node:stream';

/** SPEC.md section 9: 50 MB. */
export const MAX_FILE_BYTES = 52_428_800;

/** The file has more bytes than are allowed. */
export class FileTooLarge extends Error {}

/** Whole bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };

/** Where the bytes of visitors' files are. A file is there whole or not at all. */
export type Uploads = {
  /**
   * Takes a file in as it comes, at the pace it can be kept. What is over the limit is read and thrown away, so that
   * the sender gets an answer rather than a broken connection. When it fails, nothing of it stays.
   * @returns its size in bytes
   * @throws FileTooLarge; the stream's or the disk's own error
   */
  receive(id: string, source: Readable, maxBytes: number): Promise<number>;
  /** @throws when there is no such file */
  read(id: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
  remove(id: string): Promise<void>;
  /** How many bytes can be written yet. */
  freeBytes(): Promise<number>;
};
