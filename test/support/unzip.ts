import { crc32 } from 'node:zlib';

/**
 * Reads a zip archive of stored, uncompressed files by its central directory, and checks their sums.
 * @returns their contents, by name
 */
export const unzip = (zip: Buffer): Map<string, Buffer> => {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new Error('not a zip archive');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, sum, size] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 24),
    ];
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + size);
    const path = zip.toString('utf8', at + 46, at + 46 + name);
    if (method !== 0) throw new Error(`${path} is compressed`);
    if (crc32(content) !== sum) throw new Error(`the sum of ${path} is wrong`);
    files.set(path, content);
    at += 46 + name + extra + comment;
  }
  return files;
};
