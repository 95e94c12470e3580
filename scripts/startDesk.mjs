import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { root } from './run.mjs';

/**
 * Runs the support desk as a process on loopback. The caller stops it.
 * @param {string} dataDir
 * @param {Record<string, string>} [settings] more environment variables; PUBLIC_URL also needs PORT
 */
export const startDesk = async (dataDir, settings = {}) => {
  const token = randomBytes(16).toString('hex');
  const child = spawn(process.execPath, ['--import', 'tsx', 'examples/support-desk/server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO: '1',
      AGENT_TOKEN: token,
      ...settings,
    },
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
    /** The API key from AGENT_TOKEN. */
    token: settings.AGENT_TOKEN ?? token,
    /** The printed link with which a demo's agents sign in. */
    inbox: (/^Inbox: +(\S+)$/m.exec(output)?.[1] ?? '').replace('localhost', '127.0.0.1'),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};
