import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * Brotli models what comes next in one of two ways, and codes distances by postfix bits and direct codes. Which is best
 * differs from file to file by up to one percent. The mode for fonts has its own distances.
 */
const WAYS = [
  [constants.BROTLI_MODE_GENERIC, 0, 0],
  [constants.BROTLI_MODE_GENERIC, 0, 4],
  [constants.BROTLI_MODE_GENERIC, 1, 2],
  [constants.BROTLI_MODE_GENERIC, 2, 48],
  [constants.BROTLI_MODE_GENERIC, 3, 8],
  [constants.BROTLI_MODE_FONT, 0, 0],
];

/** One way, for many files whose size matters little. */
export const ONE_WAY = WAYS.slice(0, 1);

/** Code is tried in more ways: with few, its size jumps by 40 bytes with the hash in a file name. */
const WAYS_OF_CODE = [
  ...WAYS,
  ...[0, 1, 2, 3].flatMap((postfix) =>
    [3, 6, 8, 12, 14].map((codes) => [constants.BROTLI_MODE_GENERIC, postfix, codes << postfix]),
  ),
];

/** @param {Buffer} file @param {number[][]} ways @returns {Buffer} the smallest brotli of it */
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

/** The search words of emoji. There are many files of them, too: all ways would take a third of the build's time for 0.1%. */
const SEARCH_WORDS = /^emoji-/;

/** The end of a compressed file's name, beside the file itself. */
export const COMPRESSED = /\.(br|gz)$/;

/** Where the header of gzip names the system that it was made on. The build is the same on all: 255 is an unknown one. */
const SYSTEM_AT = 9;

/** @param {Buffer} file @returns {Buffer} its gzip */
const gzip = (file) => {
  const small = gzipSync(file, { level: constants.Z_BEST_COMPRESSION });
  small[SYSTEM_AT] = 255;
  return small;
};

/**
 * Puts two files beside each file: `.br`, which most browsers get and which is measured, and `.gz` for those who accept
 * gzip alone. The folder `l` holds locales, of which there are many.
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
