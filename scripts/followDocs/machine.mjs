/** A server as the pages for operators describe it, made of folders and stand-ins in a temporary folder. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../run.mjs';
import { freePort } from './place.mjs';

/** @typedef {import('./place.mjs').Place} Place */

/**
 * @typedef {object} Machine
 * @property {string} base the folder that replaces `/`
 * @property {string} origin of the desk
 * @property {(code: string, how?: import('./place.mjs').How) => Promise<string>} run runs commands of a page, in
 * /opt/porch once it exists
 * @property {(path: string) => string} local the path on this machine for an absolute path of a page
 * @property {() => string} token an API key, from the environment file or from `keepToken`
 * @property {(token: string) => void} keepToken
 * @property {() => string} journal what the desk has logged
 */

/** @param {string} name */
const standInOf = (name) => fileURLToPath(new URL(`standIns/${name}.mjs`, import.meta.url));
const ADDRESS = 'https://git.example/porch.git';

/**
 * @param {Place} place
 * @param {string} repository has the commit that the machine gets
 * @returns {Promise<Machine>}
 */
export const createMachine = async (place, repository) => {
  const base = place.folder('machine');
  const bin = place.folder('machine/bin');
  for (const path of ['opt', 'etc/systemd/system', 'etc/nginx/conf.d', 'var/lib', 'var/backups', 'run'])
    mkdirSync(join(base, path), { recursive: true });
  /** @param {string} name @param {string} code */
  const standIn = (name, code) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${code}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  for (const name of ['systemctl', 'systemd-run'])
    standIn(name, `exec ${process.execPath} ${standInOf(name)} "$@"`);
  // The desk runs as the user who runs this script.
  standIn('useradd', 'exit 0');
  standIn('sudo', 'shift 2; exec "$@"');
  // Without setting the owner and the group of a folder.
  standIn(
    'install',
    'for word; do shift; case $word in -o | -g) skip=1 ;; *) [ "$skip" ] || set -- "$@" "$word"; skip= ;; esac; done; exec /usr/bin/install "$@"',
  );
  const port = await freePort();
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    MACHINE: base,
    UNIT_PORT: String(port),
  };
  place.onEnd(() => place.shell('systemctl stop porch', { env }).catch(() => {}));

  /** @param {string} code */
  const local = (code) =>
    code
      .replaceAll(ADDRESS, repository)
      .replace(/(?<=^|[\s=("'>])\/(?=(opt|etc|var)\/)/gm, `${base}/`)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);
  const file = (/** @type {string} */ path) => join(base, path);
  return {
    base,
    origin: `http://127.0.0.1:${port}`,
    local,
    run: (code, how = {}) => {
      const porch = file('opt/porch');
      const cwd = existsSync(porch) ? porch : base;
      return place.shell(local(code), { cwd, ...how, env: { ...env, ...how.env } });
    },
    token: () => {
      // The last of several lines wins.
      const lines = readFileSync(file('etc/porch.env'), 'utf8').matchAll(/^AGENT_TOKEN=(.*)$/gm);
      return [...lines].at(-1)?.[1] ?? readFileSync(file('run/api-key'), 'utf8');
    },
    keepToken: (token) => writeFileSync(file('run/api-key'), token),
    journal: () => readFileSync(file('run/porch.log'), 'utf8'),
  };
};

/** @param {Place} place @returns {Promise<string>} a clone of this repository's last commit, to clone and to pull from */
export const cloneThis = async (place) => {
  const clone = join(place.base, 'origin');
  await place.shell(`git clone --quiet --no-hardlinks ${root} ${clone}`);
  return clone;
};
