import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { launchBrowser, openPage, type PageOptions } from '../support/browser';
import { hasEntry } from '../support/hasEntry';
import { fixture } from '../support/hostPages';
import { forThisFile, setUp } from '../support/setUp';
import { widgetAt, widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();
/** It keeps a page that is left, for the way back. */
const keeping = await forThisFile(launchBrowser([], { complete: true }));

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/**
 * The router of a single-page site: it keeps its own state in each entry, counts its entries and hears of moves. By the
 * rule that routers' guides name, a page that it has moved to begins at the top.
 */
const ROUTER = `<script>
  window.heard = [];
  window.pushed = 0;
  history.scrollRestoration = 'manual';
  history.replaceState({ route: 'first' }, '');
  const push = history.pushState;
  history.pushState = function (...args) { pushed++; return push.apply(this, args); };
  addEventListener('popstate', (event) => {
    heard.push(event.state && event.state.route);
    scrollTo(0, 0);
  });
  for (const type of ['navigate', 'currententrychange'])
    navigation.addEventListener(type, (event) => heard.push(type + ' ' + event.navigationType));
</script><style>body { min-height: 4000px }</style>`;

/** A visitor on a page that they came to from another. */
const visit = async (script = ROUTER, options: PageOptions = PHONE, inBrowser = browser) => {
  const opened = await openPage(inBrowser, options);
  const { page } = opened;
  await page.goto(pages.serve('<title>Before</title>'));
  const html = fixture('plain.html', { DESK: desk.origin }).replace('</head>', `${script}</head>`);
  const url = pages.serve(html);
  const widget = await widgetAt(page, url);
  await widget.launcher.waitFor();
  const state = () =>
    page.evaluate(() => {
      const { heard, pushed } = window as unknown as { heard: string[]; pushed: number };
      return { heard, pushed, state: history.state, length: history.length, place: scrollY };
    });
  return {
    ...opened,
    ...widget,
    url,
    state,
    // Playwright waits for a move of the page, and only the window's frame moves.
    back: () => page.evaluate(() => History.prototype.back.call(history)),
    forward: () => page.evaluate(() => History.prototype.forward.call(history)),
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

describe('Back on a phone', () => {
  it('closes the window, and the page hears nothing and stays where it is; Forward opens it again (router-12)', async () => {
    const { page, url, open, back, forward, isOpen, state, call } = await visit();
    const { length } = await state();
    await page.evaluate(() => scrollTo(0, 900));
    await open();
    await hasEntry(page);
    await back();
    await expect.poll(isOpen).toBe(false);
    expect(page.url()).toBe(url);
    const unmoved = { heard: [], pushed: 0, state: { route: 'first' }, length: length + 1, place: 900 };
    expect(await state()).toEqual(unmoved);
    await forward();
    await expect.poll(isOpen).toBe(true);
    await hasEntry(page);
    await call('close');
    await hasEntry(page, false);
    await forward();
    await expect.poll(isOpen).toBe(true);
    await back();
    await expect.poll(isOpen).toBe(false);
    expect(await state()).toEqual(unmoved);
    // Nothing is left behind: the next one leaves the page.
    await back();
    await expect.poll(() => page.title()).toBe('Before');
  });

  it('works after a reload, and after calls that open and close the window', async () => {
    const { page, open, back, isOpen, state, call, url } = await visit();
    await open();
    await hasEntry(page);
    const { length } = await state();
    await page.reload();
    await expect.poll(isOpen).toBe(true);
    await hasEntry(page);
    for (const name of ['close', 'open', 'close', 'open']) await call(name);
    await hasEntry(page);
    await call('close');
    await hasEntry(page, false);
    await call('open');
    await hasEntry(page);
    // The entry of the time before the reload is gone, too.
    expect((await state()).length).toBe(length);
    await back();
    await expect.poll(isOpen).toBe(false);
    expect(page.url()).toBe(url);
    await back();
    await expect.poll(() => page.title()).toBe('Before');
  });

  it.each(['closed', 'open'])(
    'works on a page that the browser has kept, left with the window %s',
    async (how) => {
      const { page, launcher, open, back, url } = await visit(
        ROUTER,
        {
          ...PHONE,
          possibleProblems: [/Page entered Back-Forward Cache/],
        },
        keeping,
      );
      await open();
      await hasEntry(page);
      // Playwright knows no frame of a page that the browser has kept.
      const seen = () =>
        page.evaluate(() => {
          const surface = document.querySelector('[data-porch]') as Element;
          const frames = [...(surface.shadowRoot?.querySelectorAll('iframe') ?? [])];
          return {
            kept: 'kept' in window,
            open: surface.hasAttribute('data-open'),
            entry: frames.some((f) => !!f.contentWindow?.location.search && !!f.contentWindow.history.state),
          };
        });
      const [closed, opened] = [
        { kept: true, open: false, entry: false },
        { kept: true, open: true, entry: true },
      ];
      await page.evaluate(() => Object.assign(window, { kept: true }));
      if (how === 'closed') {
        await back();
        await expect.poll(seen).toEqual(closed);
      }
      await page.goto(pages.serve('<title>Elsewhere</title>'));
      await back();
      await expect.poll(() => page.url()).toBe(url);
      await expect.poll(seen).toEqual(how === 'closed' ? closed : opened);
      if (how === 'closed') await launcher.tap();
      await expect.poll(seen).toEqual(opened);
      await back();
      await expect.poll(seen).toEqual(closed);
      expect(page.url()).toBe(url);
      await back();
      await expect.poll(() => page.title()).toBe('Before');
    },
  );

  it.each(['open', 'closed'])('leaves nothing where the page ends Porch with the window %s', async (how) => {
    const { page, open, back, isOpen, call } = await visit();
    await open();
    await hasEntry(page);
    if (how === 'closed') {
      await back();
      await expect.poll(isOpen).toBe(false);
    }
    await call('destroy');
    await expect
      .poll(() =>
        page.evaluate(() => ['zE' in window, document.querySelectorAll('[data-porch],iframe').length]),
      )
      .toEqual([false, 0]);
  });

  it('tells the router of its own moves, while the window is open and after', async () => {
    const { page, open, back, forward, isOpen, state, call } = await visit();
    await open();
    await hasEntry(page);
    await page.evaluate(() => history.pushState({ route: 'second' }, '', '#second'));
    await call('close');
    await expect.poll(isOpen).toBe(false);
    await back();
    await expect.poll(() => page.evaluate(() => history.state)).toEqual({ route: 'first' });
    await expect.poll(async () => (await state()).heard).toContain('first');
    await forward();
    await expect.poll(async () => (await state()).heard).toContain('second');
  });

  it('closes the window where the page forbids entries and keeps a state of its own kind', async () => {
    const forbids = `<script>
      history.replaceState('a text', '');
      history.pushState = history.go = history.back = () => { throw new Error('forbidden'); };
    </script>`;
    const { page, open, isOpen, back } = await visit(forbids);
    await open();
    await hasEntry(page);
    expect(await page.evaluate(() => history.state)).toBe('a text');
    await back();
    await expect.poll(isOpen).toBe(false);
    await back();
    await expect.poll(() => page.title()).toBe('Before');
  });
});

it('on a page whose policy sandboxes it, the window opens and its button closes it', async () => {
  // The browser reports the entry's frame, which such a page cannot have.
  const expectedProblems = [/Unsafe attempt to initiate navigation/];
  const { page } = await openPage(browser, { ...PHONE, expectedProblems });
  const html = fixture('plain.html', { DESK: desk.origin });
  await page.goto(
    pages.serve(html, { 'Content-Security-Policy': 'sandbox allow-scripts allow-same-origin' }),
  );
  const { launcher, composer, window, frame } = widgetOf(page);
  await launcher.tap();
  await composer.waitFor();
  await frame.getByRole('button', { name: 'Close messaging window' }).tap();
  await expect.poll(() => window.isVisible()).toBe(false);
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
