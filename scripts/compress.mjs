import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Ways to code a file: how brotli models what comes next, and how it codes distances, as postfix bits and direct codes.
 * Which is best differs from file to file by up to one percent, with no more than another hash in it.
 */
const WAYS = [
  [constants.BROTLI_MODE_FONT, 0, 0],
  ...[
    [0, 0],
    [0, 1],
    [0, 2],
    [0, 4],
    [0, 8],
    [1, 2],
    [1, 8],
    [3, 8],
  ].map((distances) => [constants.BROTLI_MODE_GENERIC, ...distances]),
];

/** @param {Buffer} file @returns {Buffer} the smallest brotli of it */
export const smallest = (file) =>
  WAYS.map(([mode = 0, postfix = 0, direct = 0]) =>
    brotliCompressSync(file, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: mode,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_NDIRECT]: direct,
      },
    }),
  ).reduce((best, next) => (next.length < best.length ? next : best));

/** Puts the `.br` file, which is what is served and measured, beside each file. @param {string} dir */
export const compress = (dir) => {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) compress(path);
    else if (/\.(js|css|html|svg|json)$/.test(entry.name))
      writeFileSync(`${path}.br`, smallest(readFileSync(path)));
  }
};
