import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres } from '../../scripts/setup.mjs';
import { findPort } from './process';

/** A PostgreSQL server of a test's own, on loopback. */
export type PostgresServer = {
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>;
  /** Stops all its processes without ending them: it accepts connections, and never answers. */
  freeze(): void;
  /** Lets its processes continue. */
  thaw(): void;
  /** Ends the server at once. Its data stay. */
  stop(): Promise<void>;
  /** Ends the server as a crash does: without a last word to its sessions, and with a recovery at its start. */
  crash(): Promise<void>;
  /** Starts it again, on the same port. */
  start(): Promise<void>;
  /** Starts a replica, which the caller closes. */
  replicate(): Promise<PostgresReplica>;
  /** Ends the server and deletes its data. */
  close(): Promise<void>;
};

/** A replica of all databases of a server. */
export type PostgresReplica = Omit<PostgresServer, 'newDatabase' | 'replicate'> & {
  /** The address of a database here. @param url its address on the server */
  urlOf(url: string): string;
};

/** The folder of PostgreSQL's programs; without one, the tests that need it are skipped. */
export const POSTGRES = findPostgres();

const ROLE = 'porch';
const ENV = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' };
const binFolder = (): string => {
  if (!POSTGRES) throw new Error('There is no PostgreSQL on this machine');
  return POSTGRES;
};
/** PostgreSQL does not run as root. */
const asNobody = () => (process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {});

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The name of the program, in brackets, may have spaces.
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);

/** Runs one of PostgreSQL's programs to its end. */
const run = (program: string, args: string[], folder: string): void => {
  execFileSync(join(binFolder(), program), args, { stdio: 'pipe', cwd: folder, env: ENV, ...asNobody() });
};

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'porch-postgres-'));
  const { uid, gid } = asNobody();
  if (uid !== undefined) chownSync(folder, uid, gid ?? uid);
  chmodSync(folder, 0o700);
  return folder;
};

/** Starts a server on data that are there. */
const serve = async (folder: string, data: string) => {
  const port = await findPort();
  const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', `port=${port}`];
  const urlOf = (name: string): string => `postgres://${ROLE}@127.0.0.1:${port}/${name}`;
  let running: { child: ChildProcess; exited: Promise<unknown> } | undefined;

  const query = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: urlOf('postgres'), connectionTimeoutMillis: 2000 });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const signal = (name: NodeJS.Signals): void => {
    const pid = running?.child.pid;
    if (pid === undefined) return;
    for (const one of [pid, ...childrenOf(pid)]) {
      try {
        process.kill(one, name);
      } catch {
        // A session has ended since.
      }
    }
  };
  const start = async (): Promise<void> => {
    const args = ['-D', data, ...options.flatMap((option) => ['-c', option])];
    const postgres = join(binFolder(), 'postgres');
    const child = spawn(postgres, args, { stdio: 'ignore', cwd: folder, env: ENV, ...asNobody() });
    running = { child, exited: once(child, 'exit') };
    while (
      !(await query('select 1').then(
        () => true,
        () => false,
      ))
    ) {
      if (child.exitCode !== null) throw new Error('PostgreSQL did not start');
      await wait(50);
    }
  };
  const end = async (how: NodeJS.Signals): Promise<void> => {
    if (!running) return;
    const { child, exited } = running;
    running = undefined;
    child.kill('SIGCONT');
    child.kill(how);
    await exited;
  };
  /** A fast shutdown: it ends all sessions. */
  const stop = () => end('SIGINT');
  await start();
  const ends = {
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    stop,
    crash: () => end('SIGQUIT'),
    start,
    close: async () => {
      signal('SIGCONT');
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return { port, urlOf, query, ends };
};

/** Makes and starts a server. The caller closes it. */
export const startPostgres = async (): Promise<PostgresServer> => {
  const folder = newFolder();
  const data = join(folder, 'data');
  run('initdb', ['-D', data, '-U', ROLE, '--auth=trust', '--encoding=UTF8', '--no-sync'], folder);
  const { port, urlOf, query, ends } = await serve(folder, data);
  let made = 0;
  return {
    ...ends,
    newDatabase: async () => {
      const name = `desk${++made}`;
      await query(`create database ${name}`);
      return urlOf(name);
    },
    replicate: async () => {
      const place = newFolder();
      const copy = join(place, 'data');
      const from = ['-h', '127.0.0.1', '-p', `${port}`, '-U', ROLE];
      run('pg_basebackup', [...from, '-D', copy, '-R', '-c', 'fast', '--no-sync'], place);
      const replica = await serve(place, copy);
      return { ...replica.ends, urlOf: (url) => replica.urlOf(new URL(url).pathname.slice(1)) };
    },
  };
};
