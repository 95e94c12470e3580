/**
 * Replaces `systemd-run`: runs a command with the environment and in the folder that its options name, as this user,
 * and with nothing of the shell's environment. Fails on an unknown option.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** @type {Record<string, string>} */
const env = { PATH: process.env.PATH ?? '' };
let cwd = '/';
const words = process.argv.slice(2);

/** @param {string} text lines of the form NAME=value */
const add = (text) => {
  for (const [, name = '', value = ''] of text.matchAll(/^([A-Z_]+)=(.*)$/gm)) env[name] = value;
};

/** @param {string} property */
const set = (property) => {
  const [, name, value = ''] = /^(\w+)=(.*)$/.exec(property) ?? [];
  if (name === 'WorkingDirectory') cwd = value;
  else if (name === 'EnvironmentFile') add(readFileSync(value, 'utf8'));
  else throw new Error(`This stand-in for systemd-run does not know: -p ${property}`);
};

for (let word = words.shift(); word !== undefined; word = words.shift()) {
  if (['--pipe', '--wait', '--uid=porch'].includes(word)) continue;
  if (word === '-p') set(words.shift() ?? '');
  else if (word === '-E') add(words.shift() ?? '');
  else if (word.startsWith('-')) throw new Error(`This stand-in for systemd-run does not know: ${word}`);
  else {
    const { status } = spawnSync(word, words, { cwd, env, stdio: 'inherit' });
    process.exit(status ?? 1);
  }
}
throw new Error('systemd-run has no command');
