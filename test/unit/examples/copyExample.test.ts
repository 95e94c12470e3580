import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyExample, PROGRAMS } from '../../../scripts/copyExample.mjs';
import { npm, root } from '../../../scripts/run.mjs';
import { folderForThisFile } from '../../support/folder';

const made = folderForThisFile();

const filesIn = (folder: string, end: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name));

describe.each(PROGRAMS)('the program %s in a folder of its own', (program) => {
  const folder = join(made, program);
  copyExample(program, folder);

  it('imports only its own files, and links only to them', () => {
    const named = [
      ...filesIn(folder, '.js').map((file) => [file, /(?:from |import\()'(\.[^']*)'/g] as const),
      ...filesIn(folder, '.md').map((file) => [file, /\]\((?!https?:)([^)]+)\)/g] as const),
    ].flatMap(([file, pattern]) =>
      [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, to = '']) => join(dirname(file), to)),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !path.startsWith(folder) || !existsSync(path))).toEqual([]);
  });

  it('has the files that its README names', () => {
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    const [, table = ''] = readme.split('| file | what it does |');
    const files = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  });

  it('starts as its README says, and asks for its settings', () => {
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    expect(readme).toContain(`\`node scripts/copyExample.mjs ${program} FOLDER\``);
    expect(readme).toMatch(/put the settings below into\s+`\.env`, `npm install`, `npm start`/);
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, '.env'), 'KEY=x\n');
    const { status, stderr } = spawnSync(npm, ['start', '--silent'], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toMatch(/^Set DESK_URL: the address of the desk/);
    expect(status).toBe(1);
  });

  it('needs packages in the versions of this repository', () => {
    const versionOf = (name: string): string =>
      JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const [name, version] of Object.entries(dependencies))
      expect([name, version]).toEqual([name, versionOf(name)]);
  });
});

it('no folder with files is written to, and no other example is copied', () => {
  const copy = (...args: string[]) =>
    spawnSync(process.execPath, [join(root, 'scripts/copyExample.mjs'), ...args], { encoding: 'utf8' });
  expect(copy('bot', made)).toMatchObject({ status: 2, stderr: expect.stringContaining('is not empty.') });
  const other = join(made, 'other');
  expect(copy('spa', other)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('No such program: spa.'),
  });
  expect(copy('bot', other)).toMatchObject({ status: 0, stdout: expect.stringContaining('Made ') });
});
