import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The command for npm. */
export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * Runs a command and resolves with its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean, held?: Buffer[], env?: Record<string, string>, cwd?: string }} [options] quiet shows the
 * output only on failure; held collects the output instead of showing it; cwd is the repository by default
 * @returns {Promise<number>}
 */
export const run = (command, args, { quiet = false, held, env = {}, cwd = root } = {}) =>
  new Promise((resolve) => {
    const stdio = quiet || held ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', stdio, stdio],
      env: { ...process.env, ...env },
    });
    /** @type {Buffer[]} */
    const output = held ?? [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code) => {
      if (quiet && code !== 0) process.stderr.write(Buffer.concat(output));
      resolve(code ?? 1);
    });
  });

/**
 * The path of a program that npm installed. Run it with this Node, without a shell, so that it works on every system.
 * @param {string} path inside node_modules
 */
export const bin = (path) => join(root, 'node_modules', path);

/** Generated files, third-party code, and folders of these. */
const NOT_SOURCE = [
  'node_modules',
  'dist',
  'build',
  '.data',
  '.git',
  '.cache',
  'output',
  '.next',
  'next-env.d.ts',
];

/** @param {string} path @returns {string[]} every source file in the folder, or the file itself */
export const filesOf = (path) => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !NOT_SOURCE.includes(name))
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
};

/**
 * Hashes the contents of files and folders into one value.
 * @param {string[]} paths relative to the repository
 */
export const hashOf = (paths) => {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((p) => filesOf(join(root, p)))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
};

/**
 * Few lower-case characters compress best, and the loader names four files. One build in sixty million shares a name
 * with the one before.
 * @param {string} text
 */
export const shortHash = (text) =>
  BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
    .toString(36)
    .slice(-5);

/**
 * Does the work unless it was last done with the same inputs.
 * @param {string} stamp a file that stores the last inputs; path relative to the repository
 * @param {string} inputs
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} whether the work was done now
 */
export const once = async (stamp, inputs, work) => {
  const file = join(root, stamp);
  if (existsSync(file) && readFileSync(file, 'utf8') === inputs) return false;
  await work();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, inputs);
  return true;
};
