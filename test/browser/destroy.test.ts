import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { replyAs, roundTrip, widgetOf } from '../support/widget';

const { browser, desk, pages, pageWith } = await setUp();

/** A page without the script, which puts it there itself. */
const bare = () => fixture('plain.html', { DESK: desk.origin }).replace(/<script async[^>]*><\/script>/, '');

/** Puts Porch on the page and takes it off, as often as asked. */
const cycle = (page: Page, times: number) =>
  page.evaluate(
    async ([times, src]) => {
      type Call = (...args: unknown[]) => unknown;
      const zE = () => (window as unknown as { zE?: Call }).zE;
      const until = async (done: () => unknown) => {
        while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
      };
      for (let i = 0; i < times; i++) {
        const script = document.createElement('script');
        script.src = src;
        document.head.append(script);
        await until(zE);
        // Every fifth time the widget is open for a while.
        zE()?.('messenger', 'open');
        if (i % 5 === 4) await new Promise((resolve) => setTimeout(resolve, 100));
        zE()?.('messenger', 'destroy');
        await until(() => !zE());
        script.remove();
      }
    },
    [times, `${desk.origin}/porch/porch.js`] as const,
  );

/** What the page holds, after a garbage collection. */
const measure = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  // Twice: what a detached frame held is free only after it.
  for (let i = 0; i < 2; i++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((m) => m.name === name)?.value ?? Number.NaN;
  const { children, globals } = await page.evaluate(() => ({
    children: document.documentElement.querySelectorAll('*').length,
    globals: Object.keys(window).length,
  }));
  await session.detach();
  return {
    heap: of('JSHeapUsedSize'),
    listeners: of('JSEventListeners'),
    frames: of('Frames'),
    nodes: of('Nodes'),
    children,
    globals,
  };
};

describe('destroy', () => {
  it('leaves no node, listener, frame or global behind, 50 times, and gives the memory back (api-11)', async () => {
    const { page } = await openPage(browser, { at: pages.serve(bare()) });
    // The first cycles load the files, which the browser keeps.
    await cycle(page, 5);
    // Only the page itself is left: nothing waits for a next widget.
    const framesLeft = async () => (await measure(page)).frames;
    await expect.poll(framesLeft).toBe(1);
    const before = await measure(page);
    await cycle(page, 50);
    await expect.poll(framesLeft).toBe(1);
    const after = await measure(page);
    expect([after.children, after.globals, after.frames]).toEqual([
      before.children,
      before.globals,
      before.frames,
    ]);
    expect(after.listeners).toBeLessThanOrEqual(before.listeners);
    expect(after.nodes).toBeLessThanOrEqual(before.nodes + 5);
    expect(after.heap - before.heap).toBeLessThan(1_000_000);
  });

  it('leaves no lock behind while a visitor is created, nor a request for one', async () => {
    const { page } = await openPage(browser);
    await page.route(/\/appusers$/, () => {});
    const locks = () =>
      page.evaluate(async () => {
        const { held = [], pending = [] } = await navigator.locks.query();
        return [held.length, pending.length];
      });
    await page.goto(pageWith());
    const second = await page.context().newPage();
    await second.route(/\/appusers$/, () => {});
    await second.goto(page.url());
    for (const one of [page, second]) await widgetOf(one).open();
    await expect.poll(locks).toEqual([1, 1]);
    for (const one of [second, page]) await one.evaluate("zE('messenger', 'destroy')");
    await expect.poll(locks).toEqual([0, 0]);
  });

  it('keeps the storage: the next widget continues the conversation (api-11)', async () => {
    const opened = await openPage(browser, { expectedProblems: [/has called destroy/] });
    const { page } = opened;
    await page.goto(pageWith());
    const id = await roundTrip(desk, page);
    await replyAs(desk, id, 'Before it went');
    await widgetOf(page).message('Before it went').waitFor();
    await page.evaluate(
      "kept = zE; new Promise((resolve) => zE('messenger', 'destroy', resolve)).then((error) => { gone = error })",
    );
    expect(await page.evaluate('gone')).toBeNull();
    expect(await page.locator('[data-porch], iframe, link[rel=modulepreload]').count()).toBe(0);
    expect(await page.evaluate("[typeof zE, typeof zEmbed, kept('messenger', 'open')]")).toEqual([
      'undefined',
      'undefined',
      undefined,
    ]);
    await page.evaluate("kept('messenger', 'close')");
    expect(opened.problems.consoleErrors.filter((text) => text.includes('destroy'))).toEqual([
      'Porch: The page has called destroy, so this and later calls do nothing.',
    ]);
    await page.evaluate((src) => {
      const script = document.createElement('script');
      script.src = src;
      document.head.append(script);
    }, `${desk.origin}/porch/porch.js`);
    await widgetOf(page).launcher.waitFor();
    await widgetOf(page).message('Before it went').waitFor();
    await roundTrip(desk, page);
  });
});

it('a single-page app keeps one widget over 200 route changes that replace the body (api-11)', async () => {
  const { page } = await openPage(browser, { at: pageWith() });
  await roundTrip(desk, page);
  await page.evaluate((src) => {
    for (let i = 0; i < 200; i++) {
      history.pushState({}, '', `?route=${i}`);
      const body = document.createElement('body');
      body.textContent = `Route ${i}`;
      // A router may put the tag on each page again.
      const script = document.createElement('script');
      script.src = src;
      body.append(script);
      document.body.replaceWith(body);
    }
  }, `${desk.origin}/porch/porch.js`);
  await expect.poll(() => page.locator('[data-porch]').count()).toBe(1);
  // The window's, which is the realm, too.
  expect(await page.locator('iframe').count()).toBe(1);
  await roundTrip(desk, page);
});
