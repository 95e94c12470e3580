import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findChromium, findHeadlessShell } from '../../scripts/setup.mjs';
import { startDesk } from '../support/desk';
import { folderForThisFile } from '../support/folder';
import { forThisFile } from '../support/forThis';
import { startHostPages } from '../support/hostPages';

const CLI = fileURLToPath(new URL('../../build/npm/cost/cli.mjs', import.meta.url));
const desk = await forThisFile(startDesk());
const pages = await forThisFile(startHostPages());
const folder = folderForThisFile();

const PORCH = `<script async src="${desk.origin}/porch/porch.now.js"></script>`;
const PAGE = '<!doctype html><link rel="icon" href="data:,"><body><h1>A page</h1><p>Its text.</p></body>';
/** One visit of each kind at full speed: what is compared are sizes, which no machine changes. */
const BRIEF = ['--runs', '1', '--cpu', '1', '--kbps', '0', '--latency', '0', '--settle', '300'];

const file = (name: string, content?: unknown): string => {
  const path = join(folder, name);
  if (content !== undefined)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return path;
};

type Ran = { code: number; out: string; err: string };
const cost = (args: string[], env: Record<string, string> = {}): Promise<Ran> =>
  new Promise((resolve) => {
    const chrome = { CHROME_PATH: findHeadlessShell() ?? findChromium() ?? '' };
    const asked = { env: { PATH: process.env.PATH, ...chrome, ...env } };
    execFile(process.execPath, [CLI, ...args, ...BRIEF], asked, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

describe('porch-cost', () => {
  it('finds what Porch adds to a page, before and after opening, and passes it within its budget', async () => {
    const budget = file('budget.json', {
      before: { bytes: 7000, requests: 1, frames: 0, layoutShift: 0 },
      open: { bytes: 90_000, frames: 2 },
    });
    const outputs = ['--json', file('cost.json'), '--markdown', file('cost.md'), '--junit', file('cost.xml')];
    const args = [pages.serve(PAGE), '--embed', PORCH, '--budget', budget, '--policy', ...outputs];
    const ran = await cost([...args, '--picture', file('cost.svg')]);
    expect(ran).toMatchObject({ code: 0, err: '' });
    const { measured, launcher, policy } = JSON.parse(readFileSync(file('cost.json'), 'utf8'));
    const { length } = Buffer.from(await (await fetch(`${desk.origin}/porch/porch.now.js`)).arrayBuffer());
    expect(measured.before.bytes.value).toBeGreaterThan(length / 5);
    expect(measured.before.requests.value).toBe(1);
    expect(measured.open.bytes.value).toBeGreaterThan(20_000);
    expect(measured.open.frames.value).toBe(1);
    expect(measured.open.heapBytes.value).toBeGreaterThan(measured.before.heapBytes.value);
    expect(measured.open.listeners.value).toBeGreaterThan(measured.before.listeners.value);
    expect(measured.before.launcherMs.value).toBeGreaterThan(0);
    expect(measured.before.mainThreadMs.with).toBeGreaterThan(0);
    for (const name of ['mainThreadMs', 'writingMs']) expect(measured.open[name].value).toBeGreaterThan(0);
    expect(launcher.at(-1)).toMatch(/^button/);
    expect(policy).toMatchObject({ launcher: true, blocked: [] });
    expect(ran.out).toContain('A strict policy blocks: nothing.');
    expect(readFileSync(file('cost.md'), 'utf8')).toContain('within budget');
    expect(readFileSync(file('cost.xml'), 'utf8')).toContain('tests="6" failures="0"');
    expect(readFileSync(file('cost.svg'), 'utf8')).toContain('<svg');
  });

  it('fails a fatter embed with the line of the budget that it broke, and writes the table for GitHub', async () => {
    const fat = pages.serve(`/*${'x'.repeat(9000)}*/`, {
      'Content-Type': 'text/javascript',
      'Content-Length': '9004',
    });
    const budget = file('fat.json', { before: { bytes: 7000, requests: 5 } });
    const embed = file('fat.html', `${PORCH}<script async src="${fat}"></script>`);
    const summary = file('summary.md', '');
    const args = [pages.serve(PAGE), '--embed', embed, '--budget', budget, '--quiet', '--launcher', 'none'];
    const { code, out, err } = await cost(args, { GITHUB_STEP_SUMMARY: summary });
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^over {2}before\.bytes is 1\d\.\d kB, over the budget of 7\.0 kB by \d\.\d kB {2}\(.*fat\.json:3 {2}"bytes": 7000\)\n$/,
    );
    expect(readFileSync(summary, 'utf8')).toContain('over budget');
  });

  it('measures nothing without a Chrome, or where the page is not reached', async () => {
    const embed = ['--embed', PORCH];
    const none = await cost([pages.serve(PAGE), ...embed], { CHROME_PATH: '/nowhere/chrome' });
    expect(none).toEqual({
      code: 2,
      out: '',
      err: 'There is no Chrome at /nowhere/chrome, which CHROME_PATH names.\n',
    });
    const closed = await startHostPages();
    await closed.close();
    const silent = await cost([closed.origin, ...embed, '--junit', file('error.xml')]);
    expect(silent.code).toBe(2);
    expect(silent.err).toBe(
      `The page ${closed.origin}/ could not be reached: nothing answers there (ERR_CONNECTION_REFUSED).\n`,
    );
    expect(readFileSync(file('error.xml'), 'utf8')).toContain('errors="1"');
    const other = await cost([`${desk.origin}/no-such-page`, ...embed]);
    expect(other).toMatchObject({
      code: 2,
      err: `The page ${desk.origin}/no-such-page answers with the status 404.\n`,
    });
  });

  it('says that the page’s policy blocks the embed, that its script is missing, or that no launcher was seen', async () => {
    const meta = `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">`;
    const strict = await cost([pages.serve(`${meta}${PAGE}`), '--embed', PORCH]);
    expect(strict.code).toBe(2);
    expect(strict.err).toContain(
      `The page’s Content Security Policy blocks the embed: script-src-elem forbids ${desk.origin}/porch/porch.now.js.`,
    );
    const missing = `<script src="${desk.origin}/porch/none.js"></script>`;
    expect((await cost([pages.serve(PAGE), '--embed', missing])).err).toBe(
      `The embed’s script ${desk.origin}/porch/none.js could not be loaded: the address does not answer with a script (ERR_BLOCKED_BY_ORB).\n`,
    );
    const nothing = await cost([pages.serve(PAGE), '--embed', PORCH, '--launcher', '#nothing']);
    expect(nothing).toMatchObject({
      code: 2,
      err: 'No launcher was seen: nothing on the page fits #nothing.\n',
    });
  });
});
