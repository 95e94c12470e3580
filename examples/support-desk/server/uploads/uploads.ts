import type { Readable } from 'node:stream';

/** Size limit of one file: 50 MB. */
export const MAX_FILE_BYTES = 52_428_800;

/** The file is over the size limit. */
export class FileTooLarge extends Error {}

/** A range of bytes; `start` and `end` are both included. */
export type ByteRange = { start: number; end: number };

/** Storage for the content of uploaded files. A file is stored completely or not at all. */
export type Uploads = {
  /**
   * Stores an incoming file at the speed of the storage. Bytes over the limit are read and dropped, so that
   * the sender gets an answer instead of a broken connection. On an error nothing is kept.
   * @returns its size in bytes
   * @throws FileTooLarge; the stream's or the disk's own error
   */
  receive(id: string, source: Readable, maxBytes: number): Promise<number>;
  /** @throws when the file does not exist */
  read(id: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
  remove(id: string): Promise<void>;
  /** The ids of the files that were stored before this time (ms). Incomplete files from before it are removed. */
  storedBefore(time: number): AsyncIterable<string>;
  /** Free space in bytes. */
  freeBytes(): Promise<number>;
};
