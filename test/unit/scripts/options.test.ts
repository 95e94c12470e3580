import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  scripts: Record<string, string>;
};
const OURS = Object.entries(scripts).flatMap(([name, command]) => {
  const [, file] = /^node (\S+)/.exec(command) ?? [];
  return file ? [[name, file] as const] : [];
});
const OTHERS = ['callTables', 'storedTable', 'compareSizes', 'emojiWords'];
const ALL = [...OURS, ...OTHERS.map((name) => [name, `scripts/${name}.mjs`] as const)];

const run = (file: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

it.each(ALL)('%s answers an option it does not have with its help, and does nothing', (_name, file) => {
  const { status, stdout, stderr } = run(file, '--no-such-option');
  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^Unknown option '--no-such-option'.*\n\n(npm|node scripts)/);
  expect(stderr).not.toMatch(/^\s+at /m);
});

it.each(ALL)('%s answers a value too many or a wrong one with its help', (_name, file) => {
  const { status, stderr } = run(file, 'nonsense', '9', '9', '9');
  expect(status).toBe(2);
  expect(stderr).toMatch(/\n\n(npm|node scripts)/);
});

it.each(ALL)('%s prints its help when asked', (_name, file) => {
  const { status, stdout, stderr } = run(file, '--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^(npm|node scripts)/);
});
