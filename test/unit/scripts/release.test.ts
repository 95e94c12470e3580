import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { differences } from '../../../scripts/release/differences.mjs';
import { integrities, sums } from '../../../scripts/release/hashes.mjs';
import { bundledPackages, installedPackages } from '../../../scripts/release/packages.mjs';
import { changelogProblems } from '../../../scripts/release/ready.mjs';
import { root } from '../../../scripts/run.mjs';
import { folderForThisTest } from '../../support/folder';

const folderOf = (files: Record<string, string>): string => {
  const folder = folderForThisTest();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
};

it('two builds that differ in a byte or a file are named with the file', () => {
  const one = folderOf({ same: 'a', changed: 'a', gone: '' });
  const other = folderOf({ same: 'a', changed: 'b', fresh: '' });
  expect(differences([one, ['same', 'changed', 'gone']], [other, ['same', 'changed', 'fresh']])).toEqual([
    'changed differs',
    'fresh is only in the second build',
    'gone is only in the first build',
  ]);
});

it('hashes are those that browsers and sha256sum compute', () => {
  const folder = folderOf({ 'a.js': 'hello', 'a.js.br': 'x', 'a.js.gz': 'xy' });
  expect(integrities(folder)).toEqual({
    'a.js': {
      integrity: 'sha384-WeF0h3dEjGnea4ANejO7+5/xtGPkQ1TDVTvNucZm+pASWjx5+QOXvfX2oT3oKGhP',
      bytes: 5,
      brotli: 1,
      gzip: 2,
    },
  });
  expect(sums(folder, ['a.js'])).toBe(
    '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824  a.js\n',
  );
});

it('the widget’s packages are those in its source maps, and the desk’s those without tools, each version once', () => {
  const row = { version: '1.0.0', license: 'MIT', integrity: 'sha512-AA==' };
  const folder = folderOf({
    'build/maps/a.js.map': JSON.stringify({ sources: ['../src/a.ts', '../node_modules/@s/used/dist/a.js'] }),
    'package-lock.json': JSON.stringify({
      packages: {
        '': {},
        'node_modules/@s/used': row,
        'node_modules/tool': { ...row, dev: true },
        'node_modules/server': row,
        'node_modules/server/node_modules/inner': row,
        'node_modules/@s/used/node_modules/inner': row,
        'node_modules/inner': { ...row, version: '2.0.0' },
      },
    }),
  });
  expect(bundledPackages(folder).map(({ name }) => name)).toEqual(['@s/used']);
  expect(installedPackages(folder).map(({ name, version }) => `${name} ${version}`)).toEqual([
    '@s/used 1.0.0',
    'inner 1.0.0',
    'inner 2.0.0',
    'server 1.0.0',
  ]);
});

it('a release needs its version in the changelog, and nothing unreleased', () => {
  const text = '# Changelog\n\n## Unreleased\n\n- New\n\n## 1.0.0\n\n- Old\n';
  expect(changelogProblems(text.replace('- New\n\n', ''), '1.0.0')).toEqual([]);
  expect(changelogProblems(text, '1.1.0')).toHaveLength(2);
});

it('only the root’s package.json has the version, and the example that names it agrees', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const { version, workspaces } = read('package.json');
  for (const folder of workspaces) expect(read(`${folder}/package.json`)).not.toHaveProperty('version');
  expect(read('package-lock.json').version).toBe(version);
  expect(read('examples/budget-check/package.json').devDependencies['porch-messenger']).toBe(version);
});
