import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './run.mjs';

/** An import() of the first opening, with its place in the loading order. */
const MARKED = /import\(\s*\/\* first opening: (\d+) \*\/\s*'([^']+)'/g;

/**
 * @throws {Error} if two files have the same place, or a place has no file
 * @returns {string[]} the names of the files that a first opening imports, in loading order, as marked in `src/`
 */
export const firstOpening = () => {
  const src = join(root, 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const marked = files
    .flatMap((name) => [...readFileSync(join(src, name), 'utf8').matchAll(MARKED)])
    .map(([, place = '', path = '']) => /** @type {const} */ ([Number(place), basename(path)]))
    .sort(([a], [b]) => a - b);
  if (marked.some(([place], i) => place !== i + 1))
    throw new Error('Each place of a first opening has one file');
  return marked.map(([, name]) => name);
};

/**
 * How many of them the realm requests as soon as the window is open: those that make calls and connect. The card
 * requests the others when it is drawn, and nobody waits for them.
 */
export const AHEAD = 5;
