import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));

export type DeskProcess = {
  port: number;
  /** `http://127.0.0.1:PORT` */
  origin: string;
  agentToken: string;
  /** Ends it as a crash or a power cut would, and waits until it is gone. */
  crash(): Promise<void>;
};

/**
 * Starts a real desk in a process of its own and waits until it listens. The caller ends it.
 * @param port 0 takes any free one
 */
export const spawnDesk = async (dataDir: string, port = 0): Promise<DeskProcess> => {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', 'examples/support-desk/server/main.ts'],
    {
      cwd: repository,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const exited = once(child, 'exit');
  let output = '';
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const listening = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (/^Data:.*\n/m.test(output)) resolve();
    });
  });
  await Promise.race([listening, exited]);
  const [, found] = /^Page: +http:\/\/localhost:(\d+)\/$/m.exec(output) ?? [];
  if (!found) throw new Error(`The desk did not start: ${errors}`);
  return {
    port: Number(found),
    origin: `http://127.0.0.1:${found}`,
    agentToken: readFileSync(join(dataDir, 'agent-token'), 'utf8').trim(),
    async crash() {
      child.kill('SIGKILL');
      await exited;
    },
  };
};
