import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { startDesk } from '../support/desk';
import { fixture } from '../support/hostPages';
import { forThisTest, setUp } from '../support/setUp';
import { conversationWith, replyAs, widgetOf } from '../support/widget';

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
  page.evaluate(
    () =>
      ![document.documentElement, document.body].some(
        (element) => getComputedStyle(element).overflow === 'hidden',
      ),
  );

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
  });

  it.each([
    ['grows wider, and lower a moment later', ['width:300px', 'width:380px', 'width:380px;height:400px']],
    ['grows higher and back before a frame is drawn', ['height:400px', 'height:700px', 'height:400px']],
  ])('stay on the screen where the window %s', async (_, [before, between, after]) => {
    const visited = await visit({ viewport: { width: 1280, height: 800 } });
    const { window, log } = visited;
    await window.evaluate((element, css) => element.setAttribute('style', css), before as string);
    await expect.poll(() => isSeen(visited)).toBe(true);
    await window.evaluate(
      (element, styles) => {
        for (const style of styles) {
          element.setAttribute('style', style);
          // In this layout the browser scrolls up; the event comes later.
          (element as HTMLIFrameElement).contentDocument
            ?.querySelector('[role=log]')
            ?.getBoundingClientRect();
        }
      },
      [between, after] as string[],
    );
    await expect.poll(() => isSeen(visited)).toBe(true);
    expect(await log.evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight)).toBeLessThan(2);
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
  });

  it('stay above a phone’s keyboard, and the window takes the screen again when that goes (layout-5)', async () => {
    const visited = await visit(
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      (page) =>
        page.addInitScript(() => {
          // A keyboard only shrinks the visual viewport.
          if (globalThis.parent !== globalThis.self) return;
          const seen = Object.assign(new EventTarget(), {
            scale: 1,
            offsetTop: 0,
            offsetLeft: 0,
            width: innerWidth,
            height: innerHeight,
          });
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
  });
});

describe('notches and bars', () => {
  const COVER = '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">';
  const VIEWS = [
    [390, 844, { top: 47, bottom: 34, left: 0, right: 0 }],
    [844, 390, { top: 0, bottom: 21, left: 47, right: 47 }],
  ] as const;

  it.each(VIEWS)(
    'cover nothing of launcher and window at %i × %i (layout-21)',
    async (width, height, insets) => {
      const { page } = await openPage(browser, {
        viewport: { width, height },
        hasTouch: true,
        isMobile: true,
      });
      const client = await page.context().newCDPSession(page);
      await client.send('Emulation.setSafeAreaInsetsOverride', { insets });
      await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD: COVER })));
      const widget = widgetOf(page);
      const free = (box: { x: number; y: number; width: number; height: number } | null) =>
        box && [
          box.x >= insets.left,
          box.y >= insets.top,
          box.x + box.width <= width - insets.right,
          box.y + box.height <= height - insets.bottom,
        ];
      const all = [true, true, true, true];
      const launcher = await widget.launcher.boundingBox();
      expect(free(launcher)).toEqual(all);
      // Not farther than the inset asks.
      expect(launcher && height - launcher.y - launcher.height).toBe(insets.bottom + 16);
      await widget.open();
      await widget.log.waitFor();
      const header = widget.frame.locator('header').first();
      // The window itself goes to the edges, so that the page is not seen beside it. Its card takes the insets after that.
      await expect.poll(() => widget.window.boundingBox()).toEqual({ x: 0, y: 0, width, height });
      for (const part of [header, widget.composer])
        await expect.poll(async () => free(await part.boundingBox())).toEqual(all);
      const form = await widget.frame.locator('form').boundingBox();
      expect(form && Math.round(height - form.y - form.height)).toBe(insets.bottom + 12);
    },
  );
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
  });

  it.each([
    'html,body{height:100%}',
    'html,body{height:100%;overflow-x:hidden}',
    'html{height:100%;overflow:auto}body{height:100%}',
    'body{height:100vh}',
    'body{height:100vh;overflow-y:scroll}',
    'body{overflow-x:hidden}',
    'html{overflow-y:scroll}',
    'html{scroll-behavior:smooth}body{min-height:100%}',
  ])('keeps its place and prints as a whole where it has %s (layout-20)', async (css) => {
    const { page } = await openPage(browser, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const HEAD = `<style>${css}</style><script>history.scrollRestoration = 'manual'</script>`;
    const BODY = '<div id="long" style="height:5000px">A long page</div>';
    await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD, BODY })));
    const widget = widgetOf(page);
    await widget.launcher.waitFor();
    /** How far the page is scrolled, whichever element scrolls it. */
    const place = () =>
      page.evaluate(() => -(document.getElementById('long')?.getBoundingClientRect().top ?? 0));
    await page.evaluate(() => {
      for (const element of [document.documentElement, document.body])
        element.scrollTo({ top: 2000, behavior: 'instant' });
    });
    const before = await place();
    expect(before).toBeGreaterThan(1500);
    await widget.open();
    await expect.poll(() => canScroll(page)).toBe(false);
    expect(await place()).toBe(before);
    const height = () =>
      page.evaluate(() => Math.max(document.documentElement.scrollHeight, document.body.scrollHeight));
    const overflows = () =>
      page.evaluate(() =>
        [document.documentElement, document.body].map((element) => getComputedStyle(element).overflow),
      );
    await page.emulateMedia({ media: 'print' });
    expect(await height()).toBeGreaterThan(4900);
    const printed = await overflows();
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate("zE('messenger', 'close')");
    await expect.poll(overflows).toEqual(printed);
    expect(await place()).toBe(before);
  });

  it('scrolls beside a window that does not fill it, also after a rotation', async () => {
    const visited = await visit({ viewport: { width: 390, height: 844 } });
    const { page } = visited;
    await expect.poll(() => canScroll(page)).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => canScroll(page)).toBe(true);
  });
});

