/** `npm start`: installs and builds what is missing, then runs the support desk until it is told to stop. */
import { spawn } from 'node:child_process';
import { root } from './run.mjs';
import { installPackages } from './setup.mjs';

await installPackages();
const { build } = await import('./build.mjs');
await build();

// tsx's own command would be one more process, and a third of a second.
const desk = spawn(process.execPath, ['--import', 'tsx', 'examples/support-desk/server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
});
// The terminal gives Ctrl-C to both; the desk ends by itself and this script with it.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    if (signal === 'SIGTERM') desk.kill(signal);
  });
}
desk.on('close', (code) => process.exit(code ?? 1));
