/** `npm test`: installs what is missing, runs every check and every test, and prints the totals. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run } from './run.mjs';
import { installChromium, installForTests, installPackages } from './setup.mjs';

const onlyAt = process.argv.indexOf('--only');
const only = onlyAt > 0 ? (process.argv[onlyAt + 1] ?? '').split(',') : undefined;

/** The projects of `inBrowsers`, which runs them as one. */
const IN_BROWSERS = ['browser', 'otherBrowsers', 'security'];
const needsBrowsers = !only || only.some((name) => IN_BROWSERS.includes(name));
// Mostly waits for downloads and the disk, and so runs beside the rest.
const installed = needsBrowsers ? installForTests() : Promise.resolve();
await installPackages();
const node = process.execPath;
let passed = 0;
let failed = 0;

/** @typedef {Buffer[] | undefined} Held the output of a step beside another, shown when both have ended */

/** @param {string} text @param {Held} held */
const say = (text, held) => {
  if (held) held.push(Buffer.from(`${text}\n`));
  else console.log(text);
};

/** Runs a program of this repository. @param {string} name @param {string[]} args @param {Held} [held] */
const check = async (name, args, held) => {
  if (only && !only.includes(name)) return;
  say(`\n— ${name}`, held);
  if ((await run(node, args, { held })) === 0) passed++;
  else {
    failed++;
    say(`${name} failed`, held);
  }
};

/**
 * Runs vitest projects as one run, so that the end of one leaves no core idle, and counts their tests.
 * @param {string[]} names
 * @param {Held} [held]
 */
const tests = async (names, held) => {
  const asked = names.filter((name) => !only || only.includes(name));
  if (asked.length === 0) return;
  say(`\n— ${asked.join(', ')}`, held);
  const file = join(root, 'test/output', `${asked.join('-')}.json`);
  rmSync(file, { force: true });
  const args = [
    'run',
    ...asked.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    '--passWithNoTests=false',
  ];
  const code = await run(node, [bin('vitest/vitest.mjs'), ...args], { held });
  if (!existsSync(file)) {
    failed++;
    return;
  }
  const result = JSON.parse(readFileSync(file, 'utf8'));
  passed += result.numPassedTests;
  failed += result.numFailedTests;
  // A file that does not load, or an error outside any test, fails the run without failing a test.
  if (code !== 0 && result.numFailedTests === 0) failed++;
};

/**
 * Runs two sequences of steps at once. Shows what the first prints as it comes, and what the second printed
 * after both; with `--only`, which rarely names steps of both, all as it comes.
 * @param {() => Promise<void>} shown
 * @param {(held: Held) => Promise<void>} beside
 */
const atOnce = async (shown, beside) => {
  /** @type {Held} */
  const held = only ? undefined : [];
  await Promise.all([shown(), beside(held)]);
  if (held) process.stdout.write(Buffer.concat(held));
};

mkdirSync(join(root, 'test/output'), { recursive: true });
/** @type {() => void} */
let isBuilt = () => {};
/** @type {Promise<void>} */
const built = new Promise((resolve) => {
  isBuilt = resolve;
});
await atOnce(
  async () => {
    // Beside the build, more threads would only check the same types twice.
    await check('types', [bin('typescript/bin/tsc'), '--singleThreaded']);
    await check('lint', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']);
    await check('imports', ['scripts/check-imports.mjs']);
    await check('lengths', ['scripts/check-lengths.mjs']);
    await check('locales', ['scripts/check-locales.mjs']);
    await check('behaviour', ['scripts/check-behaviour.mjs']);
    await tests(['unit', 'component', 'spec', 'mocked']);
    // They start the built desk, and would build it themselves.
    await built;
    await tests(['contract']);
  },
  async (held) => {
    await check('build', ['scripts/build.mjs'], held);
    isBuilt();
    await check('sizes', [bin('size-limit/bin.js')], held);
    await tests(['faults'], held);
    await tests(['kills'], held);
  },
);
await installed;
if (needsBrowsers) process.env.CHROMIUM_PATH = await installChromium();
await tests(only ? IN_BROWSERS : ['inBrowsers']);

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
