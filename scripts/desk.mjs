/** `npm run desk -- COMMAND`: runs a command of the desk's operator, such as a backup. Installs and builds what is missing. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answerWithHelp, readCommandLine } from '../examples/support-desk/server/operator/commandLine.mjs';
import { root } from './run.mjs';
import { installPackages } from './setup.mjs';

const read = readCommandLine(process.argv.slice(2));
if (read === 'help' || 'problem' in read) process.exit(answerWithHelp(read));
await installPackages();
const { buildServer } = await import('./build.mjs');
await buildServer();
await import(pathToFileURL(join(root, 'examples/support-desk/build/desk.js')).href);
