import { pipeline } from 'node:stream/promises';
import { countBytes } from '../../../examples/support-desk/server/uploads/countBytes';
import { FileTooLarge, type Uploads } from '../../../examples/support-desk/server/uploads/uploads';

/** Files in memory, for tests and fault simulation. */
export const createMemoryUploads = (): Uploads => {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    receive: async (id, source, maxBytes) => {
      const counted = countBytes(maxBytes);
      const chunks: Buffer[] = [];
      await pipeline(source, counted.stream, async (bytes: AsyncIterable<Buffer>) => {
        for await (const chunk of bytes) chunks.push(chunk);
      });
      if (counted.bytes() > maxBytes) throw new FileTooLarge();
      files.set(id, new Uint8Array(Buffer.concat(chunks)));
      return counted.bytes();
    },
    read: async (id, range) => {
      const file = files.get(id);
      if (!file) throw new Error('there is no such file');
      return new Blob([range ? file.slice(range.start, range.end + 1) : file]).stream();
    },
    remove: async (id) => {
      files.delete(id);
    },
    freeBytes: async () => Number.POSITIVE_INFINITY,
  };
};
