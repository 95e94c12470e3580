import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildNpm } from '../../../scripts/buildNpm.mjs';
import { folderForThisFile } from '../../support/folder';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = folderForThisFile();
const app = join(folder, 'app');
/** The files that a fresh project imports, and what it holds of its own. */
const PAGES = ['calls', 'scriptTag', 'app'];

beforeAll(async () => {
  await buildNpm(join(folder, 'package'));
  mkdirSync(app);
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--offline', '--silent', '--no-audit', '--no-fund'], { cwd: app });
  npm('pack', join(folder, 'package'), '--pack-destination', folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) as string;
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'fresh', private: true, type: 'module' }));
  npm('install', '--ignore-scripts', '--omit=peer', join(folder, tarball));
  for (const page of PAGES) cpSync(join(root, `test/fixtures/npm/${page}.ts`), join(app, `${page}.ts`));
});

/** How TypeScript finds the package: as bundlers do, or as Node does. */
const BUNDLER = ['--module', 'esnext', '--moduleResolution', 'bundler'];
const NODE = ['--module', 'node16', '--moduleResolution', 'node16'];

/** Checks types in the fresh project. @returns the output of the compiler */
const typecheck = (files: string[], resolution = BUNDLER): string => {
  const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022'];
  const more = ['--lib', 'es2022,dom', '--types', '', ...resolution];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  try {
    execFileSync(process.execPath, [tsc, ...options, ...more, ...files], { cwd: app });
    return '';
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout);
  }
};

/** Runs a script in the fresh project, in Node without a DOM. @returns what it prints, as JSON */
const inNode = (kind: 'module' | 'commonjs', code: string) =>
  JSON.parse(
    execFileSync(process.execPath, ['--no-warnings', `--input-type=${kind}`, '-e', code], {
      cwd: app,
      encoding: 'utf8',
    }),
  );

describe('the npm package, installed into a fresh project', () => {
  it('brings nothing with it', () => {
    expect(readdirSync(join(app, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'porch-messenger',
    ]);
    const files = readdirSync(join(app, 'node_modules/porch-messenger'));
    const known = /\.(js|d\.ts)$|^(package\.json|README\.md|LICENSE|cost)$/;
    expect(files.filter((name) => !known.test(name))).toEqual([]);
  });

  it('brings the command porch-cost, which runs without another package', () => {
    const ran = (...args: string[]) =>
      execFileSync('npx', ['--offline', 'porch-cost', ...args], { cwd: app, encoding: 'utf8' });
    expect(ran('--help')).toContain('--embed TAG_OR_FILE');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(ran('--version').trim()).toBe(version);
  });

  it('has a README without links that lead out of it', () => {
    expect(readFileSync(join(app, 'node_modules/porch-messenger/README.md'), 'utf8')).not.toMatch(
      /\]\((?!https:)/,
    );
  });

  it('types each call: right ones pass, wrong ones do not', () => {
    writeFileSync(join(app, 'wrong.ts'), "import { zE } from 'porch-messenger';\nzE('messenger', 'nope');\n");
    const said = typecheck(['calls.ts', 'scriptTag.ts', 'wrong.ts']).trim().split('\n');
    // The other files expect each of their wrong calls.
    expect(said.filter((line) => line.includes('error TS'))).toEqual([
      expect.stringMatching(/^wrong\.ts\(2,/),
    ]);
  });

  it('has types that are found as Node finds modules', () => {
    const files = ['calls.ts', 'scriptTag.ts', 'wrong.ts'];
    expect(typecheck(files, NODE)).toBe(typecheck(files));
    writeFileSync(
      join(app, 'subpaths.ts'),
      "import { definePorch } from 'porch-messenger/element';\nimport { Porch } from 'porch-messenger/vue';\ndefinePorch();\nnew Porch().$props.src = 1;\n",
    );
    for (const resolution of [NODE, BUNDLER])
      expect(typecheck(['subpaths.ts'], resolution)).toMatch(/^subpaths\.ts\(4,\d+\): error TS2322:.*\n$/);
  });

  it('is imported in Node, where its calls do nothing', () => {
    const code = `
      import { mount, zE } from 'porch-messenger';
      import { Porch } from 'porch-messenger/vue';
      import { definePorch } from 'porch-messenger/element';
      definePorch();
      const unmount = mount({ src: 'https://desk.example/porch/porch.now.js' });
      unmount();
      zE('messenger', 'open');
      const stop = zE('messenger:on', 'open', () => {});
      stop();
      console.log(JSON.stringify([typeof window, Porch.name]));`;
    expect(inNode('module', code)).toEqual(['undefined', 'Porch']);
  });

  it('is loaded by require, or Node says that it is a module', () => {
    const code = `
      let answer;
      try { answer = Object.keys(require('porch-messenger')); } catch (error) { answer = error.code; }
      console.log(JSON.stringify(answer));`;
    // From Node 20.19 on, it can require modules.
    const can = (process.features as { require_module?: boolean }).require_module;
    expect(inNode('commonjs', code)).toEqual(can ? ['mount', 'zE'] : 'ERR_REQUIRE_ESM');
  });

  it('is bundled by Vite, with the wrappers', async () => {
    writeFileSync(join(app, 'index.html'), '<!doctype html><script type="module" src="/app.ts"></script>');
    await build({
      root: app,
      configFile: false,
      logLevel: 'silent',
      resolve: { alias: { react: createRequire(import.meta.url).resolve('preact/compat') } },
    });
    const [script = ''] = readdirSync(join(app, 'dist/assets'));
    const code = readFileSync(join(app, 'dist/assets', script), 'utf8');
    expect(code).toContain('porch-messenger');
    expect(code).toContain('destroy');
  });
});
