import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { build } from '../../examples/landing-page/build.mjs';
import { serve } from '../../examples/landing-page/serve.mjs';
import { findChromium, findHeadlessShell, installPackages } from '../../scripts/setup.mjs';
import { leaveAndReturn } from '../support/backForward';
import { launchBrowser, openPage } from '../support/browser';
import { folderForThisFile } from '../support/folder';
import { forThisFile, setUp } from '../support/setUp';
import { conversationWith, replyAs, roundTrip, widgetOf } from '../support/widget';

const root = fileURLToPath(new URL('../..', import.meta.url));
const example = join(root, 'examples/landing-page');
const read = (path: string) => readFileSync(join(example, path), 'utf8');

const { browser, desk, pages } = await setUp({ settings: JSON.parse(read('settings.json')) });
const folder = folderForThisFile();
build(desk.origin, join(folder, 'dist'));
const site = await forThisFile(serve(join(folder, 'dist')));
const CONTACT = `${site.url}amp/contact.html`;

type Command = [file: string, args: string[], env?: Record<string, string>];
const run = (...[file, args, env = {}]: Command): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [file, ...args],
      { cwd: folder, env: { ...process.env, ...env } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, said: out + err }),
    );
  });

/** 'rule: element' of each violation on the page, without its frames. */
const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: injected } = window as unknown as { axe: typeof axe };
    const found = await injected.run(document, { resultTypes: ['violations'], iframes: false });
    if (found.passes.length === 0) return ['No rule found anything to check.'];
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    );
  });
};

const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += Reflect.get(entry, 'value');
        }).observe({ type: 'layout-shift', buffered: true });
        // Entries that were recorded before are delivered in a task of their own.
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
      }),
  );

