import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/** The router of a single-page site: it keeps its own state in each entry, counts its entries and hears of moves. */
const ROUTER = `<script>
  window.heard = [];
  window.pushed = 0;
  history.replaceState({ route: 'first' }, '');
  const push = history.pushState;
  history.pushState = function (...args) { pushed++; return push.apply(this, args); };
  addEventListener('popstate', (event) => heard.push(event.state && event.state.route));
</script>`;

/** A visitor on a page that they came to from another. */
const visit = async (script = ROUTER, options = PHONE) => {
  const opened = await openPage(browser, options);
  const { page } = opened;
  await page.goto(pages.serve('<title>Before</title>'));
  const html = fixture('plain.html', { DESK: desk.origin }).replace('</head>', `${script}</head>`);
  const url = pages.serve(html);
  await page.goto(url);
  const widget = widgetOf(page);
  await widget.launcher.waitFor();
  const state = () =>
    page.evaluate(() => {
      const { heard, pushed } = window as unknown as { heard: string[]; pushed: number };
      return { heard, pushed, route: history.state?.route, length: history.length };
    });
  return {
    ...opened,
    ...widget,
    url,
    state,
    back: () => page.goBack({ waitUntil: 'commit' }),
    forward: () => page.goForward({ waitUntil: 'commit' }),
    open: async () => {
      await widget.launcher.tap();
      await widget.composer.waitFor();
    },
    isOpen: () => widget.window.isVisible(),
    call: (name: string) =>
      page.evaluate(
        (method) => (window as unknown as { zE: (...args: string[]) => void }).zE('messenger', method),
        name,
      ),
  };
};

/** Waits until the window has its entry, which comes with the file for full screens. */
const hasEntry = (page: Awaited<ReturnType<typeof visit>>['page']) =>
  expect.poll(() => page.evaluate(() => history.state?.porchWindow)).toBe(true);

describe('Back on a phone', () => {
  it('closes the window and stays on the page, whose router stays where it is; Forward opens it again', async () => {
    const { page, url, open, back, forward, isOpen, state } = await visit();
    const { length } = await state();
    await open();
    await hasEntry(page);
    await back();
    await expect.poll(isOpen).toBe(false);
    expect(page.url()).toBe(url);
    const { heard, ...rest } = await state();
    expect(rest).toEqual({ pushed: 0, route: 'first', length: length + 1 });
    // Chromium tells the page's own listeners first: of the address and the state that they know.
    expect(heard.every((route) => route === 'first')).toBe(true);
    await forward();
    await expect.poll(isOpen).toBe(true);
    await back();
    await expect.poll(isOpen).toBe(false);
    // Nothing is left behind: the next one leaves the page.
    await back();
    await expect.poll(() => page.title()).toBe('Before');
  });

  it('works after a reload, and after calls that open and close the window', async () => {
    const { page, open, back, isOpen, state, call, url } = await visit();
    await open();
    await hasEntry(page);
    await page.reload();
    await expect.poll(isOpen).toBe(true);
    await hasEntry(page);
    const { length } = await state();
    for (const name of ['close', 'open', 'close', 'open']) await call(name);
    await hasEntry(page);
    expect((await state()).length).toBe(length);
    await call('close');
    await expect.poll(async () => page.evaluate(() => history.state)).toEqual({ route: 'first' });
    await call('open');
    await hasEntry(page);
    await back();
    await expect.poll(isOpen).toBe(false);
    expect(page.url()).toBe(url);
    await back();
    await expect.poll(() => page.title()).toBe('Before');
  });

  it('tells the router of its own moves, while the window is open and after', async () => {
    const { page, open, back, isOpen, state, call } = await visit();
    await open();
    await hasEntry(page);
    await page.evaluate(() => history.pushState({ route: 'second' }, '', '#second'));
    await call('close');
    await expect.poll(isOpen).toBe(false);
    await back();
    await expect.poll(() => page.evaluate(() => history.state)).toEqual({ route: 'first' });
    expect((await state()).heard.at(-1)).toBe('first');
    await page.goForward({ waitUntil: 'commit' });
    await expect.poll(async () => (await state()).heard.at(-1)).toBe('second');
  });

  it('does what it did without the messenger where the page forbids entries or keeps a state of its own kind', async () => {
    const forbids = `<script>
      history.replaceState('a text', '');
      history.pushState = history.go = history.back = () => { throw new Error('forbidden'); };
    </script>`;
    const { page, open, isOpen, call, back } = await visit(forbids);
    await open();
    expect(await page.evaluate(() => history.state)).toBe('a text');
    await call('close');
    await expect.poll(isOpen).toBe(false);
    await back();
    await expect.poll(() => page.title()).toBe('Before');
  });
});

it('beside a window that does not fill the screen, Back leaves the page as ever', async () => {
  const { page, launcher, log, state } = await visit(ROUTER, {
    viewport: { width: 1280, height: 800 },
  });
  const { length } = await state();
  await launcher.click();
  await log.waitFor();
  expect((await state()).length).toBe(length);
  await page.goBack();
  expect(await page.title()).toBe('Before');
});