describe('a page that is wider than the phone', () => {
  const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  /** The part of an element that is on the screen, from 0 to 1. */
  const shown = (of: Locator) =>
    of.evaluate((element) => {
      const { top } = globalThis;
      const seen = (top as Window).visualViewport as VisualViewport;
      let box = element.getBoundingClientRect();
      const frame = element.ownerDocument.defaultView?.frameElement?.getBoundingClientRect();
      if (frame) box = new DOMRect(box.x + frame.x, box.y + frame.y, box.width, box.height);
      const along = (from: number, to: number, start: number, length: number) =>
        Math.max(0, Math.min(to, start + length) - Math.max(from, start)) / (to - from);
      return (
        along(box.left, box.right, seen.offsetLeft, seen.width) *
        along(box.top, box.bottom, seen.offsetTop, seen.height)
      );
    });
  const wide = async (width: number, attributes = '', { origin } = desk) => {
    const opened = await openPage(browser, PHONE);
    const BODY = `<div style="width:${width}px;height:3000px">A wide page</div>`;
    const HEAD = '<meta name="viewport" content="width=device-width,initial-scale=1">';
    const html = fixture('plain.html', { DESK: origin, BODY, HEAD });
    await opened.page.goto(pages.serve(html.replace('<html', `<html ${attributes}`)));
    const widget = widgetOf(opened.page);
    await widget.launcher.waitFor();
    return { ...opened, ...widget };
  };

  it.each([398, 482, 516, 863, 1560])(
    'shows launcher and window on the screen where it is %i pixels wide (layout-22)',
    async (width) => {
      const { page, launcher, window, composer, frame, say, log } = await wide(width);
      expect(await shown(launcher)).toBe(1);
      await launcher.tap();
      await log.waitFor();
      const header = frame.getByRole('button', { name: 'Close messaging window' });
      for (const part of [window, composer, header])
        await expect.poll(() => shown(part)).toBeGreaterThan(0.99);
      await expect.poll(() => canScroll(page)).toBe(false);
      await say('Can you see me?');
      expect(await shown(composer)).toBe(1);
      await header.tap();
      await expect.poll(() => shown(launcher)).toBe(1);
    },
  );

  it.each([
    ['from left to right', '', 'right'],
    ['from right to left', 'dir="rtl"', 'left'],
  ])(
    'shows the window on the part that the visitor has moved to, where it reads %s (layout-22)',
    async (_, attributes, side) => {
      const { page, launcher, composer, log, frame } = await wide(863, attributes);
      await page.evaluate(
        (where) =>
          (globalThis as unknown as { zE(...call: unknown[]): void }).zE('messenger:set', 'customization', {
            position: { side: where },
          }),
        side,
      );
      await expect.poll(() => shown(launcher)).toBe(1);
      /** Moves the screen over the page, as a finger does. */
      const moveTo = (left: number, top: number) =>
        page.evaluate(
          ([x, y]) => {
            const goal = document.body.appendChild(document.createElement('i'));
            goal.style.cssText = `position:absolute;inset:${y}px auto auto ${x}px;width:300px;height:500px`;
            goal.scrollIntoView();
            goal.remove();
          },
          [left, top] as const,
        );
      await moveTo(side === 'right' ? 500 : -300, 700);
      const moved = await page.evaluate(() => [
        (globalThis.visualViewport as VisualViewport).offsetTop,
        Math.abs((globalThis.visualViewport as VisualViewport).pageLeft),
      ]);
      for (const distance of moved) expect(distance).toBeGreaterThan(100);
      await page.evaluate("zE('messenger', 'open')");
      await log.waitFor();
      const header = frame.getByRole('button', { name: 'Close messaging window' });
      for (const part of [composer, header]) await expect.poll(() => shown(part)).toBeGreaterThan(0.99);
      await moveTo(0, 0);
      for (const part of [composer, header]) await expect.poll(() => shown(part)).toBeGreaterThan(0.99);
    },
  );

  it.each([
    ['on the right', '', 'right', undefined],
    ['on the left', '', 'left', undefined],
    ['on the right, in Arabic', 'dir="rtl"', 'right', undefined],
    ['on the left, in Arabic', 'dir="rtl"', 'left', undefined],
    ['that the page has moved to the left', '', 'right', 'left'],
    ['that the page has moved to the right, in Arabic', 'dir="rtl"', 'left', 'right'],
  ])(
    'shows a launcher %s on the screen, with all that is beside it (layout-22)',
    async (_, attributes, position, moved) => {
      const campaigns = [{ id: 'help', text: 'Shall we help?', rules: [{ on: 'time', value: 0 }] }];
      const launcher = { text: 'Ask us', shape: 'circle', showTextInMobile: true };
      const own = await forThisTest(
        startDesk({ settings: { messenger: { position, launcher, campaigns } } }),
      );
      const { page, say, ...widget } = await wide(863, attributes, own);
      const call = `zE('messenger:set', 'customization', ${JSON.stringify({ position: { side: moved } })})`;
      if (moved) await page.evaluate(call);
      const hide = page.getByRole('button', { name: 'Hide label' });
      const campaign = page.getByRole('button', { name: 'Shall we help?' });
      for (const part of [campaign, hide, widget.launcher]) await expect.poll(() => shown(part)).toBe(1);
      /** Whether the launcher is on the right half of the screen. */
      const isRight = await widget.launcher.evaluate((element) => {
        const seen = globalThis.visualViewport as VisualViewport;
        const { left, right } = element.getBoundingClientRect();
        return (left + right) / 2 - seen.offsetLeft > seen.width / 2;
      });
      expect(isRight).toBe((moved ?? position) === 'right');
      await page.getByRole('button', { name: 'Dismiss message' }).tap();
      await widget.launcher.tap();
      await say('Hello');
      const id = await conversationWith(own, 'Hello');
      await widget.frame.getByRole('button', { name: 'Close messaging window' }).tap();
      await replyAs(own, id, 'Hello to you');
      const preview = page.getByRole('button', { name: 'Hello to you' });
      await expect.poll(() => shown(preview)).toBe(1);
    },
  );
});
