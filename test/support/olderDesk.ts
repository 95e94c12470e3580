import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const JOURNAL = 'examples/support-desk/server/store/sql/migrations/meta/_journal.json';
/** What the desk's server is made of. */
const PARTS = ['examples/support-desk', 'locales', 'src', 'package.json'];

/** Packages that are not installed any more. The older desk loads them only for a PostgreSQL server. */
const LEAVES_OUT = {
  build: {
    rolldownOptions: {
      external: ['postgres'],
    },
  },
};

const git = (...args: string[]): Buffer =>
  execFileSync('git', args, { cwd: repository, maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] });

const lastMigration = (journal: string): string =>
  (JSON.parse(journal) as { entries: { tag: string }[] }).entries.at(-1)?.tag ?? '';

/**
 * The newest commit whose newest migration is another one than now.
 * @returns `undefined` where there is no history, as in a shallow clone
 */
export const findOlderDesk = (now: string): string | undefined => {
  try {
    const commits = git('log', '--format=%H', '--', JOURNAL).toString().split('\n').filter(Boolean);
    return commits.find(
      (commit) => lastMigration(git('show', `${commit}:${JOURNAL}`).toString()) !== lastMigration(now),
    );
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
  writeFileSync(join(desk, 'server/vite.config.mjs'), `export default ${JSON.stringify(LEAVES_OUT)}`);
  const vite = join(repository, 'node_modules/vite/bin/vite.js');
  const options = ['--ssr', 'main.ts', '--outDir', '../build', '--logLevel', 'error'];
  execFileSync(process.execPath, [vite, 'build', join(desk, 'server'), ...options], { stdio: 'ignore' });
  renameSync(join(desk, 'server/store/sql/migrations'), join(desk, 'build/migrations'));
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
  return main;
};
