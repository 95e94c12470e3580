/**
 * `npm run bench`: measures the built widget with many messages in Chromium. The figures depend on the
 * machine, so the run asserts nothing.
 */
import { readOptions } from './options.mjs';
import { bin, run } from './run.mjs';
import { installChromium, installPackages } from './setup.mjs';

readOptions('npm run bench\n  has no options', {});
await installPackages();
const env = { CHROMIUM_PATH: await installChromium() };
const args = [bin('vitest/vitest.mjs'), 'run', '--project', 'bench', '--disable-console-intercept'];
process.exit(await run(process.execPath, args, { env }));
