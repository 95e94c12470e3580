import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Children = {
  /** A folder for everything that the processes store. */
  folder: string;
  start(command: string, args: string[], options?: SpawnOptions): ChildProcess;
  /** Ends the processes, the last first, and removes the folder. */
  end(): Promise<void>;
};

/** Starts the processes of one browser. They also end with this process. */
export const createChildren = (): Children => {
  const folder = mkdtempSync(join(tmpdir(), 'porch-browser-'));
  const children: { child: ChildProcess; exited: Promise<unknown> }[] = [];
  const kill = () => {
    // Each leads a group, as browsers start processes of their own.
    for (const { child } of children)
      try {
        if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
  };
  process.once('exit', kill);
  return {
    folder,
    start(command, args, { env, ...options } = {}) {
      const home = { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder, LANG: 'C.UTF-8' };
      const child = spawn(command, args, {
        stdio: 'ignore',
        detached: true,
        ...options,
        env: { ...home, ...env },
      });
      children.push({ child, exited: once(child, 'exit') });
      return child;
    },
    async end() {
      kill();
      await Promise.all(children.map(({ exited }) => exited));
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};

/** How long a whole browser may take to start on a busy machine, ms. */
const START_MS = 120_000;

/** Asks again and again until there is an answer. @param what names it in the error */
export const until = async <T>(
  what: string,
  ask: () => T | undefined | Promise<T | undefined>,
  ms = START_MS,
): Promise<T> => {
  const end = Date.now() + ms;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`${what} did not come within ${ms / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
