import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type NextServer = {
  /** `http://localhost:PORT`: another origin than the desk's. */
  origin: string;
  close(): Promise<void>;
};

/** Starts the server of a Next.js app that has been built. The caller closes it. Rejects if it ends before it listens. */
export const startNext = async (folder: string): Promise<NextServer> => {
  const next = join(folder, 'node_modules/next/dist/bin/next');
  const server = spawn(process.execPath, [next, 'start', '--hostname', '127.0.0.1', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  server.stderr.on('data', (data) => said.push(String(data)));
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const port = await new Promise<string>((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      said.push(line);
      const [, found] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? [];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error(`The server of Next.js ended:\n${said.join('\n')}`)));
  });
  return {
    origin: `http://localhost:${port}`,
    close: () => {
      server.kill();
      return ended;
    },
  };
};
