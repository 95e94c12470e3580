import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openPage } from '../support/browser';
import { fixture, STUB } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { roundTrip, widgetAt, widgetOf } from '../support/widget';

const { browser, desk, pages, pageWith } = await setUp();

const dist = new URL('../../build/dist/', import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, dist), 'utf8');
/** The folder of this build's files. */
const [FOLDER = ''] = readdirSync(dist).filter((name) => statSync(new URL(name, dist)).isDirectory());

/**
 * Simulates a browser with the cached loader of an earlier build. The desk has only some of that build's files.
 * @param kept the names of the files that are there
 * @returns the addresses of the loaders of a later build that were requested
 */
const withEarlierBuild = async (page: Page, kept: RegExp) => {
  const renewals: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('porch.renew.js')) renewals.push(request.url());
  });
  const headers = { 'Content-Type': 'text/javascript', 'Access-Control-Allow-Origin': '*' };
  const loader = textOf('porch.js').replaceAll(FOLDER, 'OldBuild');
  await page.route('**/porch/porch.js*', (route) => route.fulfill({ body: loader, headers }));
  await page.route('**/porch/OldBuild/**', (route) => {
    const [, name = ''] = new URL(route.request().url()).pathname.split('/OldBuild/');
    if (!kept.test(name)) return route.fulfill({ status: 404, headers });
    return route.fulfill({ body: textOf(`${FOLDER}/${name}`), headers });
  });
  return renewals;
};

/** Opens a page whose only errors are about missing files. */
const openRenewed = () => openPage(browser, { possibleProblems: [/404|CORS policy|ERR_FAILED|^Porch: /] });

/** Expects one launcher and at most one window. */
const expectOne = async (page: Page): Promise<void> => {
  expect(await page.locator('[data-porch]').count()).toBe(1);
  expect(await widgetOf(page).window.count()).toBeLessThanOrEqual(1);
};

const it = test.extend('page', async () => (await openRenewed()).page);

