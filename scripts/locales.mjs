/** The locales as they ship: each with all its words, its own and those it inherits. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chainOf } from '../locales/chain.mjs';
import { root } from './run.mjs';

/** @typedef {Record<string, string | Record<string, string>>} Words */

const dir = join(root, 'locales');
/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(join(dir, `${name}.json`), 'utf8'));

/** @type {() => import('../locales/chain.mjs').Codes} */
export const readCodes = () => read('codes');

/** The codes that have a file. */
export const localeFiles = () =>
  readdirSync(dir)
    .filter((f) => f.endsWith('.json') && f !== 'codes.json')
    .map((f) => f.slice(0, -5));

/** @param {string} code @returns {Words} what its own file has */
export const ownWords = (code) => read(code);

/** @param {string} code @returns {Words} */
export const allWords = (code) => Object.assign({}, ...chainOf(code, readCodes()).map(ownWords));
