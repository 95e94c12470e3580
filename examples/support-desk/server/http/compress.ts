import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './accept';

export type Bytes = Uint8Array<ArrayBuffer>;

/** The suffix of a compressed file beside the original. */
export const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** Compressing a smaller answer saves no packet. */
export const MIN_COMPRESSED_BYTES = 400;
/** Smaller answers are compressed as well as possible, which takes about a millisecond. */
const SMALL_BYTES = 4096;
const QUICK_BROTLI = 4;
const QUICK_GZIP = 6;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const fromBrotli = promisify(brotliDecompress);

/** Compresses as well as possible, for what is sent often. */
export const compressWell = async (bytes: Uint8Array, encoding: Encoding): Promise<Bytes> =>
  new Uint8Array(
    encoding === 'br' ? await toBrotli(bytes) : await toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
  );

/** Compresses in a few milliseconds, for what is sent once. */
export const compressQuickly = async (bytes: Uint8Array, encoding: Encoding): Promise<Bytes> => {
  if (bytes.length < SMALL_BYTES) return compressWell(bytes, encoding);
  return new Uint8Array(
    encoding === 'br'
      ? await toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI } })
      : await toGzip(bytes, { level: QUICK_GZIP }),
  );
};

/** @param bytes compressed by brotli */
export const decompress = async (bytes: Uint8Array): Promise<Bytes> =>
  new Uint8Array(await fromBrotli(bytes));
