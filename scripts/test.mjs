/** `npm test`: installs what is missing, runs every check and every test, and prints the totals. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run } from './run.mjs';
import { installChromium, installNginx, installPackages } from './setup.mjs';

const onlyAt = process.argv.indexOf('--only');
const only = onlyAt > 0 ? (process.argv[onlyAt + 1] ?? '').split(',') : undefined;

await installPackages();
const node = process.execPath;
let passed = 0;
let failed = 0;

/** @param {string} name @param {() => Promise<number>} task resolves with an exit code */
const check = async (name, task) => {
  if (only && !only.includes(name)) return;
  console.log(`\n— ${name}`);
  if ((await task()) === 0) passed++;
  else {
    failed++;
    console.error(`${name} failed`);
  }
};

/** Runs one vitest project and counts its tests. @param {string} name */
const tests = async (name) => {
  if (only && !only.includes(name)) return;
  console.log(`\n— ${name}`);
  const file = join(root, 'test/output', `${name}.json`);
  rmSync(file, { force: true });
  const args = [
    'run',
    '--project',
    name,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const code = await run(node, [bin('vitest/vitest.mjs'), ...args, '--passWithNoTests=false']);
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

mkdirSync(join(root, 'test/output'), { recursive: true });
await check('types', () => run(node, [bin('typescript/bin/tsc')]));
await check('lint', () => run(node, [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']));
await check('imports', () => run(node, ['scripts/check-imports.mjs']));
await check('lengths', () => run(node, ['scripts/check-lengths.mjs']));
await check('locales', () => run(node, ['scripts/check-locales.mjs']));
await tests('unit');
await tests('component');
await check('build', () => run(node, ['scripts/build.mjs']));
await check('sizes', () => run(node, [bin('size-limit/bin.js')]));
await tests('contract');
await tests('faults');
if (!only || only.includes('browser') || only.includes('security')) {
  process.env.CHROMIUM_PATH = await installChromium();
  await installNginx();
}
await tests('browser');
await tests('security');

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
