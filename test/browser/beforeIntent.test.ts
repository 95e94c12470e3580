import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { startDesk } from '../support/desk';
import { fixture } from '../support/hostPages';
import { forThisTest, setUp } from '../support/setUp';
import { type Loaded, sumOf, table, watchTraffic } from '../support/traffic';
import { conversationWith, replyAs, roundTrip, widgetAt, widgetOf } from '../support/widget';

const { browser, desk, pages, pageWith } = await setUp();

const BEFORE_INTENT = ['GET /porch/porch.js', 'GET /embeddable/config', 'GET /porch/launcher.js'];

/** The page's global names, without the numbers that stand for frames. The only frames here are Porch's. */
const globals = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...Object.getOwnPropertyNames(window).filter((name) => !/^\d+$/.test(name)),
      ...Object.getOwnPropertySymbols(window).map(String),
    ].sort(),
  );

/** Whether a pointer in the middle of the launcher would hit the launcher. */
const isOnTop = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.querySelector('[data-porch]');
    const box = element?.shadowRoot?.querySelector('button')?.getBoundingClientRect();
    return !!box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === element;
  });

describe('a fresh visit', () => {
  it('loads the page, the loader, the configuration and the launcher, and nothing else (start-10, stats-9)', async () => {
    const { page } = await openPage(browser);
    const traffic = watchTraffic(page);
    await page.goto(`${desk.origin}/`);
    await widgetOf(page).launcher.waitFor();
    expect(page.frames()).toHaveLength(1);
    // Do not move the pointer to check this: hovering already counts as intent.
    expect(await isOnTop(page)).toBe(true);
    await traffic.settled();
    const own = new Set(['GET /', 'GET /style.css', 'GET /icon.svg', 'GET /demo.js']);
    expect(
      traffic
        .requests()
        .filter((r) => !own.has(r))
        .sort(),
    ).toEqual([...BEFORE_INTENT].sort());
  });

  it('fetches code when the pointer nears the launcher, but makes no user (start-11, start-12)', async () => {
    const { page } = await openPage(browser);
    const traffic = watchTraffic(page, desk.origin);
    await page.goto(pageWith());
    await widgetOf(page).launcher.waitFor();
    await traffic.settled();
    expect(traffic.requests().sort()).toEqual([...BEFORE_INTENT].sort());
    await widgetOf(page).launcher.hover();
    await expect.poll(() => traffic.requests()).toContain('GET /porch/messenger.js');
    await traffic.settled();
    expect(traffic.requests().filter((r) => /\/sc\/|\/faye/.test(r))).toEqual([]);
  });

  it('adds zE and zEmbed to the page’s globals, and nothing else, however far the visitor goes', async () => {
    const { page } = await openPage(browser);
    await page.goto(pages.serve('<!doctype html><link rel="icon" href="data:,">'));
    const before = await globals(page);
    await page.goto(pageWith());
    await widgetOf(page).launcher.waitFor();
    const added = async () => (await globals(page)).filter((name) => !before.includes(name));
    expect(await added()).toEqual(['zE', 'zEmbed']);
    await roundTrip(desk, page);
    expect(await added()).toEqual(['zE', 'zEmbed']);
  });

  /** With the shape none the launcher's file may be fetched, but the tag can prevent it. */
  const BARE = { configuration: '', tag: ' data-launcher="none"' };
  for (const [where, attribute] of Object.entries(BARE)) {
    it(`draws no launcher where the ${where} says none, and shows the window when the page asks (launcher-2)`, async () => {
      const shape = attribute ? 'circle' : 'none';
      const bare = await forThisTest(startDesk({ settings: { messenger: { launcher: { shape } } } }));
      const { page } = await openPage(browser);
      const traffic = watchTraffic(page, bare.origin);
      const html = fixture('plain.html', { DESK: bare.origin });
      await page.goto(pages.serve(html.replace('<script async', `<script async${attribute}`)));
      await expect.poll(() => traffic.requests()).toContain('GET /embeddable/config');
      await traffic.settled();
      const files = ['GET /porch/porch.js', 'GET /embeddable/config', 'GET /porch/launcher.js'];
      expect(traffic.requests()).toEqual(files.slice(0, attribute ? 2 : 3));
      expect(await page.locator('[data-porch]').count()).toBe(0);
      expect(page.frames()).toHaveLength(1);
      await page.evaluate("zE('messenger', 'open')");
      const widget = widgetOf(page);
      await widget.composer.waitFor();
      await widget.say('No button');
      await replyAs(bare, await conversationWith(bare, 'No button'), 'None needed');
      await widget.message('None needed').waitFor();
      expect(await widget.launcher.count()).toBe(0);
      // Without a launcher, the window takes its place.
      await expect.poll(async () => (await widget.window.boundingBox())?.height).toBe(700);
      await traffic.settled();
      expect(traffic.requests().filter((r) => r.includes('launcher.'))).toEqual(
        files.slice(attribute ? 3 : 2),
      );
      await page.evaluate("zE('messenger', 'close')");
      await widget.window.waitFor({ state: 'hidden' });
    });
  }
});

/** The chunk with realtime. Nothing before the composer may wait for it. */
const REALTIME = /\/realtimeChunk\./;

