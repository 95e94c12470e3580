/**
 * Puts a new build where it is served from and keeps the files of earlier builds beside it: a page that was opened before
 * still asks for them.
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

/** Files of a build are kept for this long after the next build took its place. */
export const KEPT_DAYS = 7;
/** More builds than this are not kept, however young they are: the oldest go first. */
export const KEPT_BUILDS = 50;

/** Which files belong to which build; a name with a dot, so that no desk serves it. */
const RECORD = '.builds.json';
const DAY_MS = 86_400_000;

/**
 * @typedef {object} Build
 * @property {string[]} files from the folder they are served from
 * @property {number} [replaced] when the next build took its place, in ms; the current build has none
 */

/** @param {string} dir @returns {string[]} its files and those below, with `/`; none whose name begins with a dot */
export const listFiles = (dir) =>
  existsSync(dir)
    ? readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
        if (entry.name.startsWith('.')) return [];
        if (!entry.isDirectory()) return [entry.name];
        return listFiles(join(dir, entry.name)).map((file) => `${entry.name}/${file}`);
      })
    : [];

/**
 * Files and folders that a file system which ignores case, as those of macOS and Windows do, takes for one.
 * @param {string[]} files with `/`
 * @returns {string[][]} names that are the same but for case, together
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
 * @param {string[]} files
 * @param {string} where what they are files of, for the message
 * @throws where two differ by case alone
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
    // The first build, or one from before builds were recorded.
    return [];
  }
};

/** Puts a file in its place in one step: whoever reads meanwhile gets the old one or the new one, whole. */
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
 * Puts the new build into the folder it is served from. A desk may serve that folder meanwhile: every file is there
 * before the entry names it, and nothing goes that an entry of the last seven days has named.
 * @param {string} from the folder with the new build and nothing else
 * @param {string} to the folder that is served
 * @param {string} entry the file that names all others, by a name that stays, such as `porch.js`
 * @param {number} [now] ms
 */
export const publishBuild = (from, to, entry, now = Date.now()) => {
  const files = listFiles(from);
  refuseSameButForCase(files, from);
  const before = listFiles(to);
  const isEntry = (/** @type {string} */ file) => file === entry || file === `${entry}.br`;
  for (const file of files) if (!isEntry(file)) place(join(from, file), join(to, file));
  for (const file of files) if (isEntry(file)) place(join(from, file), join(to, file));

  const current = new Set(files);
  const recorded = readRecord(to);
  const known = new Set(recorded.flatMap((build) => build.files));
  // Files of a build that was stopped, or was not recorded.
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
