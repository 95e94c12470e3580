import { deflateSync } from 'node:zlib';

const crc32 = (bytes: Buffer): number => {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ -1) >>> 0;
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
};

/** A grey PNG of this size, in pixels. */
export const png = (width: number, height: number): Uint8Array<ArrayBuffer> => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  // Each row begins with its filter type; 0 means none.
  const pixels = Buffer.alloc((width + 1) * height, 0x99);
  for (let row = 0; row < height; row++) pixels[row * (width + 1)] = 0;
  const rows = deflateSync(pixels);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]),
  );
};

const word = (n: number): number[] => [n >> 8, n & 255];

/**
 * The start of a JPEG of this size. `orientation` is its EXIF orientation; `before` bytes precede its size.
 */
export const jpegHead = (
  width: number,
  height: number,
  { orientation = 1, before = 0 } = {},
): Uint8Array<ArrayBuffer> => {
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    1,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  const padding: number[] = [];
  for (let left = before; left > 0; left -= 60_000) {
    const length = Math.min(left, 60_000);
    padding.push(0xff, 0xe2, ...word(length + 2), ...new Array<number>(length).fill(0));
  }
  const frame = [8, ...word(height), ...word(width), 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1];
  return new Uint8Array([
    0xff,
    0xd8,
    ...[0xff, 0xe1, ...word(exif.length + 2), ...exif],
    ...padding,
    ...[0xff, 0xc0, ...word(frame.length + 2), ...frame],
    ...[0xff, 0xd9],
  ]);
};

/** The start of a GIF of this size. */
export const gifHead = (width: number, height: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array([
    ...Buffer.from('GIF89a', 'latin1'),
    width & 255,
    width >> 8,
    height & 255,
    height >> 8,
    0,
    0,
    0,
    0x3b,
  ]);

/** The start of a lossless WebP of this size. */
export const webpHead = (width: number, height: number): Uint8Array<ArrayBuffer> => {
  const out = Buffer.alloc(32);
  out.write('RIFF', 0, 'latin1');
  out.writeUInt32LE(24, 4);
  out.write('WEBPVP8L', 8, 'latin1');
  out.writeUInt32LE(10, 16);
  out[20] = 0x2f;
  out.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21);
  return new Uint8Array(out);
};
