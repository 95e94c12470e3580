import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const JOURNAL = 'examples/support-desk/server/store/sql/migrations/meta/_journal.json';
/** What the desk's server is made of. */
const PARTS = ['examples/support-desk', 'locales', 'src', 'package.json'];

const git = (...args: string[]): Buffer =>
  execFileSync('git', args, { cwd: repository, maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] });

const migrationsIn = (journal: string): string[] =>
  (JSON.parse(journal) as { entries: { tag: string }[] }).entries.map(({ tag }) => tag);

const migrationsAt = (commit: string): string[] =>
  migrationsIn(git('show', `${commit}:${JOURNAL}`).toString());

/**
 * The commit of the main line before a migration.
 * @param migration its tag; the newest one by default
 * @returns `undefined` where there is no history, as in a shallow clone
 */
export const findOlderDesk = (
  migration = migrationsIn(readFileSync(join(repository, JOURNAL), 'utf8')).at(-1) ?? '',
): string | undefined => {
  try {
    const before = git('log', '--first-parent', '--format=%P', '--', JOURNAL)
      .toString()
      .split('\n')
      .flatMap((parents) => parents.split(' ').slice(0, 1));
    return [git('rev-parse', 'HEAD').toString().trim(), ...before]
      .filter(Boolean)
      .find((commit) => !migrationsAt(commit).includes(migration));
  } catch {
    return undefined;
  }
};

/**
 * Builds the desk's server of a commit, once. Its packages are those that are installed now.
 * @returns the path of its main file
 */
export const buildOlderDesk = (commit: string): string => {
  const folder = join(repository, 'test/output/older', commit);
  const main = join(folder, 'examples/support-desk/build/main.js');
  if (existsSync(main)) return main;
  mkdirSync(join(folder, '..'), { recursive: true });
  const made = mkdtempSync(`${folder}.`);
  execFileSync('tar', ['-x', '-C', made], { input: git('archive', commit, ...PARTS) });
  // Its own version of the package that it shares with the messenger.
  mkdirSync(join(made, 'node_modules/@porch'), { recursive: true });
  symlinkSync('../../src', join(made, 'node_modules/@porch/messenger'));
  const desk = join(made, 'examples/support-desk');
  const vite = join(repository, 'node_modules/vite/bin/vite.js');
  const options = ['--ssr', 'main.ts', '--outDir', '../build', '--logLevel', 'error'];
  execFileSync(process.execPath, [vite, 'build', join(desk, 'server'), ...options], { stdio: 'ignore' });
  renameSync(join(desk, 'server/store/sql/migrations'), join(desk, 'build/migrations'));
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
  return main;
};

/** Whether this clone has a commit. */
export const hasCommit = (commit: string): boolean => {
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
};

/**
 * Builds all of a commit, as `npm run build` did: desk, widget and inbox. It takes a minute, once.
 * @returns the path of the desk's main file
 */
export const buildOlderRelease = (commit: string): string => {
  const folder = join(repository, 'test/output/older', `${commit}-whole`);
  const main = join(folder, 'examples/support-desk/build/main.js');
  if (existsSync(main)) return main;
  mkdirSync(join(folder, '..'), { recursive: true });
  const made = mkdtempSync(`${folder}.`);
  execFileSync('tar', ['-x', '-C', made], { input: git('archive', commit) });
  const modules = join(made, 'node_modules');
  mkdirSync(join(modules, '@porch'), { recursive: true });
  symlinkSync('../../src', join(modules, '@porch/messenger'));
  for (const name of readdirSync(join(repository, 'node_modules')))
    if (name !== '@porch') symlinkSync(join(repository, 'node_modules', name), join(modules, name));
  execFileSync(process.execPath, [join(made, 'scripts/build.mjs')], { cwd: made, stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
  return main;
};
