import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/**
 * Runs the support desk as a process on loopback. The caller stops it.
 * @param {string} dataDir
 * @param {Record<string, string>} [settings] more of its environment; with PUBLIC_URL it needs PORT, too
 */
export const startDesk = async (dataDir, settings = {}) => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'examples/support-desk/server/main.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', DEMO: '1', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let output = '';
  /** @type {Promise<void>} */
  const listening = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('Data:')) resolve();
    });
  });
  await Promise.race([listening, exited]);
  const port = settings.PORT ?? /localhost:(\d+)/.exec(output)?.[1];
  if (!port || !output.includes('Data:')) throw new Error('The desk did not start.');
  return {
    origin: `http://127.0.0.1:${port}`,
    token: readFileSync(join(dataDir, 'agent-token'), 'utf8').trim(),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};
