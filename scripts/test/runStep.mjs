import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { bin, root, run } from '../run.mjs';
import { keepDurations } from './durations.mjs';

/** @typedef {{ passed: number, failed: number, names?: string[] }} Outcome `names` are those of the failed tests */
/** @typedef {Buffer[] | undefined} Held collects the output of a step that runs beside another, to show it later */

/**
 * @param {{ testResults: { name: string, status: string, assertionResults: { fullName: string, status: string }[] }[]
 * }} result vitest's JSON report
 * @returns {string[]} each failed test, or the file if none of its tests ran
 */
export const failedTests = ({ testResults }) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = relative(root, name).replaceAll(sep, '/');
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      return failed.length > 0 ? failed.map(({ fullName }) => `${file}: ${fullName}`) : [file];
    });

/**
 * Runs the vitest projects of a step as one run, so that no core is idle when one project ends.
 * @param {string[]} projects
 * @param {{ shard?: string, env?: Record<string, string>, held: Held }} options
 * @returns {Promise<Outcome>}
 */
const runTests = async (projects, { shard, env, held }) => {
  const file = join(root, 'test/output', `${projects.join('-')}.json`);
  rmSync(file, { force: true });
  const args = [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    ...(shard ? [`--shard=${shard}`] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    '--passWithNoTests=false',
  ];
  const code = await run(process.execPath, [bin('vitest/vitest.mjs'), ...args], { held, env });
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const result = JSON.parse(readFileSync(file, 'utf8'));
  keepDurations(result);
  const { numPassedTests: passed, numFailedTests: failed } = result;
  // A file that does not load, or an error outside any test, fails the run but no test.
  return { passed, failed: failed || Number(code !== 0), names: failedTests(result) };
};

/**
 * Runs a step.
 * @param {import('./steps.mjs').Step} step
 * @param {{ shard?: string, held: Held }} options `shard` is `1/3` for the first third of the browser files
 * @returns {Promise<Outcome>} a check counts as one
 */
export const runStep = async ({ projects, args = [], env: amounts, inBrowsers }, { shard, held }) => {
  // Counts a number from the environment, such as FAULT_SCHEDULES.
  const env = Object.fromEntries(Object.entries(amounts ?? {}).filter(([name]) => !(name in process.env)));
  if (projects) return runTests(projects, { shard: inBrowsers ? shard : undefined, env, held });
  const code = await run(process.execPath, args, { held, env });
  return { passed: Number(code === 0), failed: Number(code !== 0) };
};
