import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyExample } from '../../scripts/copyExample.mjs';
import { root } from '../../scripts/run.mjs';

/** An example that runs in its own process. */
export type Program = {
  /** All that it has printed. */
  output(): string;
  /** Ends it as an operator does. @returns the exit code */
  stop(): Promise<number | null>;
  /** Ends it as a crash or a power cut does. */
  kill(): Promise<void>;
};

/** How a program ended that did not start. */
export type NotStarted = { code: number | null; output: string };

const running = new Set<ChildProcess>();

/** Ends the programs that a failed test has left. */
export const killPrograms = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

/** The folder of each example, made as a publisher makes it. */
const folders = new Map<string, string>();

const folderOf = (example: string): string => {
  const known = folders.get(example);
  if (known) return known;
  const folder = mkdtempSync(join(tmpdir(), `porch-${example}-`));
  copyExample(example, folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  folders.set(example, folder);
  return folder;
};

/** Removes the folders of the examples. */
export const removeFolders = (): void => {
  for (const folder of folders.values()) rmSync(folder, { recursive: true });
  folders.clear();
};

const launch = (example: string, env: Record<string, string>) => {
  const child = spawn(process.execPath, ['main.js'], {
    cwd: folderOf(example),
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return { child, output: () => output };
};

/** Starts an example, and waits until it listens. @param example its name @param env all of its environment */
export const startProgram = async (example: string, env: Record<string, string>): Promise<Program> => {
  const { child, output } = launch(example, env);
  while (!/^Listening on .*\n/m.test(output())) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${example} did not start: ${output()}`);
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  };
  return {
    output,
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
  };
};

/** Starts an example that ends on its own. */
export const failProgram = async (example: string, env: Record<string, string>): Promise<NotStarted> => {
  const { child, output } = launch(example, env);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output() };
};
