/**
 * `node scripts/compareSizes.mjs OTHER`: compares the size of each file of this build with the build of another
 * checkout. Sizes are bytes after brotli compression, as served.
 */
import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { listFiles } from './keepBuilds.mjs';
import { readOptions } from './options.mjs';
import { root } from './run.mjs';

/**
 * @param {string} dist
 * @returns {Map<string, number>} sizes by file name, without the folder of the build
 */
const sizesOf = (dist) => {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  if (!existsSync(dist)) return sizes;
  for (const file of listFiles(dist)) {
    if (file.endsWith('.js.br') && !file.includes('/l/'))
      sizes.set(basename(file, '.js.br'), statSync(join(dist, file)).size);
  }
  return sizes;
};

const { positionals, refuse } = readOptions('node scripts/compareSizes.mjs OTHER', {}, 1);
const [other = ''] = positionals;
if (!existsSync(other)) refuse('OTHER must be the folder of another checkout.');
const now = sizesOf(join(root, 'build/dist'));
const before = sizesOf(join(resolve(other), 'build/dist'));
console.log('| file | bytes | before | change |\n| --- | ---: | ---: | ---: |');
for (const name of [...new Set([...before.keys(), ...now.keys()])].sort()) {
  const is = now.get(name) ?? 0;
  const was = before.get(name) ?? 0;
  const change = is - was;
  console.log(`| ${name} | ${is || 'gone'} | ${was || 'new'} | ${change > 0 ? '+' : ''}${change} |`);
}
