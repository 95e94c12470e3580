/**
 * `npm run test:mutation`: Stryker changes the message delivery code in one place at a time, and the run
 * counts how many changes the unit tests notice. Fails below 90% (test/faults/README.md). Stryker has its own
 * package file, so that only this command installs it.
 */
import { join } from 'node:path';
import { readOptions } from './options.mjs';
import { root, run } from './run.mjs';
import { installPackages } from './setup.mjs';

const home = 'test/faults/mutation';

readOptions('npm run test:mutation\n  has no options', {});
await installPackages();
await installPackages(home);

const stryker = join(root, home, 'node_modules/@stryker-mutator/core/bin/stryker.js');
process.exit(await run(process.execPath, [stryker, 'run', `${home}/stryker.config.mjs`]));
