import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** Brotli models what comes next in one of these ways; which is best differs from file to file by up to one percent. */
const MODES = [constants.BROTLI_MODE_GENERIC, constants.BROTLI_MODE_FONT];

/** @param {Buffer} file @returns {Buffer} the smallest brotli of it */
export const smallest = (file) => {
  const [first, second] = MODES.map((mode) =>
    brotliCompressSync(file, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: mode,
      },
    }),
  );
  return first && second && first.length <= second.length ? first : /** @type {Buffer} */ (second);
};

/** Puts the `.br` file, which is what is served and measured, beside each file. @param {string} dir */
export const compress = (dir) => {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) compress(path);
    else if (/\.(js|css|html|svg|json)$/.test(entry.name))
      writeFileSync(`${path}.br`, smallest(readFileSync(path)));
  }
};
