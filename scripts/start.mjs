/** `npm start`: installs and builds what is missing, then runs the support desk until it is stopped. */
import { spawn } from 'node:child_process';
import { root } from './run.mjs';
import { installPackages } from './setup.mjs';

await installPackages();
const { build } = await import('./build.mjs');
await build();

// Starting tsx through its own command would cost an extra process and about 0.3 s.
const desk = spawn(process.execPath, ['--import', 'tsx', 'examples/support-desk/server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
});
// The terminal sends Ctrl-C to both processes; the desk exits and this script follows. SIGTERM must be passed
// on.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    if (signal === 'SIGTERM') desk.kill(signal);
  });
}
desk.on('close', (code) => process.exit(code ?? 1));
