import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findRedis } from '../../scripts/setup.mjs';
import { findPort } from './process';

/** A Redis server of a test's own, on loopback. It keeps nothing on disk. */
export type RedisServer = {
  url: string;
  /** Stops its process without ending it: it accepts connections, and never answers. */
  pause(): void;
  /** Lets its process continue. */
  resume(): void;
  /** Ends all connections of others. */
  killClients(): Promise<void>;
  /** Lets all keys expire this much earlier, as if so many ms had passed. */
  age(ms: number): Promise<void>;
  /** Ends the server at once, with all it holds. */
  stop(): Promise<void>;
  /** Starts it, on the same port and empty. */
  start(): Promise<void>;
  restartEmpty(): Promise<void>;
};

/** The path of Redis's server; without one, the tests that need it are skipped. */
export const REDIS = findRedis();

/** Makes and starts a server. The caller stops it. */
export const startRedis = async (): Promise<RedisServer> => {
  if (!REDIS) throw new Error('There is no Redis on this machine');
  const program = REDIS;
  const port = await findPort();
  const url = `redis://127.0.0.1:${port}`;
  let running: { child: ChildProcess; exited: Promise<unknown> } | undefined;

  const connected = async (use: (client: Redis) => Promise<unknown>): Promise<void> => {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: null });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await use(client);
    } finally {
      client.disconnect();
    }
  };
  const age = (ms: number): Promise<void> =>
    connected(async (client) => {
      for (const key of await client.keysBuffer('*')) {
        const left = await client.pttl(key);
        if (left >= 0) await client.pexpire(key, left - ms);
      }
    });
  const signal = (name: NodeJS.Signals): void => {
    running?.child.kill(name);
  };
  const start = async (): Promise<void> => {
    const options = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: tmpdir() };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const child = spawn(program, args, { stdio: 'ignore' });
    running = { child, exited: once(child, 'exit') };
    while (
      !(await connected((client) => client.ping()).then(
        () => true,
        () => false,
      ))
    ) {
      if (child.exitCode !== null) throw new Error('Redis did not start');
      await wait(10);
    }
  };
  const stop = async (): Promise<void> => {
    signal('SIGKILL');
    await running?.exited;
    running = undefined;
  };
  await start();
  return {
    url,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    killClients: () =>
      connected((client) => client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')),
    age,
    stop,
    start,
    restartEmpty: async () => {
      await stop();
      await start();
    },
  };
};
