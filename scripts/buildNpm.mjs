/** Makes the npm package from `src/npm` and `scripts/porch-cost`: `npm pack build/npm` packs it. */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { minify } from 'terser';
import { TAGS } from './calls/readCalls.mjs';
import { compress } from './compress.mjs';
import { listFiles } from './keepBuilds.mjs';
import { bin, root, run } from './run.mjs';

/** The name on npm, where `porch` is another package. */
export const PACKAGE_NAME = 'porch-messenger';

/** The files that a page may import besides `index`. */
const SUBPATHS = ['react', 'vue', 'element'];

/** The file of the command. */
const COMMAND = 'cost/cli.mjs';

/** @param {string} name */
const entry = (name) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });

const packageJson = () => {
  const { version, description, license, repository } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return {
    ...{ name: PACKAGE_NAME, version, description, license, repository },
    type: 'module',
    sideEffects: false,
    types: './index.d.ts',
    exports: {
      '.': entry('index'),
      ...Object.fromEntries(SUBPATHS.map((path) => [`./${path}`, entry(path)])),
    },
    bin: { 'porch-cost': COMMAND },
    files: ['*.js', '*.d.ts', 'cost'],
    peerDependencies: { react: '>=16.8' },
    peerDependenciesMeta: { react: { optional: true } },
  };
};

const TAG = new RegExp(`\\n *\\* @(?:${TAGS.join('|')})\\b.*`, 'g');

/** Removes the tags of the calls that only Porch reads. @param {string} types */
const withoutTags = (types) => types.replace(TAG, '');

/**
 * Builds the package.
 * @param {string} [out] the folder to make it in
 */
export const buildNpm = async (out = join(root, 'build/npm')) => {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const args = [bin('typescript/bin/tsc'), '-p', 'src/npm', '--outDir', out];
  if ((await run(process.execPath, args)) !== 0) throw new Error('The npm package could not be compiled.');
  const made = readdirSync(out);
  for (const file of made.filter((name) => name.endsWith('.js'))) {
    const path = join(out, file);
    const { code = '' } = await minify(readFileSync(path, 'utf8'), { module: true, ecma: 2020 });
    // The file has only types.
    if (/^export *\{\};?$/.test(code)) rmSync(path);
    else writeFileSync(path, code);
  }
  for (const file of made.filter((name) => name.endsWith('.d.ts'))) {
    const path = join(out, file);
    writeFileSync(path, withoutTags(readFileSync(path, 'utf8')));
  }
  copyFileSync(join(root, 'src/npm/global.d.ts'), join(out, 'global.d.ts'));
  const index = join(out, 'index.d.ts');
  // With this, `import type {} from 'porch-messenger'` is enough for a page with the script tag.
  writeFileSync(index, `/// <reference path="./global.d.ts" />\n${readFileSync(index, 'utf8')}`);
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(packageJson(), null, 2)}\n`);
  copyFileSync(join(root, 'src/npm/README.md'), join(out, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
  compress(out);
  // The command runs in Node, as it was written.
  cpSync(join(root, 'scripts/porch-cost'), join(out, 'cost'), {
    recursive: true,
    filter: (path) => basename(path) !== 'package.json',
  });
  // npm packs file modes too, and by default they depend on the umask.
  for (const file of listFiles(out)) chmodSync(join(out, file), file === COMMAND ? 0o755 : 0o644);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildNpm();
