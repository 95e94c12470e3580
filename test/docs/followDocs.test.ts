import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../scripts/followDocs/blocks.mjs';
import { allCommands, PEOPLE, unclassified } from '../../scripts/followDocs/rows.mjs';
import { root } from '../../scripts/run.mjs';
import { names } from '../../scripts/test/steps.mjs';
import { folderForThisFile } from '../support/folder';

const commands = allCommands();
const elsewhere = folderForThisFile();

const command = (page: string, begins: string): string => {
  const found = commands.find((one) => one.page === page && one.code.startsWith(begins));
  if (!found) throw new Error(`${page} no longer has: ${begins}`);
  return found.code;
};
const sh = (code: string, cwd: string): string => execFileSync('sh', ['-e', '-c', code], { cwd }).toString();

// `npm run test:long -- follow` runs them.
describe('the commands of the documentation', () => {
  it('are each run by somebody, or left out for a reason', () => {
    expect(commands.length).toBeGreaterThan(50);
    expect(unclassified()).toEqual([]);
  });

  it('are found where no row is about them, and so are rows about a command that is gone', () => {
    const added: Command = { page: 'docs/deploy.md', line: 1, code: 'npm run unknown', isBlock: true };
    const rows = PEOPLE.flatMap((person) => person.rows);
    expect(unclassified([...commands, added], rows)).toEqual([
      'docs/deploy.md:1: no row of scripts/followDocs is about: npm run unknown',
    ]);
    const gone = commands.filter(({ code }) => !code.startsWith('docker build'));
    expect(unclassified(gone, rows)).toEqual([
      'scripts/followDocs: docs/deploy.md no longer has: docker build',
    ]);
  });

  it.each(commands.filter(({ isBlock }) => isBlock))('are a shell’s: $page:$line', ({ code }) => {
    const { status, stderr } = spawnSync('sh', ['-n'], { input: code, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  });

  it('name scripts of package.json, parts of the tests, and files that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const long = readFileSync(join(root, 'scripts/testLong.mjs'), 'utf8');
    for (const { code, page } of commands) {
      for (const [, name = ''] of code.matchAll(/\bnpm run ([\w:]+)/g))
        expect(Object.keys(scripts), page).toContain(name);
      for (const [, only = ''] of code.matchAll(/--only ([\w,]+)/g))
        expect(names(), page).toEqual(expect.arrayContaining(only.split(',')));
      for (const [, part] of code.matchAll(/test:long (?:-- )?(\w+)/g)) expect(long).toMatch(`\n  ${part} `);
      for (const [, file = ''] of code.matchAll(/\bnode (scripts\/\S+)/g))
        expect(() => readFileSync(join(root, file)), page).not.toThrow();
    }
  });

  it.runIf(spawnSync('openssl', ['version']).status === 0)('print the hash of a loader', () => {
    mkdirSync(join(elsewhere, 'dist'));
    writeFileSync(join(elsewhere, 'dist/porch.js'), 'a loader');
    const printed = sh(command('docs/policy.md', 'openssl dgst'), elsewhere);
    expect(printed).toBe(createHash('sha384').update('a loader').digest('base64'));
  });

  it('print the options of the tests and of porch-cost', () => {
    expect(sh(command('.github/CONTRIBUTING.md', 'npm test -- --help'), root)).toContain('--only');
    const packed = join(elsewhere, 'node_modules/porch-messenger');
    cpSync(join(root, 'scripts/porch-cost'), join(packed, 'cost'), { recursive: true });
    writeFileSync(
      join(packed, 'package.json'),
      '{ "name": "porch-messenger", "version": "0.1.0", "type": "module" }',
    );
    mkdirSync(join(elsewhere, 'node_modules/.bin'));
    const start = join(elsewhere, 'node_modules/.bin/porch-cost');
    writeFileSync(start, `#!/bin/sh\nexec ${process.execPath} ${packed}/cost/cli.mjs "$@"\n`, {
      mode: 0o755,
    });
    writeFileSync(join(elsewhere, 'package.json'), '{ "private": true }');
    expect(sh(command('docs/cost.md', 'npx porch-cost --help'), elsewhere)).toContain('--budget');
  });
});