/** Answers and files that the finished card does not wait for: the composer works without them. */
const AFTER_THE_CARD =
  /\/appusers$|\/integrations\/|\/(http|failures|several|history|sendQueue|cycleFocus)\./;

/**
 * @param path the answer that has the configuration
 * @returns the traffic with the bytes of a desk at a fixed port. At a free port the configuration varies by 13 bytes.
 */
const atFixedPort = async (page: Page, loaded: Loaded[], path = '/embeddable/config'): Promise<Loaded[]> => {
  const entry = loaded.find((l) => l.path === path);
  if (!entry) throw new Error('No configuration was fetched');
  if (entry.encoding !== 'br') return loaded;
  const text = await (await page.request.get(entry.url)).text();
  const bytes = brotliCompressSync(text.replaceAll(desk.origin, 'http://127.0.0.1:8080')).length;
  return loaded.map((l) => (l === entry ? { ...l, bytes } : l));
};

/**
 * Opens the widget up to a usable composer.
 * @returns what was loaded for the launcher and in all, without realtime
 */
const firstVisit = async (page: Page, openEnded?: RegExp): Promise<{ launcher: Loaded[]; all: Loaded[] }> => {
  const traffic = watchTraffic(page, desk.origin, openEnded);
  const { launcher: button, open, composer } = await widgetAt(page, pageWith());
  await button.waitFor();
  const launcher = await atFixedPort(page, await traffic.loaded());
  await open();
  await composer.fill('Usable');
  await expect.poll(() => traffic.requests().some((request) => REALTIME.test(`${request}.`))).toBe(true);
  const all = (await traffic.loaded()).filter((l) => !l.path.startsWith('/faye'));
  return { launcher, all: await atFixedPort(page, all) };
};

describe('the bytes of a first visit', () => {
  it('stay within the budget of one file with the configuration: 5.6 kB', async () => {
    const { page } = await openPage(browser, { locale: 'en-US' });
    const traffic = watchTraffic(page, desk.origin);
    const html = fixture('plain.html', { DESK: desk.origin });
    await page.goto(pages.serve(html.replace('porch.js', 'porch.now.js')));
    await widgetOf(page).launcher.waitFor();
    const loaded = await atFixedPort(page, await traffic.loaded(), '/porch/porch.now.js');
    console.info(table('Until the launcher is clickable, in one file', loaded));
    expect(loaded).toMatchObject([{ path: '/porch/porch.now.js', status: 200, encoding: 'br' }]);
    expect(sumOf(loaded)).toBeLessThanOrEqual(5_580);
  });

  it('stay within their budgets: launcher 5.7 kB, composer 45.2 kB, everything with realtime 65.1 kB', async () => {
    // First hold realtime back, to check that the composer does not need it.
    const without = await openPage(browser, { locale: 'en-US' });
    await without.page.route(REALTIME, () => {});
    const { launcher, all: twice } = await firstVisit(without.page, /^\/faye|\/realtimeChunk/);
    expect(twice.filter((l) => REALTIME.test(l.path))).toEqual([]);
    // A page whose requests are routed has no cache, so the realm fetches what was fetched ahead again.
    const composer = twice.filter((l, i) => twice.findIndex(({ url }) => url === l.url) === i);
    await without.close();
    const opened = await openPage(browser, { locale: 'en-US' });
    const { all } = await firstVisit(opened.page);
    await opened.close();

    console.info(table('Until the launcher is clickable', launcher));
    console.info(table('Until the composer is usable', composer));
    console.info(table('With realtime', all));
    for (const answer of all.filter((l) => l.path.startsWith('/porch/') || l.path === '/embeddable/config')) {
      expect(answer, answer.path).toMatchObject({ status: 200, encoding: 'br' });
      expect(answer.bytes, answer.path).toBeGreaterThan(0);
    }
    expect(all.some((l) => REALTIME.test(l.path))).toBe(true);
    const fetched = all.filter((l) => l.path.startsWith('/porch/')).map((l) => l.url);
    expect(fetched).toEqual([...new Set(fetched)]);
    const files = launcher.filter((l) => l.path.startsWith('/porch/'));
    expect(sumOf(files)).toBeLessThanOrEqual(5_660);
    // With the configuration.
    expect(sumOf(launcher)).toBeLessThanOrEqual(5_800);
    expect(sumOf(composer.filter((l) => !AFTER_THE_CARD.test(l.path)))).toBeLessThanOrEqual(45_180);
    expect(sumOf(all)).toBeLessThanOrEqual(65_200);
  });

  it('are less than half as many by gzip as uncompressed, for a browser that accepts no brotli', async () => {
    const visitWith = async (encodings: string) => {
      const { page, close } = await openPage(browser, { locale: 'en-US' });
      await page.setExtraHTTPHeaders({ 'Accept-Encoding': encodings });
      const { all } = await firstVisit(page);
      await close();
      console.info(table(`With realtime, by ${encodings}`, all));
      return all;
    };
    const small = await visitWith('gzip, deflate');
    const files = small.filter(({ path }) => path.startsWith('/porch/') || path === '/embeddable/config');
    for (const answer of files) expect(answer, answer.path).toMatchObject({ status: 200, encoding: 'gzip' });
    const plain = await visitWith('identity');
    expect(plain.filter(({ encoding }) => encoding)).toEqual([]);
    expect(sumOf(small)).toBeLessThan(sumOf(plain) / 2);
  });
});
