import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { setUp } from '../support/setUp';
import { conversationWith, replyAs, widgetOf } from '../support/widget';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The publisher's app with React and the wrappers as npm has them. */
const bundle = async (): Promise<string> => {
  const made = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: 'test/fixtures/reactWrappers.mjs', formats: ['iife'], name: 'App', fileName: 'app' },
    },
  });
  const [{ output }] = made as unknown as [{ output: [{ code: string }] }];
  return output[0].code;
};

const { browser, desk, pages } = await setUp();
const app = await bundle();
const address = pages.serve(
  `<!doctype html><html lang="en"><title>An app</title><link rel="icon" href="data:,"><body><div id="app"></div><script>${app.replaceAll('</script', '<\\/script')}</script>`,
);

/** The address that both wrappers have built in; the publisher serves Porch there. */
const SNIPPET = 'https://static.zdassets.com';

type Globals = {
  mountWrapper(name: string, props: object, strict: boolean): void;
  unmountWrapper(): void;
  zendeskApi(...call: unknown[]): void;
  zendeskHook(): Record<string, unknown> & { [name: string]: (...args: unknown[]) => void };
};

const visit = async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  await page.route(`${SNIPPET}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const path = pathname.replace('/ekr/snippet.js', '/porch/porch.js').replace('/ekr/', '/porch/');
    const answer = await fetch(`${desk.origin}${path}${search}`, { headers: { origin: pages.origin } });
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries([...answer.headers].filter(([name]) => !/encoding|length/.test(name))),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
  await page.goto(address);
  return { ...opened, ...widgetOf(page) };
};

const mount = (page: Page, name: string, strict = false, props: object = {}) =>
  page.evaluate(
    ([wrapper, given, strictly]) => (globalThis as unknown as Globals).mountWrapper(wrapper, given, strictly),
    [name, { zendeskKey: 'demo', ...props }, strict] as const,
  );
const unmount = (page: Page) => page.evaluate(() => (globalThis as unknown as Globals).unmountWrapper());
const hosts = (page: Page) => page.evaluate(() => document.querySelectorAll('[data-porch]').length);

describe.each([
  ['react-zendesk', false],
  ['react-zendesk', true],
  ['react-use-zendesk', false],
  ['react-use-zendesk', true],
])('%s as npm has it (StrictMode %s)', (name, strict) => {
  it('shows one messenger that works, however often it is mounted', async () => {
    const { page, launcher, open, say, message } = await visit();
    await mount(page, name, strict);
    await launcher.waitFor();
    expect(await hosts(page)).toBe(1);
    await open();
    const text = `Mounted by ${name}, ${strict}`;
    await say(text);
    await conversationWith(desk, text);
    for (let times = 0; times < 2; times++) {
      await page.evaluate(() => document.querySelector('[data-porch]')?.setAttribute('data-before', ''));
      await unmount(page);
      await mount(page, name, strict);
      // The one before is removed once the new tag has run and the file that removes it has loaded.
      const after = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('[data-porch]')].map((host) => host.hasAttribute('data-before')),
        );
      await expect.poll(after).toEqual([false]);
    }
    // This wrapper ends the visit before it is unmounted; with the other one the window is open again.
    if (name === 'react-use-zendesk') await open();
    else await message(text).waitFor();
    await say(`Again by ${name}, ${strict}`);
    await conversationWith(desk, `Again by ${name}, ${strict}`);
    expect(await hosts(page)).toBe(1);
  });
});

it('react-zendesk passes its settings and calls on, from its `onLoaded`', async () => {
  const { page, launcher, log } = await visit();
  await page.evaluate(
    ([host]) => {
      const { mountWrapper, zendeskApi } = globalThis as unknown as Globals;
      const onLoaded = () => {
        zendeskApi('messenger:set', 'zIndex', 4711);
        zendeskApi('messenger:set', 'locale', 'de');
        zendeskApi('messenger', 'open');
      };
      mountWrapper('react-zendesk', { zendeskKey: 'demo', zendeskHost: host, onLoaded }, false);
    },
    [desk.origin],
  );
  await page.frameLocator('iframe.card').getByRole('log').waitFor();
  expect(await page.locator('[data-porch]').evaluate((e) => e.style.getPropertyValue('--z'))).toBe('4711');
  await page.frameLocator('iframe.card').locator('html[lang=de]').waitFor({ state: 'attached' });
  // Their names are German now, so nothing has the English ones.
  expect([await launcher.count(), await log.count()]).toEqual([0, 0]);
});

it('the hook of react-use-zendesk carries out its calls and reports what happens', async () => {
  const { page, launcher, window, log, composer } = await visit();
  await mount(page, 'react-use-zendesk');
  await launcher.waitFor();
  const call = (name: string, ...args: unknown[]) =>
    page.evaluate(
      ([method, given]) => void (globalThis as unknown as Globals).zendeskHook()[method]?.(...given),
      [name, args] as const,
    );
  const state = (name: string) =>
    page.evaluate((key) => (globalThis as unknown as Globals).zendeskHook()[key] as unknown, name);
  await call('setConversationTags', ['from_hook']);
  await call('open');
  await log.waitFor();
  await expect.poll(() => state('isOpen')).toBe(true);
  const text = 'By the hook';
  await composer.fill(text);
  await composer.press('Enter');
  const id = await conversationWith(desk, text);
  await call('close');
  await window.waitFor({ state: 'hidden' });
  await expect.poll(() => state('isOpen')).toBe(false);
  await replyAs(desk, id, 'An answer', { name: 'Ada' });
  await expect.poll(() => state('unreadMessages')).toBe(1);
  await call('hide');
  await launcher.waitFor({ state: 'hidden' });
  await call('show');
  await launcher.waitFor();
  await call('setZIndex', 12);
  await expect
    .poll(() => page.locator('[data-porch]').evaluate((e) => e.style.getPropertyValue('--z')))
    .toBe('12');
});
