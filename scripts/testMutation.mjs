/**
 * `npm run test:mutation`: Stryker changes the message delivery code in one place at a time, and the run
 * counts how many changes the unit tests notice. Fails below 90% (test/faults/README.md). Stryker has its own
 * package file, so that only this command installs it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from './options.mjs';
import { once, root, run } from './run.mjs';
import { installPackages } from './setup.mjs';

const home = 'test/faults/mutation';

readOptions('npm run test:mutation\n  has no options', {});
await installPackages();
const lock = readFileSync(join(root, home, 'package-lock.json'), 'utf8');
await once(`${home}/node_modules/.porch-installed`, lock, async () => {
  console.log('Installing Stryker …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['ci', '--prefix', home, '--no-audit', '--no-fund', '--loglevel=error'];
  if ((await run(npm, args, { quiet: true })) !== 0) {
    console.error('npm could not install Stryker; its output above says why.');
    process.exit(1);
  }
});

const stryker = join(root, home, 'node_modules/@stryker-mutator/core/bin/stryker.js');
process.exit(await run(process.execPath, [stryker, 'run', `${home}/stryker.config.mjs`]));
