/**
 * `npm run bench`: figures of the built widget with many messages, in Chromium. They are the machine's as much as ours,
 * so nothing is asserted.
 */
import { bin, run } from './run.mjs';
import { installChromium, installPackages } from './setup.mjs';

await installPackages();
const env = { CHROMIUM_PATH: await installChromium() };
const args = [bin('vitest/vitest.mjs'), 'run', '--project', 'bench', '--disable-console-intercept'];
process.exit(await run(process.execPath, args, { env }));
