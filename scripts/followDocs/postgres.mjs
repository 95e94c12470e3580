/** A PostgreSQL server for one place, from the installed programs. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './place.mjs';

/** Where Debian keeps the server's programs, by version. */
const DEBIAN = '/usr/lib/postgresql';

/** @returns {string | undefined} the folder of `initdb` and `postgres` */
const findPrograms = () => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((name) => `${DEBIAN}/${name}/bin`) : [];
  return [...versions, '/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'].find((folder) =>
    existsSync(join(folder, 'initdb')),
  );
};

/** PostgreSQL refuses to run as root. @returns {{ uid: number, gid: number } | {}} the user it runs as */
const owner = () => {
  if (process.getuid?.() !== 0) return {};
  /** @param {string} option */
  const idOf = (option) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
};

/** @returns {boolean} whether this machine can run a server */
export const hasPostgres = () => findPrograms() !== undefined;

/**
 * Starts a server that asks for passwords on its port, but not on its socket, where the user `postgres` signs in.
 * @param {import('./place.mjs').Place} place stops it when the place ends
 * @returns {Promise<{ env: Record<string, string>, port: number }>} the environment of its programs
 */
export const startPostgres = async (place) => {
  const programs = findPrograms() ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'porch-postgres-'));
  const as = owner();
  if ('uid' in as) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const password = join(folder, 'password');
  writeFileSync(password, 'unused\n');
  if ('uid' in as) chownSync(password, as.uid, as.gid);
  const access = ['-A', 'scram-sha-256', '--auth-local=trust', `--pwfile=${password}`];
  const made = spawnSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-N', ...access], {
    ...as,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await freePort();
  const settings = ['-h', '127.0.0.1', '-p', String(port), '-k', folder, '-F'];
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings], {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const ended = once(server, 'exit');
  place.onEnd(async () => {
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  while (!log.includes('ready to accept connections')) {
    if (server.exitCode !== null) throw new Error(`postgres: ${log}`);
    await Promise.race([once(server.stderr, 'data'), ended]);
  }
  return { port, env: { PGHOST: folder, PGPORT: String(port), PGUSER: 'postgres' } };
};
