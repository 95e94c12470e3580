import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { launchBrowser, openPage } from '../support/browser';
import { forThisFile } from '../support/forThis';
import { startHostPages } from '../support/hostPages';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles the election alone, because no built file uses it yet. */
const bundle = async (): Promise<string> => {
  const made = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      lib: { entry: 'test/support/electionTab.ts', formats: ['iife'], name: 'Tab', fileName: 'tab' },
    },
  });
  const [{ output }] = made as unknown as [{ output: [{ code: string }] }];
  return output[0].code;
};

const pages = await forThisFile(startHostPages());
const inline = `${await bundle()};addEventListener('pageshow', (e) => { if (e.persisted) window.kept = true; });`;
const address = pages.serve(`<!doctype html><link rel="icon" href="data:,"><script>${inline}</script>`);
const browser = await forThisFile(launchBrowser([], { complete: true }));
const context = (await openPage(browser)).page.context();

const openTab = async (): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(address);
  return page;
};
const isElected = (page: Page) => page.evaluate('Tab.election.isElected()');
const elected = (...tabs: Page[]) => Promise.all(tabs.map(isElected));

it('three tabs of one browser elect one of them, and another once it is closed', async () => {
  const first = await openTab();
  await expect.poll(() => isElected(first)).toBe(true);
  const rest = [await openTab(), await openTab()];
  expect(await elected(first, ...rest)).toEqual([true, false, false]);
  await first.close();
  await expect.poll(async () => (await elected(...rest)).filter(Boolean).length).toBe(1);
  const [now, other] = (await isElected(rest[0] as Page)) ? rest : [...rest].reverse();
  await now?.evaluate('Tab.election.dispose()');
  await expect.poll(() => isElected(other as Page)).toBe(true);
  expect(await isElected(now as Page)).toBe(false);
  for (const page of rest) await page.close();
});

it('an elected tab in the back/forward cache gives up its role, and can be elected again when the visitor returns', async () => {
  const page = await openTab();
  await expect.poll(() => isElected(page)).toBe(true);
  const second = await openTab();
  await page.goto(pages.serve('<!doctype html><link rel="icon" href="data:,">'));
  await expect.poll(() => isElected(second)).toBe(true);
  await page.goBack({ waitUntil: 'commit' }).catch(() => null);
  await page.waitForFunction('window.kept !== undefined');
  expect([await page.evaluate('kept'), await isElected(page)]).toEqual([true, false]);
  await second.close();
  await expect.poll(() => isElected(page)).toBe(true);
  await page.close();
});
