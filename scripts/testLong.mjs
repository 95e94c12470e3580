/**
 * `npm run test:long [schedules] [seed]`: plays fault schedules that no run has played before, 100,000 of them unless
 * told otherwise. What it prints of a failure plays it again (test/faults/README.md).
 */

import { bin, run } from './run.mjs';
import { installPackages } from './setup.mjs';

const [schedules = '100000', seed = String(Math.floor(Date.now() / 1000) % 1_000_000)] =
  process.argv.slice(2);

await installPackages();
console.log(`${schedules} schedules of seed ${seed}`);
process.env.FAULT_SCHEDULES = schedules;
process.env.FAULT_SEED = seed;
process.exit(
  await run(process.execPath, [bin('vitest/vitest.mjs'), 'run', '--project', 'faults', 'schedules']),
);
