import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * Brotli predicts the next byte in one of two modes, and codes distances by postfix bits and direct codes. The best
 * combination differs between files by up to one percent. The mode for fonts has its own distances.
 */
const WAYS = [
  [constants.BROTLI_MODE_GENERIC, 0, 0],
  [constants.BROTLI_MODE_GENERIC, 0, 4],
  [constants.BROTLI_MODE_GENERIC, 1, 2],
  [constants.BROTLI_MODE_GENERIC, 2, 48],
  [constants.BROTLI_MODE_GENERIC, 3, 8],
  [constants.BROTLI_MODE_FONT, 0, 0],
];

/** One combination, for many files whose size matters little. */
export const ONE_WAY = WAYS.slice(0, 1);

/** Code gets more combinations: with few, its size varies by 40 bytes with the hash in a file name. */
const WAYS_OF_CODE = [
  ...WAYS,
  ...[0, 1, 2, 3].flatMap((postfix) =>
    [3, 6, 8, 12, 14].map((codes) => [constants.BROTLI_MODE_GENERIC, postfix, codes << postfix]),
  ),
];

/** @param {Buffer} file @param {number[][]} ways @returns {Buffer} its smallest brotli compression */
export const smallest = (file, ways = WAYS) =>
  ways
    .map(([mode = 0, postfix = 0, direct = 0]) =>
      brotliCompressSync(file, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_MODE]: mode,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct,
        },
      }),
    )
    .reduce((best, next) => (next.length < best.length ? next : best));

/** The search words of emoji are many files, too: all combinations would take a third of the build's time to save 0.1%. */
const SEARCH_WORDS = /^emoji-/;

/** The suffix of a compressed file beside the original. */
export const COMPRESSED = /\.(br|gz)$/;

/** The offset of the operating system in a gzip header. 255 is unknown: the build is the same on all systems. */
const SYSTEM_AT = 9;

/** @param {Buffer} file @returns {Buffer} its gzip */
const gzip = (file) => {
  const small = gzipSync(file, { level: constants.Z_BEST_COMPRESSION });
  small[SYSTEM_AT] = 255;
  return small;
};

/**
 * Puts two files beside each file: `.br`, which most browsers get and which is measured, and `.gz` for clients without
 * brotli. The folder `l` has the locales, which are many.
 * @param {string} dir
 */
export const compress = (dir, ways = WAYS_OF_CODE) => {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) compress(path, entry.name === 'l' ? WAYS : ways);
    else if (/\.(js|css|html|svg|json)$/.test(entry.name)) {
      const file = readFileSync(path);
      writeFileSync(`${path}.br`, smallest(file, SEARCH_WORDS.test(entry.name) ? ONE_WAY : ways));
      writeFileSync(`${path}.gz`, gzip(file));
    }
  }
};
