import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { npm, root, run } from '../run.mjs';

/** The timestamp of the copied files, unlike the original's. */
const OLD = new Date('2001-02-03T04:05:06Z');

/**
 * Copies the sources: the files that git tracks, and new ones that it does not ignore.
 * @param {string} from a working copy
 * @param {string} to
 */
export const copySources = (from, to) => {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: from,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0')) {
    // Git also lists deleted files until the deletion is committed.
    if (!file || !existsSync(join(from, file))) continue;
    const copy = join(to, file);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(from, file), copy);
    utimesSync(copy, OLD, OLD);
  }
};

/** What may differ on another machine. */
const OTHER_MACHINE = {
  TZ: 'Pacific/Kiritimati',
  LANG: 'tr_TR.UTF-8',
  LC_ALL: 'tr_TR.UTF-8',
  NODE_OPTIONS: `--import=${new URL('anotherDay.mjs', import.meta.url).href}`,
};

/**
 * Builds a copy of the sources as another machine would: in another folder, from freshly installed packages, at another
 * time, in another time zone and language, with another umask.
 * @param {string} folder the folder for the copy
 * @throws {Error} if the packages cannot be installed or the build fails
 */
export const buildElsewhere = async (folder) => {
  copySources(root, folder);
  const install = ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  if ((await run(npm, install, { cwd: folder, quiet: true })) !== 0)
    throw new Error('npm could not install the packages of the copy.');
  const before = process.umask(0o077);
  try {
    const options = { cwd: folder, quiet: true, env: OTHER_MACHINE };
    if ((await run(process.execPath, ['scripts/build.mjs'], options)) !== 0)
      throw new Error('The copy could not be built.');
  } finally {
    process.umask(before);
  }
};
