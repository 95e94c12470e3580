/** `npm test`: installs what is missing, runs checks and tests, and prints the totals. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from './options.mjs';
import { root } from './run.mjs';
import { installChromium, installForTests, installPackages } from './setup.mjs';
import { inputsOf, keepPassed, passedBefore } from './test/passed.mjs';
import { processorTime } from './test/processorTime.mjs';
import { runStep } from './test/runStep.mjs';
import { leftOut, names, planOf } from './test/steps.mjs';

/** @typedef {import('./test/steps.mjs').Step} Step */
/** @typedef {import('./test/runStep.mjs').Held} Held */

const HELP = `npm test -- [--all | --only A,B] [--shard 1/3] [--fresh]
  without options  runs what takes minutes
  --all            runs everything, as CI does, in about 20 minutes
  --only A,B       runs only these, each in full: ${names().join(', ')}
  --shard N/OF     runs only this part of the files in browsers
  --fresh          also runs what has not changed since it passed in this working copy`;

const { values, refuse } = readOptions(HELP, {
  all: { type: 'boolean' },
  only: { type: 'string' },
  shard: { type: 'string' },
  fresh: { type: 'boolean' },
});
const { all, shard } = values;
const only = values.only?.split(',');
for (const name of only ?? []) if (!names().includes(name)) refuse(`There is no '${name}'.`);
if (only && all) refuse('--all and --only exclude each other.');
if (shard !== undefined && !/^[1-9]\d*\/[1-9]\d*$/.test(shard)) refuse(`'${shard}' is no part such as 1/3.`);

const plan = planOf({ all, only });
const steps = [...plan.beside.flat(), ...plan.after];
const needsBrowsers = steps.some(({ inBrowsers }) => inBrowsers);
// `smoke` needs Chromium only.
const needsAll = steps.some(({ name, inBrowsers }) => inBrowsers && name !== 'smoke');

const start = performance.now();
await Promise.all([
  installPackages(),
  needsBrowsers && installForTests({ all: needsAll }),
  needsAll && installPackages('test/browser/pages'),
]);
if (needsBrowsers) process.env.CHROMIUM_PATH = await installChromium();
const installed = performance.now();
const installing = processorTime() ?? 0;

// CI trusts no earlier result, and a shard does not prove the whole.
const trusts = !process.env.CI && !values.fresh && !only && !shard;
const total = { passed: 0, failed: 0, unchanged: 0 };
/** @type {string[]} */
const failures = [];
/** @type {[seconds: number, name: string][]} */
const times = [];

/** @param {string} text @param {Held} held */
const say = (text, held) => {
  if (held) held.push(Buffer.from(`${text}\n`));
  else console.log(text);
};

/** @param {Step} step @param {Held} [held] */
const take = async (step, held) => {
  const inputs = trusts ? inputsOf(step) : '';
  const before = trusts && !step.isBuild ? passedBefore(step.name, inputs) : undefined;
  if (before !== undefined) {
    say(`\n— ${step.name}: unchanged since it passed`, held);
    total.unchanged += before;
    return;
  }
  say(`\n— ${step.name}`, held);
  const began = performance.now();
  const { passed, failed, names: failedTests = [] } = await runStep(step, { shard, held });
  times.push([(performance.now() - began) / 1000, step.name]);
  if (failed > 0) {
    say(`${step.name} failed`, held);
    failures.push(...(failedTests.length > 0 ? failedTests : [step.name]));
  }
  total.passed += passed;
  total.failed += failed;
  if (trusts) keepPassed(step.name, failed > 0 ? undefined : { inputs, tests: passed });
};

/** @type {() => void} */
let setBuilt = () => {};
/** @type {Promise<void>} */
const built = new Promise((resolve) => {
  setBuilt = resolve;
});
if (!steps.some(({ isBuild }) => isBuild)) setBuilt();

/** @param {Step[]} sequence @param {Held} [held] */
const takeAll = async (sequence, held) => {
  for (const step of sequence) {
    // Otherwise the tests would build too.
    if (step.needsBuild) await built;
    await take(step, held);
    if (step.isBuild) setBuilt();
  }
};

mkdirSync(join(root, 'test/output'), { recursive: true });
// Shows the output of the first sequence as it comes, and that of the second when both have ended.
const [shown, beside] = plan.beside;
/** @type {Held} */
const held = shown.length > 0 ? [] : undefined;
await Promise.all([takeAll(shown), takeAll(beside, held)]);
if (held) process.stdout.write(Buffer.concat(held));
await takeAll(plan.after);

console.log();
for (const [seconds, name] of times) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
const used = processorTime();
const wall = (performance.now() - installed) / 1000;
const processor = used === undefined ? '' : `; processor time ${(used - installing).toFixed(0)} s`;
console.log(
  `${wall.toFixed(1).padStart(7)} s in total${processor}; before that ${((installed - start) / 1000).toFixed(0)} s of installation`,
);
if (total.unchanged > 0) console.log(`unchanged since they passed: ${total.unchanged} tests and checks`);
if (!all && !only) console.log(leftOut());
for (const name of failures) console.log(`failed: ${name}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed ? 1 : 0);
