import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { COMPRESSED } from '../compress.mjs';
import { listFiles } from '../keepBuilds.mjs';

/**
 * @typedef {object} Integrity
 * @property {string} integrity for the attribute of the same name
 * @property {number} bytes
 * @property {number} brotli bytes of the `.br` file beside it
 * @property {number} gzip bytes of the `.gz` file beside it
 */

/**
 * Lists the widget's files with their hashes for Subresource Integrity.
 * @param {string} dist the folder of a build
 * @returns {Record<string, Integrity>} by path
 */
export const integrities = (dist) =>
  Object.fromEntries(
    listFiles(dist)
      .filter((file) => !COMPRESSED.test(file))
      .sort()
      .map((file) => {
        const content = readFileSync(join(dist, file));
        const hash = createHash('sha384').update(content).digest('base64');
        const [brotli = 0, gzip = 0] = ['br', 'gz'].map((end) => statSync(join(dist, `${file}.${end}`)).size);
        return [file, { integrity: `sha384-${hash}`, bytes: content.length, brotli, gzip }];
      }),
  );

/**
 * Lists files with their SHA-256, as `sha256sum --check` reads them.
 * @param {string} folder
 * @param {string[]} files in that folder
 */
export const sums = (folder, files) =>
  [...files]
    .sort()
    .map((file) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex');
      return `${hash}  ${file}\n`;
    })
    .join('');
