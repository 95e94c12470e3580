import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_NAME } from '../../scripts/buildNpm.mjs';
import { root } from '../../scripts/run.mjs';

const PLACES = ['README.md', 'CHANGELOG.md', 'docs', 'examples', 'src/npm', 'scripts/porch-cost', '.github'];
const FILES = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...PLACES], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(md|[cm]?[jt]sx?|vue|html|json|ya?ml)$/.test(file));

/** How a text names a package that begins with `porch`. */
const NAMED = [
  /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*['"](porch[\w-]*)/g,
  /\b(?:npm|pnpm|yarn) (?:install|i|add) (?:-\S+ )*(porch[\w-]*)/g,
  /\bpackage `(porch[\w-]*)`/g,
  /^ {4}"(porch[\w-]*)": "(?!cost)/gm,
  /--package[ =](porch[\w-]*)/g,
];

/** The packages that a text names, with `npx COMMAND` where nothing before it has installed the command's package. */
const packagesOf = (text: string): string[] => {
  const named = NAMED.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  const [before = '', ...after] = text.split(/\bnpx (?=porch)/);
  if (after.length > 0 && !/npm (install|ci)\b/.test(before)) named.push('npx');
  return named;
};

it('no page, example or source of the package names another package', () => {
  const named = FILES.flatMap((file) =>
    packagesOf(readFileSync(join(root, file), 'utf8')).map((name) => `${name} in ${file}`),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((one) => !one.startsWith(`${PACKAGE_NAME} in `))).toEqual([]);
});

it.each([
  "import { zE } from 'porch';",
  "import type {} from 'porch/react';",
  "await import('porch')",
  'npm install --save-dev porch',
  'the npm package `porch`',
  '{\n  "dependencies": {\n    "porch": "0.1.0"',
  'npx porch-cost page.html',
])('would find the other package in: %s', (text) => {
  expect(packagesOf(text)).not.toEqual([]);
  expect(packagesOf(text)).not.toContain(PACKAGE_NAME);
});
