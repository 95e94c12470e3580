/** Takes packages from the npm registry into a folder outside the repository. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * Unpacks a package without its dependencies and without running anything of it: what is measured are its built files.
 * @param {{ name: string, version: string }} peer
 * @param {string} into
 * @returns {string} its folder
 */
export const unpack = ({ name, version }, into) => {
  const args = ['pack', '--silent', '--ignore-scripts', `${name}@${version}`];
  const file = execFileSync(NPM, args, { cwd: into, encoding: 'utf8' }).trim();
  const folder = join(into, file.replace(/\.tgz$/, ''));
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', join(into, file), '-C', folder, '--strip-components=1']);
  return folder;
};
