import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { BRIEF_WEBASSEMBLY } from './briefWebAssembly.mjs';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The arguments of Node that run the desk's server as built. Compiling the sources at each start would take a core
 * another second.
 */
export const RUN_DESK = [BRIEF_WEBASSEMBLY, 'examples/support-desk/build/main.js'];

/** The API key of programs at the desks that are started here. */
const AGENT_TOKEN = 'the-token-of-the-desk-in-a-process';

export type DeskProcess = {
  port: number;
  /** `http://127.0.0.1:PORT` */
  origin: string;
  agentToken: string;
  /** What it has printed for the demo's agents. */
  inboxLink: string;
  /** Kills the process as a crash or a power cut would, and waits until it has ended. */
  crash(): Promise<void>;
};

/**
 * Starts a real desk in its own process. The caller ends it, and may do so at any moment.
 * @param port 0 takes any free port
 * @param env more of its environment
 */
export const launchDesk = (
  dataDir: string,
  port = 0,
  env: Record<string, string> = {},
): { listening: Promise<DeskProcess> } & Pick<DeskProcess, 'crash'> => {
  const child: ChildProcess = spawn(process.execPath, RUN_DESK, {
    cwd: repository,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      DEMO: '1',
      AGENT_TOKEN,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let output = '';
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const printed = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (/^Data:.*\n/m.test(output)) resolve();
    });
  });
  const crash = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  const listening = Promise.race([printed, exited]).then(() => {
    const [, found] = /^Page: +http:\/\/localhost:(\d+)\/(?:\?\S+)?$/m.exec(output) ?? [];
    const [, inboxLink = ''] = /^Inbox: +(\S+)$/m.exec(output) ?? [];
    if (!found) throw new Error(`The desk did not start: ${errors}`);
    return {
      port: Number(found),
      origin: `http://127.0.0.1:${found}`,
      agentToken: AGENT_TOKEN,
      inboxLink: inboxLink.replace('localhost', '127.0.0.1'),
      crash,
    };
  });
  listening.catch(() => {});
  return { listening, crash };
};

/** Starts a real desk and waits until it listens. The caller ends it. */
export const spawnDesk = (dataDir: string, port = 0): Promise<DeskProcess> =>
  launchDesk(dataDir, port).listening;

/**
 * Finds a free port below the range for outgoing connections, so that it stays free while its desk is down.
 */
export const findPort = async (): Promise<number> => {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer().listen(port, '127.0.0.1');
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
};