describe('a page with the loader of an earlier build', () => {
  it('draws the launcher where its old launcher file is gone, and works', async ({ page }) => {
    const renewals = await withEarlierBuild(page, /^realm\./);
    await page.goto(pageWith(`${STUB} zE('messenger:set', 'zIndex', 42)`));
    await widgetOf(page).launcher.waitFor();
    await roundTrip(desk, page);
    expect(renewals).toHaveLength(1);
    await expectOne(page);
  });

  it('loads the new messenger where the old one is gone, with queued calls, listeners and the open window', async () => {
    const { page } = await openRenewed();
    const renewals = await withEarlierBuild(page, /^(launcher|realm)\./);
    await page.goto(
      pageWith(`${STUB} heard = [];
        zE('messenger:set', 'zIndex', 42);
        zE('messenger:on', 'open', (e) => heard.push(e.type));`),
    );
    const { launcher, log, window } = widgetOf(page);
    await launcher.waitFor();
    await page.evaluate(`
      first = zE;
      off = zE('messenger:on', 'open', () => heard.push('taken back'));
      late = zE('messenger:on', 'close', (e) => heard.push(e.type));
      off(); 0`);
    await launcher.click();
    await log.waitFor();
    expect(await page.evaluate('heard')).toContain('messagingOpened');
    expect(await page.evaluate('heard')).not.toContain('taken back');
    expect(await page.evaluate("document.querySelector('[data-porch]').style.getPropertyValue('--z')")).toBe(
      '42',
    );
    // References to `zE`, and functions it returned earlier, still work.
    await page.evaluate("first('messenger', 'close')");
    await window.waitFor({ state: 'hidden' });
    expect(await page.evaluate('heard')).toContain('messagingClosed');
    await page.evaluate("late(); first('messenger', 'open'); first('messenger', 'close')");
    expect(await page.evaluate("heard.filter((h) => h === 'messagingClosed').length")).toBe(1);
    await roundTrip(desk, page);
    expect(renewals).toHaveLength(1);
    await expectOne(page);
  });

  it('loads the new card where the old words are gone, with earlier calls and a sent message kept', async () => {
    const { page } = await openRenewed();
    await page.goto(pageWith());
    await roundTrip(desk, page);
    const renewals = await withEarlierBuild(page, /^(?!l\/)/);
    await page.goto(
      pageWith(`${STUB} heard = [];
        zE('messenger:set', 'zIndex', 42);
        zE('messenger', 'hide');
        zE('messenger:on', 'close', (e) => heard.push(e.type));
        zE('messenger', 'show');`),
    );
    const { composer, log, window } = widgetOf(page);
    await composer.waitFor();
    await log.getByText(/^Question/).waitFor();
    expect(await page.evaluate("document.querySelector('[data-porch]').style.getPropertyValue('--z')")).toBe(
      '42',
    );
    await page.evaluate("zE('messenger', 'close')");
    await window.waitFor({ state: 'hidden' });
    expect(await page.evaluate('heard')).toEqual(['messagingClosed']);
    await roundTrip(desk, page);
    // Each failed attempt to draw the card requests the renewal once.
    expect(renewals.length).toBeLessThanOrEqual(2);
    await expectOne(page);
  });

  it('shows a failure where there is no other build, asks no further, and opens once the file is back', async () => {
    const { page } = await openRenewed();
    const renewals: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('porch.renew.js')) renewals.push(request.url());
    });
    const file = `**/porch/${FOLDER}/messenger.js`;
    await page.route(file, (route) => route.fulfill({ status: 404 }));
    const { launcher, frame, composer } = await widgetAt(page, pageWith());
    await launcher.click();
    const again = frame.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(renewals).toHaveLength(1);
    await page.route('**/porch/porch.renew.js*', (route) => route.abort());
    await again.click();
    await again.waitFor();
    await expect.poll(() => renewals.length).toBe(2);
    await page.unrouteAll();
    await again.click();
    await composer.waitFor();
    expect(await page.locator('[data-porch]').count()).toBe(1);
  });

  it('changes the build only once where two builds point at each other', async ({ page }) => {
    const renewals = await withEarlierBuild(page, /^(launcher|realm)\./);
    await page.route(`**/porch/${FOLDER}/messenger.js`, (route) => route.fulfill({ status: 404 }));
    await page.route('**/porch/porch.renew.js*', (route) =>
      route.fulfill({
        body: textOf('porch.renew.js').replaceAll(FOLDER, renewals.length > 1 ? 'Third' : FOLDER),
        headers: { 'Content-Type': 'text/javascript', 'Access-Control-Allow-Origin': '*' },
      }),
    );
    const { launcher, frame } = await widgetAt(page, pageWith());
    await launcher.click();
    await frame.getByRole('button', { name: 'Try again' }).waitFor();
    expect(renewals).toHaveLength(2);
    await expectOne(page);
  });

  it('keeps the typed text where the file of a tool in the drawn card is gone', async ({ page }) => {
    const renewals = await withEarlierBuild(page, /^(?!emojiPicker\.)/);
    const { composer, frame, message, open, say, window } = await widgetAt(page, pageWith());
    await open();
    const oldWindow = await window.elementHandle();
    await say('Before the upgrade');
    await composer.pressSequentially('Half a thought');
    const emoji = frame.getByRole('button', { name: 'Add emoji' });
    const failed = frame.getByText('This couldn’t be loaded.');
    await emoji.click();
    await failed.waitFor();
    expect(renewals).toHaveLength(0);
    await frame.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => renewals.length).toBe(1);
    // The old card works until the new build replaces it.
    await expect.poll(() => oldWindow?.evaluate((element) => element.isConnected)).toBe(false);
    await expect.poll(() => composer.inputValue()).toBe('Half a thought');
    await message('Before the upgrade').waitFor();
    await emoji.click();
    await frame.getByRole('dialog', { name: 'Add emoji' }).waitFor();
    await roundTrip(desk, page);
    expect(renewals).toHaveLength(1);
    await expectOne(page);
  });

  it('keeps its build where a tool’s file is gone and the browser may store nothing', async ({ page }) => {
    const renewals = await withEarlierBuild(page, /^(?!emojiPicker\.)/);
    await page.goto(pageWith(`${STUB} zE('messenger:set', 'cookies', 'none')`));
    const { composer, frame, message, open, say } = widgetOf(page);
    await open();
    await say('Keep nothing');
    await composer.pressSequentially('Half a thought');
    const failed = frame.getByText('This couldn’t be loaded.');
    await frame.getByRole('button', { name: 'Add emoji' }).click();
    await failed.waitFor();
    const asked = page.waitForResponse(/OldBuild\/emojiPicker\.js$/);
    await frame.getByRole('button', { name: 'Try again' }).click();
    await asked;
    await failed.waitFor();
    expect(renewals).toHaveLength(0);
    expect(await composer.inputValue()).toBe('Half a thought');
    await message('Keep nothing').waitFor();
  });

  it('loads the new build under a strict policy with Trusted Types', async ({ page }) => {
    await withEarlierBuild(page, /^(launcher|realm)\./);
    const html = fixture('policy.html', { DESK: desk.origin, NONCE: 'n0nce' });
    await page.goto(
      pages.serve(html, {
        'Content-Security-Policy': `default-src 'none'; img-src data:; script-src 'nonce-n0nce' 'strict-dynamic'; connect-src ${desk.origin} ${desk.origin.replace('http', 'ws')}; require-trusted-types-for 'script'; trusted-types porch`,
      }),
    );
    await widgetOf(page).open();
    await expectOne(page);
  });
});
