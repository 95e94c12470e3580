/**
 * Moves a new build to the folder it is served from. Keeps the files of earlier builds beside it, because
 * pages opened earlier still request them.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { COMPRESSED } from './compress.mjs';

/** How many days a build's files are kept after the next build replaces it. */
export const KEPT_DAYS = 7;
/** Maximum number of builds kept, whatever their age. The oldest are removed first. */
export const KEPT_BUILDS = 50;

/** Records which files belong to which build. The name begins with a dot so that no desk serves it. */
const RECORD = '.builds.json';
const DAY_MS = 86_400_000;

/**
 * @typedef {object} Build
 * @property {string[]} files paths relative to the folder they are served from
 * @property {number} [replaced] when the next build replaced this one, in ms since 1970; absent for the
 * current build
 */

/**
 * @param {string} dir
 * @returns {string[]} paths of all files in the folder, separated by `/`, without names that begin with a dot
 */
export const listFiles = (dir) =>
  existsSync(dir)
    ? readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
        if (entry.name.startsWith('.')) return [];
        if (!entry.isDirectory()) return [entry.name];
        return listFiles(join(dir, entry.name)).map((file) => `${entry.name}/${file}`);
      })
    : [];

/**
 * Finds files and folders that a case-insensitive file system, as on macOS and Windows, treats as one.
 * @param {string[]} files paths separated by `/`
 * @returns {string[][]} groups of names that differ only in case
 */
export const sameButForCase = (files) => {
  /** @type {Map<string, Set<string>>} */
  const spellings = new Map();
  for (const file of files) {
    const parts = file.split('/');
    for (let end = 1; end <= parts.length; end++) {
      const path = parts.slice(0, end).join('/');
      const folded = path.normalize('NFC').toLowerCase();
      spellings.set(folded, (spellings.get(folded) ?? new Set()).add(path));
    }
  }
  return [...spellings.values()].filter((paths) => paths.size > 1).map((paths) => [...paths].sort());
};

/**
 * Rejects a build that would break on a case-insensitive file system.
 * @param {string[]} files paths separated by `/`
 * @param {string} where the folder's name, for the error message
 * @throws {Error} if two names differ only in case
 */
export const refuseSameButForCase = (files, where) => {
  const pairs = sameButForCase(files);
  if (pairs.length === 0) return;
  throw new Error(
    `${where}: these names differ by case alone, which macOS and Windows take for one file: ${pairs.map((p) => p.join(', ')).join('; ')}`,
  );
};

/** @param {string} dir @returns {Build[]} */
const readRecord = (dir) => {
  try {
    return JSON.parse(readFileSync(join(dir, RECORD), 'utf8')).builds;
  } catch {
    // This is the first build, or the last one predates the record.
    return [];
  }
};

/**
 * Lists the files of the last build in a folder that also holds earlier ones.
 * @param {string} dir
 * @returns {string[]} paths separated by `/`
 */
export const currentFiles = (dir) => readRecord(dir).at(-1)?.files ?? [];

/** Replaces a file atomically: a concurrent reader gets either the old file or the new one, complete. */
const place = (/** @type {string} */ from, /** @type {string} */ to) => {
  if (existsSync(to) && readFileSync(to).equals(readFileSync(from))) return;
  mkdirSync(dirname(to), { recursive: true });
  const unfinished = join(dirname(to), `.${basename(to)}.unfinished`);
  copyFileSync(from, unfinished);
  renameSync(unfinished, to);
};

/** @param {string} dir @param {string[]} files */
const remove = (dir, files) => {
  for (const file of files) rmSync(join(dir, file), { force: true });
  const folders = new Set(files.map((file) => dirname(file)).filter((folder) => folder !== '.'));
  for (const folder of folders) {
    if (existsSync(join(dir, folder)) && readdirSync(join(dir, folder)).length === 0)
      rmdirSync(join(dir, folder));
  }
};

/**
 * Moves the new build into the folder it is served from. A desk may serve that folder at the same time: every
 * file is in place before an entry refers to it, and files of builds replaced in the last seven days stay.
 * @param {string} from the folder that holds only the new build
 * @param {string} to the folder that is served
 * @param {string[]} entries the files that refer to all others and whose names never change, such as `porch.js`
 * @param {number} [now] ms since 1970
 */
export const publishBuild = (from, to, entries, now = Date.now()) => {
  const files = listFiles(from);
  refuseSameButForCase(files, from);
  const before = listFiles(to);
  const isEntry = (/** @type {string} */ file) => entries.includes(file.replace(COMPRESSED, ''));
  for (const file of files) if (!isEntry(file)) place(join(from, file), join(to, file));
  for (const file of files) if (isEntry(file)) place(join(from, file), join(to, file));

  const current = new Set(files);
  const recorded = readRecord(to);
  const known = new Set(recorded.flatMap((build) => build.files));
  // Files of an interrupted build, or of a build made before the record existed.
  const stray = before.filter((file) => !known.has(file) && !current.has(file));
  const kept = [...recorded, { files: stray }]
    .filter((build) => build.files.some((file) => !current.has(file)))
    .map(({ files, replaced = now }) => ({ files, replaced }))
    .filter((build) => build.replaced > now - KEPT_DAYS * DAY_MS)
    .slice(-KEPT_BUILDS);
  const unfinished = join(to, `${RECORD}.unfinished`);
  writeFileSync(unfinished, JSON.stringify({ builds: [...kept, { files }] }));
  renameSync(unfinished, join(to, RECORD));

  const wanted = new Set([...files, ...kept.flatMap((build) => build.files)]);
  const gone = before.filter((file) => !wanted.has(file));
  remove(to, gone);
};
