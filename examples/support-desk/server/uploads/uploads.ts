import type { Readable } from 'node:stream';

/** Size limit of one file: 50 MB. */
export const MAX_FILE_BYTES = 52_428_800;

/** The file is over the size limit. */
export class FileTooLarge extends Error {}

/** There is no file with this id. */
export class FileMissing extends Error {}

/** The storage does not answer, or refuses to. The same call may succeed later. */
export class UploadsAway extends Error {
  /** @param code the reason, for the log, such as ECONNREFUSED or AccessDenied */
  constructor(
    readonly code: string,
    cause: unknown,
  ) {
    super('the storage of files does not answer', { cause });
  }
}

/** A range of bytes, with both `start` and `end` included. */
export type ByteRange = { start: number; end: number };

/**
 * Storage for the content of uploaded files. A file is stored completely or not at all, and never changes. Several
 * processes may use the same storage.
 */
export type Uploads = {
  /**
   * Stores an incoming file at the speed of the storage. Bytes over the limit are read and dropped, so that the sender
   * gets an answer instead of a broken connection. After an error nothing is stored.
   * @returns its size in bytes
   * @throws FileTooLarge; UploadsAway; the stream's or the disk's own error
   */
  receive(id: string, source: Readable, maxBytes: number): Promise<number>;
  /** @throws FileMissing; UploadsAway */
  read(id: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /** Removes a file. Succeeds if it is missing. @throws UploadsAway */
  remove(id: string): Promise<void>;
  /**
   * The ids of the files that were stored before this time (ms). Incomplete files from before it are removed.
   * @throws UploadsAway
   */
  storedBefore(time: number): AsyncIterable<string>;
  /** Free space in bytes for incoming files. */
  freeBytes(): Promise<number>;
  /** Resolves if the storage answers. @throws UploadsAway; the disk's own error */
  check(): Promise<void>;
};