describe('the example examples/landing-page', () => {
  it('passes its own policy with Trusted Types, and Porch moves nothing on it, before and in a conversation', async () => {
    const { page } = await openPage(browser, { at: site.url });
    const { launcher, log } = widgetOf(page);
    await launcher.waitFor();
    const policy = await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content');
    for (const part of ["default-src 'none'", "require-trusted-types-for 'script'", "'sha256-"])
      expect(policy).toContain(part);
    expect(policy).not.toContain('unsafe');
    await page.getByRole('link', { name: 'Ask a potter' }).click();
    await log.waitFor();
    await roundTrip(desk, page);
    expect(await layoutShift(page)).toBe(0);
  });

  it('forbids markup from texts', async () => {
    const { page } = await openPage(browser, {
      expectedProblems: [/^require-trusted-types-for: /],
      possibleProblems: [/TrustedHTML/],
    });
    await page.goto(site.url);
    const refused = await page.evaluate(() => {
      try {
        document.body.innerHTML = '<p>Written';
      } catch {
        return true;
      }
    });
    expect(refused).toBe(true);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation in the ${colorScheme} scheme, and neither has the page for the frame`, async () => {
      const { page } = await openPage(browser, { at: site.url, colorScheme });
      await widgetOf(page).launcher.waitFor();
      await page.locator('details').evaluateAll((all) => {
        for (const one of all) one.setAttribute('open', '');
      });
      expect(await violations(page)).toEqual([]);
      await page.goto(CONTACT);
      await widgetOf(page).log.waitFor();
      expect(await violations(page)).toEqual([]);
    });
  }

  it('offers an email where JavaScript is off', async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(site.url);
    const links = page.getByRole('link', { name: 'Write to us' });
    expect(await links.last().isVisible()).toBe(true);
    for (const link of await links.all()) expect(await link.getAttribute('href')).toMatch(/^mailto:/);
    expect(requests.filter((url) => url.startsWith(desk.origin))).toEqual([]);
    await page.goto(CONTACT);
    await page.getByRole('link', { name: 'hello@morrow.example' }).waitFor();
  });

  it('offers an email where the messenger is missing', async () => {
    build(desk.origin, join(folder, 'without'), { without: true });
    const bare = await serve(join(folder, 'without'));
    onTestFinished(() => bare.close());
    const { page } = await openPage(browser, { at: bare.url });
    const ask = page.getByRole('link', { name: 'Ask a potter' });
    expect(await ask.getAttribute('href')).toMatch(/^mailto:/);
    expect(await page.locator('script').count()).toBe(0);
  });

  it('comes back from the back/forward cache with its launcher, and the conversation continues', async () => {
    const complete = await launchBrowser([], { complete: true });
    onTestFinished(() => complete.close());
    const { page } = await openPage(complete, { at: site.url });
    const id = await roundTrip(desk, page);
    const elsewhere = pages.serve('<!doctype html><link rel="icon" href="data:,"><p>Elsewhere');
    await leaveAndReturn(page, elsewhere, () => replyAs(desk, id, 'While you were away'));
    // Playwright loses the frames of a restored page, so look from the page itself.
    const log = () =>
      page.evaluate(() => {
        const frame = document.querySelector('[data-porch]')?.shadowRoot?.querySelector('iframe');
        return frame?.contentDocument?.querySelector('[role=log]')?.textContent;
      });
    await expect.poll(log).toContain('While you were away');
    await replyAs(desk, id, 'Now you are back');
    await expect.poll(log).toContain('Now you are back');
    const { launcher } = widgetOf(page);
    await launcher.click();
    await expect.poll(() => launcher.getAttribute('aria-label')).toMatch(/^Open/);
  });

  it('stays within its budget of porch-cost', async () => {
    cpSync(join(example, 'porch-cost.json'), join(folder, 'porch-cost.json'));
    const [, ...args] = JSON.parse(read('package.json')).scripts.cost.split(' ');
    const brief = ['--runs', '1', '--cpu', '1', '--kbps', '0', '--latency', '0', '--settle', '300'];
    const env = { CHROME_PATH: findHeadlessShell() ?? findChromium() ?? '', GITHUB_STEP_SUMMARY: '' };
    const { code, said } = await run(join(root, 'build/npm/cost/cli.mjs'), [...args, ...brief], env);
    expect(said).toContain('ok    before.layoutShift is 0');
    expect(said).toContain('ok    before.requests is 1');
    expect(code, said).toBe(0);
  });
});

describe('its AMP page', () => {
  const amp = join(example, 'amp');
  const validate = (file: string) =>
    run(join(amp, 'node_modules/amphtml-validator/cli.js'), [
      '--validator_js',
      join(amp, 'node_modules/next/dist/compiled/amphtml-validator/validator_wasm.js'),
      '--format=text',
      file,
    ]);

  beforeAll(() => installPackages('examples/landing-page/amp'));

  it('passes AMP’s validator, which refuses the page with a mistake', async () => {
    const file = join(folder, 'dist/amp/index.html');
    expect(await validate(file)).toEqual({ code: 0, said: `${file}: PASS\n` });
    const wrong = join(folder, 'wrong.html');
    writeFileSync(wrong, readFileSync(file, 'utf8').replace('layout="fixed-height"', 'layout="unknown"'));
    expect((await validate(wrong)).code).toBe(1);
  });

  it('shows a frame, with only the rights that amp-iframe gives it, in which visitors and agents talk', async () => {
    const { page } = await openPage(browser);
    const [, sandbox = ''] = /<amp-iframe[^>]* sandbox="([^"]+)"/.exec(read('amp/index.html')) ?? [];
    expect(sandbox).toBe('allow-scripts allow-same-origin allow-forms allow-popups');
    const frame = `<iframe title="Write to us" sandbox="${sandbox}" src="${CONTACT}" width="640" height="560"></iframe>`;
    // The frame is another site's, as it is on AMP's cache.
    const around = pages.serve(`<!doctype html><link rel="icon" href="data:,"><h1>AMP</h1>${frame}`);
    await page.goto(around.replace('localhost', '127.0.0.1'));
    const contact = page.frameLocator('iframe[title="Write to us"]');
    const chat = contact.frameLocator('iframe[title="Messaging window"]');
    const box = chat.locator('[data-on=composer]').getByRole('textbox', { name: 'Type a message' });
    await box.fill('From an AMP page');
    await box.press('Enter');
    const id = await conversationWith(desk, 'From an AMP page');
    await replyAs(desk, id, 'Welcome to it');
    await chat.getByRole('log').getByText('Welcome to it', { exact: true }).waitFor();
    await page.reload();
    await chat.getByRole('log').getByText('Welcome to it', { exact: true }).waitFor();
  });
});
