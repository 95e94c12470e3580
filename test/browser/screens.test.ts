import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();

const TALL = '<style>body{min-height:4000px}</style>';

/** A visitor on a scrolling page who has opened the widget and written some lines. */
const visit = async (options: BrowserContextOptions, before?: (page: Page) => Promise<unknown>) => {
  const opened = await openPage(browser, options);
  const { page } = opened;
  await before?.(page);
  await page.goto(
    pages.serve(fixture('plain.html', { DESK: desk.origin }).replace('</head>', `${TALL}</head>`)),
  );
  const widget = widgetOf(page);
  await widget.launcher.waitFor();
  await page.evaluate(() => scrollTo(0, 300));
  await widget.open();
  const line = (i: number) => `Line ${i} of what is said here, long enough to wrap on a phone`;
  for (let i = 1; i <= 12; i++) {
    await widget.composer.fill(line(i));
    await widget.composer.press('Enter');
  }
  await widget.message(line(12)).waitFor();
  return { ...opened, ...widget };
};

type Visit = Awaited<ReturnType<typeof visit>>;

/** Whether composer and last message are fully on the screen, above `bottom`. */
const isSeen = async ({ page, composer, log }: Visit, bottom?: number): Promise<boolean> => {
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const end = bottom ?? height;
  for (const part of [composer, log.getByText(/^Line 12 /)]) {
    const box = await part.boundingBox();
    if (!box || box.x < 0 || box.y < 0 || box.x + box.width > width + 0.5) return false;
    if (box.y + box.height > end + 0.5) return false;
  }
  return true;
};

const canScroll = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).overflow !== 'hidden');

describe('composer and last message', () => {
  const SIZES = [
    [1280, 800],
    [1280, 600],
    [390, 844],
    [844, 390],
    [320, 568],
  ] as const;

  it.each(SIZES)('stay on the screen at %i × %i, rotated and back', async (width, height) => {
    const visited = await visit({ viewport: { width, height } });
    await expect.poll(() => isSeen(visited)).toBe(true);
    await visited.page.setViewportSize({ width: height, height: width });
    await expect.poll(() => isSeen(visited)).toBe(true);
    await visited.page.setViewportSize({ width, height });
    await expect.poll(() => isSeen(visited)).toBe(true);
    await visited.close();
  });

  it('stay on the screen where the window grows wider, and lower a moment later', async () => {
    const visited = await visit({ viewport: { width: 1280, height: 800 } });
    const { page, window, log } = visited;
    const to = (style: string) =>
      window.evaluate((element, css) => element.setAttribute('style', css), style);
    await to('width:300px');
    await expect.poll(() => isSeen(visited)).toBe(true);
    await window.evaluate((element) => {
      const frame = element as HTMLIFrameElement;
      const end = () => frame.contentDocument?.querySelector('[role=log]')?.getBoundingClientRect();
      frame.style.width = '380px';
      // The layout in which the browser scrolls up; the event comes later.
      end();
      frame.style.height = '400px';
      end();
    });
    await expect.poll(() => isSeen(visited)).toBe(true);
    expect(await log.evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight)).toBeLessThan(2);
    await page.close();
    await visited.close();
  });

  it('stay on the screen at 400% zoom of a 1280 × 1024 window, with nothing to scroll sideways', async () => {
    // 400% zoom gives the page a quarter of the pixels, each four times as wide.
    const visited = await visit({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 });
    const { composer, frame } = visited;
    await expect.poll(async () => ((await composer.boundingBox())?.y ?? 999) < 256 - 20).toBe(true);
    const widths = await frame
      .locator('html')
      .evaluate((e) => [e.scrollWidth, e.clientWidth, e.querySelector('[role=log]')?.clientHeight ?? 0]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] as number);
    expect(widths[2]).toBeGreaterThan(40);
    await visited.close();
  });

  it('stay above a phone’s keyboard, and the window takes the screen again when that goes (layout-5)', async () => {
    const visited = await visit(
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      (page) =>
        page.addInitScript(() => {
          // A keyboard only shrinks the visual viewport.
          if (globalThis.parent !== globalThis.self) return;
          const seen = Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, height: innerHeight });
          Object.defineProperty(window, 'visualViewport', { value: seen });
          Object.assign(window, {
            showKeyboard(height: number) {
              seen.height = innerHeight - height;
              seen.dispatchEvent(new Event('resize'));
            },
          });
        }),
    );
    const { page, window } = visited;
    const keyboard = (height: number) =>
      page.evaluate(
        (px) => (globalThis as unknown as { showKeyboard(h: number): void }).showKeyboard(px),
        height,
      );
    await expect.poll(() => window.getAttribute('data-fills')).toBe('');
    await keyboard(340);
    await expect.poll(async () => (await window.boundingBox())?.height).toBe(504);
    await expect.poll(() => isSeen(visited, 504)).toBe(true);
    // A browser toolbar that appears and disappears must not count as a keyboard.
    await keyboard(56);
    await expect.poll(async () => (await window.boundingBox())?.height).toBe(844);
    await keyboard(0);
    await expect.poll(() => isSeen(visited)).toBe(true);
    await visited.close();
  });
});

describe('the page behind a window that fills the screen', () => {
  it('is still while it is open, keeps its place, and scrolls again when it is closed', async () => {
    const visited = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const { page, window } = visited;
    await expect.poll(() => canScroll(page)).toBe(false);
    await page.evaluate(() =>
      (globalThis as unknown as { zE(...call: string[]): void }).zE('messenger', 'close'),
    );
    await expect.poll(() => canScroll(page)).toBe(true);
    expect(await page.evaluate(() => [scrollY, document.adoptedStyleSheets.length])).toEqual([300, 0]);
    await expect.poll(() => window.evaluate((e) => getComputedStyle(e).visibility)).toBe('hidden');
    await visited.close();
  });

  it('scrolls while the page hides the open window, and is still again when it is shown (layout-4)', async () => {
    const visited = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const { page, window, composer } = visited;
    const call = (verb: string) =>
      page.evaluate(
        (name) => (globalThis as unknown as { zE(...call: string[]): void }).zE('messenger', name),
        verb,
      );
    await expect.poll(() => canScroll(page)).toBe(false);
    await call('hide');
    await window.waitFor({ state: 'hidden' });
    await expect.poll(() => canScroll(page)).toBe(true);
    await page.mouse.wheel(0, 500);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
    await call('show');
    await composer.waitFor();
    await expect.poll(() => canScroll(page)).toBe(false);
    expect(await window.evaluate((e) => [e.hasAttribute('data-fills'), e.clientWidth])).toEqual([true, 390]);
    await visited.close();
  });

  it('scrolls beside a window that does not fill it, also after a rotation', async () => {
    const visited = await visit({ viewport: { width: 390, height: 844 } });
    const { page } = visited;
    await expect.poll(() => canScroll(page)).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => canScroll(page)).toBe(true);
    await visited.close();
  });
});
