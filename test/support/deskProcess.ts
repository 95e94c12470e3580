import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { RUN_DESK } from './process';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A desk that runs in its own process. */
export type Started = {
  process: ChildProcess;
  origin: string;
  /** What it has printed: a link for the first admin, or to the demo's agents. */
  inboxLink: string;
  lines: () => string[];
  errors: () => string;
  /** Sends the signal and waits for the process to exit. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};
export type Ended = { code: number | null; errors: string; output: string };

const running = new Set<ChildProcess>();

/** The desk from its sources, as `npm run dev` runs it. */
export const FROM_SOURCE = ['--import', 'tsx', 'examples/support-desk/server/main.ts'];
/** Starts the desk as `npm start` does, and builds it first if needed. */
export const AS_NPM_START = ['scripts/start.mjs'];

const launch = (env: Record<string, string>, args = RUN_DESK) => {
  const child = spawn(process.execPath, args, {
    cwd: repository,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return { child, output: () => output, errors: () => errors };
};

/** Starts a desk and expects it to listen. */
export const start = async (env: Record<string, string>, args?: string[]): Promise<Started> => {
  const { child, output, errors } = launch(env, args);
  while (!/^Data:.*\n/m.test(output())) {
    if (child.exitCode !== null) throw new Error(`the desk did not start: ${errors()}`);
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
  const [, origin = '', rest = ''] = /^Inbox: +(\S+)\/agent(\S*)$/m.exec(output()) ?? [];
  return {
    process: child,
    origin: origin.replace('localhost', '127.0.0.1'),
    inboxLink: `${origin.replace('localhost', '127.0.0.1')}/agent${rest}`,
    lines: () => output().trimEnd().split('\n'),
    errors,
    end: async (signal) => {
      const ended = once(child, 'exit');
      child.kill(signal);
      const [code, by] = (await ended) as [number | null, NodeJS.Signals | null];
      return { code, signal: by };
    },
  };
};

/** Starts a desk and expects it to exit with an error. */
export const fail = async (env: Record<string, string>): Promise<Ended> => {
  const { child, output, errors } = launch(env);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, errors: errors(), output: output() };
};

/** Kills the processes that a failed test left running. */
export const killAll = (): void => {
  for (const child of running) child.kill('SIGKILL');
};
