import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/run.mjs';
import { findChromium, findHeadlessShell } from '../../scripts/setup.mjs';
import type { Desk } from './desk';

/** One run at full speed: what is compared are sizes, which no machine changes. */
export const BRIEF = ['--runs', '1', '--cpu', '1', '--kbps', '0', '--latency', '0', '--settle', '300'];

export const costEnv = () => ({
  CHROME_PATH: findHeadlessShell() ?? findChromium() ?? '',
  GITHUB_STEP_SUMMARY: '',
});

/**
 * Compares what the desk's messenger adds to a page with an example's `porch-cost.json`.
 * @param page its address
 * @param example the name of the example's folder
 * @returns what `porch-cost` prints. Throws if the page is over the budget
 */
export const costOf = async (page: string, example: string, desk: Desk): Promise<string> => {
  const budget = join(root, 'examples', example, 'porch-cost.json');
  const args = [page, `--without=${desk.origin}/*`, '--budget', budget, ...BRIEF];
  const env = { ...process.env, ...costEnv() };
  const run = promisify(execFile)(process.execPath, [join(root, 'build/npm/cost/cli.mjs'), ...args], { env });
  const { stdout, stderr } = await run.catch((error) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
  return stdout + stderr;
};
