import { execFile, execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { findChromium, findHeadlessShell } from '../../scripts/setup.mjs';
import { startDesk } from '../support/desk';
import { folderForThisFile } from '../support/folder';
import { forThisFile } from '../support/forThis';
import { startHostPages } from '../support/hostPages';

const root = fileURLToPath(new URL('../..', import.meta.url));
const desk = await forThisFile(startDesk());
const pages = await forThisFile(startHostPages());
const folder = folderForThisFile();

/** Copies the example and installs the package as it was packed here. What size-limit needs is this repository's. */
beforeAll(() => {
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--offline', '--silent', '--no-audit', '--no-fund'], { cwd: folder });
  npm('pack', join(root, 'build/npm'));
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  npm('install', '--ignore-scripts', '--omit=peer', `./${tarball}`);
  for (const path of ['size-limit', '@size-limit', '.bin/size-limit'])
    symlinkSync(join(root, 'node_modules', path), join(folder, 'node_modules', path));
  cpSync(join(root, 'examples/budget-check'), folder, { recursive: true });
});

/** @param script what replaces the desk's file */
const check = (script: string): Promise<{ code: number; said: string }> => {
  const page = readFileSync(join(root, 'examples/budget-check/index.html'), 'utf8');
  writeFileSync(join(folder, 'index.html'), page.replace('https://desk.example/porch/porch.now.js', script));
  const brief = ['--runs', '1', '--cpu', '1', '--kbps', '0', '--latency', '0', '--settle', '300'];
  const env = {
    ...process.env,
    CHROME_PATH: findHeadlessShell() ?? findChromium() ?? '',
    GITHUB_STEP_SUMMARY: '',
  };
  return new Promise((resolve) => {
    execFile('npm', ['test', '--', ...brief], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: out + err }),
    );
  });
};

describe('the example examples/budget-check', () => {
  it('passes as it is, with a desk to load from', async () => {
    const { code, said } = await check(`${desk.origin}/porch/porch.now.js`);
    expect(said).toContain('ok    open.frames is 1, within the budget of 2');
    expect(code).toBe(0);
  });

  it('fails once the embed is fatter', async () => {
    const fat = `document.head.append(Object.assign(document.createElement('script'), { src: '${desk.origin}/porch/porch.now.js' }));/*${'x'.repeat(9000)}*/`;
    const headers = { 'Content-Type': 'text/javascript', 'Content-Length': String(fat.length) };
    const { code, said } = await check(pages.serve(fat, headers, '/fat.js'));
    expect(said).toMatch(/over {2}before\.bytes is 1\d\.\d kB, over the budget of 7\.0 kB/);
    expect(said).toContain('over  before.requests is 2, over the budget of 1 by 1');
    expect(code).toBe(1);
  });
});
