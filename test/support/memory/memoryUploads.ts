import { pipeline } from 'node:stream/promises';
import { countBytes } from '../../../examples/support-desk/server/uploads/countBytes';
import {
  FileMissing,
  FileTooLarge,
  type Uploads,
} from '../../../examples/support-desk/server/uploads/uploads';

/** Files in memory, for tests and fault simulation. */
/** @param now in ms */
export const createMemoryUploads = (now: () => number = Date.now): Uploads => {
  const times = new Map<string, number>();
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    receive: async (id, source, maxBytes) => {
      const counted = countBytes(maxBytes);
      const chunks: Buffer[] = [];
      await pipeline(source, counted.stream, async (bytes: AsyncIterable<Buffer>) => {
        for await (const chunk of bytes) chunks.push(chunk);
      });
      if (counted.bytes() > maxBytes) throw new FileTooLarge();
      times.set(id, now());
      files.set(id, new Uint8Array(Buffer.concat(chunks)));
      return counted.bytes();
    },
    read: async (id, range) => {
      const file = files.get(id);
      if (!file) throw new FileMissing();
      return new Blob([range ? file.slice(range.start, range.end + 1) : file]).stream();
    },
    remove: async (id) => {
      files.delete(id);
    },
    storedBefore: async function* (time) {
      for (const [id, at] of [...times]) if (files.has(id) && at < time) yield id;
    },
    freeBytes: async () => Number.POSITIVE_INFINITY,
    check: async () => undefined,
  };
};
