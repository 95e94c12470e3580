import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * An installed npm package.
 * @typedef {object} Package
 * @property {string} name
 * @property {string} version
 * @property {string} license an SPDX expression
 * @property {string} integrity as in the lockfile: `sha512-…`
 * @property {string} folder in the repository
 */

/** The folder of an installed package, in a package's own `node_modules` too. */
const FOLDER = /node_modules\/(?:@[^/]+\/)?[^/]+(?:\/node_modules\/(?:@[^/]+\/)?[^/]+)*/;

/** @param {string} repository @returns {Record<string, Record<string, any>>} the lockfile's packages by folder */
const locked = (repository) =>
  JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')).packages;

/** @param {string} folder @param {Record<string, any> | undefined} row @returns {Package} */
const packageOf = (folder, row) => {
  if (!row?.license) throw new Error(`The lockfile has no license of ${folder}.`);
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return { name, version: row.version, license: row.license, integrity: row.integrity, folder };
};

/** @param {Package} one */
const nameOf = ({ name, version }) => `${name}@${version}`;

/** @param {Package[]} packages @returns {Package[]} by name; each version once, even if installed in several folders */
const sorted = (packages) =>
  [...new Map(packages.map((one) => [nameOf(one), one])).values()].sort((a, b) =>
    nameOf(a) < nameOf(b) ? -1 : 1,
  );

/**
 * Finds the packages whose code is in the widget's files, by the source maps of its build.
 * @param {string} repository
 * @returns {Package[]} by name
 * @throws {Error} if the lockfile lacks one of them or its license
 */
export const bundledPackages = (repository) => {
  const maps = join(repository, 'build/maps');
  const sources = readdirSync(maps).flatMap((name) => {
    /** @type {{ sources: string[] }} */
    const map = JSON.parse(readFileSync(join(maps, name), 'utf8'));
    return map.sources;
  });
  const folders = new Set(sources.flatMap((source) => FOLDER.exec(source)?.[0] ?? []));
  const rows = locked(repository);
  return sorted([...folders].map((folder) => packageOf(folder, rows[folder])));
};

/**
 * Finds the packages of an installed desk: what `npm ci --omit=dev` installs on every system.
 * @param {string} repository
 * @returns {Package[]} by name
 * @throws {Error} if the lockfile lacks a package's license
 */
export const installedPackages = (repository) =>
  sorted(
    Object.entries(locked(repository))
      .filter(([folder, row]) => folder.startsWith('node_modules/') && !row.link)
      .filter(([, { dev, devOptional, optional }]) => !dev && !devOptional && !optional)
      .map(([folder, row]) => packageOf(folder, row)),
  );
