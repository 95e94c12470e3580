/** `npm start`: installs and builds what is missing, then runs the support desk until it is stopped. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readOptions } from './options.mjs';
import { portProblem } from './portFree.mjs';
import { root } from './run.mjs';
import { installPackages } from './setup.mjs';

readOptions(
  `npm start
  has no options: examples/support-desk/README.md lists the environment variables it takes, such as PORT`,
  {},
);
// A newcomer sees the demo first. An operator sets DEMO=0.
process.env.DEMO ??= '1';
const problem = await portProblem(process.env);
if (problem) {
  console.error(problem);
  process.exit(1);
}
await installPackages();
const { build } = await import('./build.mjs');
await build();
// In this process, because a second one would start more slowly.
await import(pathToFileURL(join(root, 'examples/support-desk/build/main.js')).href);
