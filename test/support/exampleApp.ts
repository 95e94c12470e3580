import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/run.mjs';
import { installPackages } from '../../scripts/setup.mjs';
import { BRIEF, costEnv } from './cost';
import type { Desk } from './desk';

const exec = promisify(execFile);

/** Packs the npm package as it was built, and puts its files into a folder of `node_modules`. */
const unpackPorch = async (into: string): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'porch-pack-'));
  await exec('npm', ['pack', join(root, 'build/npm'), '--pack-destination', folder, '--silent']);
  const [tarball = ''] = readdirSync(folder);
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  await exec('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', into]);
  // As npm does when it installs a command.
  chmodSync(join(into, 'cost/cli.mjs'), 0o755);
  rmSync(folder, { recursive: true });
};

export type ExampleApp = {
  /** The example's folder. */
  folder: string;
  /** Runs a script of its package.json. @returns what it prints. Throws if it fails */
  run(script: string, args?: readonly string[], env?: Record<string, string>): Promise<string>;
  /** Runs its script `cost` once at full speed: what is compared are sizes, which no machine changes. */
  cost(desk: Desk, ...args: string[]): Promise<string>;
};

/** Installs the packages of an example's lockfile, and the npm package as it was built. */
export const installExample = async (name: string): Promise<ExampleApp> => {
  const folder = join(root, 'examples', name);
  await installPackages(`examples/${name}`);
  await unpackPorch(join(folder, 'node_modules/porch-messenger'));
  const run: ExampleApp['run'] = async (script, args = [], env = {}) => {
    const options = { cwd: folder, env: { ...process.env, NODE_ENV: 'production', ...env } };
    try {
      const { stdout, stderr } = await exec('npm', ['run', script, '--', ...args], options);
      return stdout + stderr;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`npm run ${script} failed in examples/${name}:\n${stdout}${stderr}`);
    }
  };
  return {
    folder,
    run,
    cost: (desk, ...args) =>
      run('cost', [...BRIEF, `--without=${desk.origin}/*`, ...args], {
        ...costEnv(),
      }),
  };
};
