/**
 * Replaces `systemctl` on a machine without systemd, or without the rights for it: starts and stops the program of a
 * unit as far as this user can. `MACHINE` is the folder whose etc and var replace the real ones, `UNIT_PORT` the port
 * that replaces the unit's; a unit such as `porch@8081` uses the port of its name.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { MACHINE = '', UNIT_PORT = '' } = process.env;
const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const [verb = '', ...names] = words;
/** The unit to act on. */
let name = '';
const pidFile = () => join(MACHINE, 'run', `${name}.pid`);
const local = (/** @type {string} */ path) => path.replace(/^\/(?=(opt|etc|var)\/)/, `${MACHINE}/`);

/** @returns {string} the text of the unit, with the name filled into a template */
const unit = () => {
  const [, template, instance = ''] = /^(\w+@)(\w+)$/.exec(name) ?? [];
  const text = readFileSync(join(MACHINE, 'etc/systemd/system', `${template ?? name}.service`), 'utf8');
  return text.replaceAll('%i', instance);
};

/** @param {string} key @returns {string[]} the values of the key in the unit */
const valuesOf = (key) =>
  [...unit().matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

/** @param {string} text lines or words of the form NAME=value */
const variables = (text) =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, variable = '', value = '']) => [variable, value]),
  );

/** @returns {number | undefined} */
const running = () => {
  if (!existsSync(pidFile())) return undefined;
  const pid = Number(readFileSync(pidFile(), 'utf8'));
  try {
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
};

const start = () => {
  if (running()) return;
  const [command = '', ...args] = (valuesOf('ExecStart')[0] ?? '').split(' ');
  if (command !== '/usr/bin/node') throw new Error(`The unit runs ${command}.`);
  const own = variables(valuesOf('Environment').join(' ').replaceAll(' ', '\n'));
  for (const [variable, value] of Object.entries(own)) own[variable] = local(value);
  const files = valuesOf('EnvironmentFile').map((file) => readFileSync(local(file), 'utf8'));
  for (const state of valuesOf('StateDirectory'))
    mkdirSync(join(MACHINE, 'var/lib', state), { recursive: true });
  mkdirSync(join(MACHINE, 'run'), { recursive: true });
  const journal = openSync(join(MACHINE, 'run', `${name}.log`), 'a');
  const child = spawn(process.execPath, args, {
    cwd: local(valuesOf('WorkingDirectory')[0] ?? ''),
    // A unit gets nothing from the shell's environment; a file overrides `Environment`.
    env: {
      PATH: '/usr/bin:/bin',
      ...own,
      ...variables(files.join('\n')),
      PORT: /@(\d+)$/.exec(name)?.[1] ?? UNIT_PORT,
    },
    stdio: ['ignore', journal, journal],
    detached: true,
  });
  child.unref();
  writeFileSync(pidFile(), String(child.pid));
};

const stop = async () => {
  const pid = running();
  if (!pid) return;
  process.kill(pid, 'SIGTERM');
  const seconds = Number(valuesOf('TimeoutStopSec')[0] ?? 90);
  const end = performance.now() + seconds * 1000;
  while (running()) {
    if (performance.now() > end) process.kill(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  rmSync(pidFile(), { force: true });
};

const VERBS = /** @type {Record<string, () => unknown>} */ ({
  enable: () => process.argv.includes('--now') && start(),
  disable: () => process.argv.includes('--now') && stop(),
  start,
  stop,
  restart: async () => {
    await stop();
    start();
  },
  'daemon-reload': () => {},
});

const act = VERBS[verb];
if (!act || names.length === 0)
  throw new Error(`This stand-in for systemctl does not know: ${words.join(' ')}`);
for (name of names) await act();
