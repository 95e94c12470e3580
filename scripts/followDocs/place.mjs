/** A temporary folder for running commands, and the processes that they leave running. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @typedef {object} How
 * @property {string} [cwd] the folder to run in; by default, that of the place
 * @property {Record<string, string>} [env]
 *
 * @typedef {object} Place
 * @property {string} base the folder
 * @property {(name: string) => string} folder creates a folder inside
 * @property {(code: string, how?: How) => Promise<string>} shell runs commands, and resolves with standard output.
 * Rejects with the output if a command fails
 * @property {(code: string, ready: RegExp, how?: How) => Promise<string>} serve runs a command until the place ends,
 * and resolves with its output once that matches. Rejects if the command ends first
 * @property {(undo: () => unknown) => void} onEnd
 * @property {() => Promise<void>} end stops the processes, the latest first, and removes the folder
 */

const MINUTES = 60_000;
/** npm and the widget's build take minutes on a busy machine. */
const LONGEST = 45 * MINUTES;

/** Variables of the desk, and those that npm and vitest set for this process. */
const OWN =
  /^(npm_(?!config_)|npm_config_(local_|global_)?prefix$|INIT_CWD$|VITEST|NODE_(ENV|OPTIONS)$|PORT$|HOST$|DATA_DIR$|AGENT_TOKEN$|PUBLIC_URL$|DATABASE_URL$|METRICS_TOKEN$|DEMO$|LOG_LEVEL$|PROXIES$)/;

/** @returns {NodeJS.ProcessEnv} the environment of a terminal without any variable of Porch */
const cleanEnv = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN.test(name)));

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
const signalAll = ({ pid }, signal) => {
  try {
    // The process group: the shell, npm and their children.
    if (pid) process.kill(-pid, signal);
  } catch {
    // It has already ended.
  }
};

/** @returns {Promise<number>} a free port */
export const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await once(server.close(), 'close');
  if (!address || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
};

/** @returns {Place} */
export const createPlace = () => {
  const base = mkdtempSync(join(tmpdir(), 'porch-follow-'));
  /** @type {(() => unknown)[]} */
  const undos = [];

  /** @param {string} code @param {How} [how] */
  const start = (code, { cwd = base, env = {} } = {}) => {
    const child = spawn('sh', ['-e', '-c', code], {
      cwd,
      env: { ...cleanEnv(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const heard = { out: '', all: '' };
    child.stdout.on('data', (chunk) => {
      heard.out += chunk;
      heard.all += chunk;
    });
    child.stderr.on('data', (chunk) => {
      heard.all += chunk;
    });
    return { child, heard };
  };

  return {
    base,
    folder: (name) => {
      const path = join(base, name);
      mkdirSync(path, { recursive: true });
      return path;
    },
    shell: async (code, how) => {
      const { child, heard } = start(code, how);
      const limit = setTimeout(() => signalAll(child, 'SIGKILL'), LONGEST);
      const [status] = await once(child, 'close');
      clearTimeout(limit);
      if (status !== 0) throw new Error(`exit code ${status}\n${heard.all.slice(-4000)}`);
      return heard.out;
    },
    serve: async (code, ready, how) => {
      const { child, heard } = start(code, how);
      const ended = once(child, 'exit');
      undos.push(async () => {
        signalAll(child, 'SIGTERM');
        await ended;
      });
      while (!ready.test(heard.out)) {
        if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}\n${heard.all}`);
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
      return heard.out;
    },
    onEnd: (undo) => void undos.push(undo),
    end: async () => {
      for (const undo of undos.reverse()) await undo();
      rmSync(base, { recursive: true, force: true });
    },
  };
};
