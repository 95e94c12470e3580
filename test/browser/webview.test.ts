import { describe, expect, it } from 'vitest';
import german from '../../locales/de.json';
import { MOVING, openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { conversationWith, panelLink, replyAs, widgetAt, widgetOf } from '../support/widget';

const { browser, desk, pages, pageWith } = await setUp();

type Options = {
  size?: string;
  uri?: string;
  viewport?: { width: number; height: number };
  without?: RegExp;
  expectedProblems?: RegExp[];
};

/** A visitor who received a page and has focused its link. */
const withLink = async (hello: string, options: Options = {}) => {
  const { page } = await openPage(browser, { ...MOVING, expectedProblems: options.expectedProblems });
  if (options.without) await page.route(options.without, (route) => route.abort());
  if (options.viewport) await page.setViewportSize(options.viewport);
  const widget = await widgetAt(page, pageWith());
  await widget.open();
  await widget.say(hello);
  await replyAs(desk, await conversationWith(desk, hello), 'Choose a time.', {
    actions: [
      {
        type: 'webview',
        text: 'Choose a time',
        uri: options.uri ?? `${desk.origin}/times.html`,
        fallback: `${desk.origin}/`,
        size: options.size ?? 'tall',
      },
    ],
  });
  const link = panelLink(widget.frame, 'Choose a time');
  const card = page.locator('iframe[title="Conversation extension"][data-card]');
  const inside = page.frameLocator('iframe[title="Conversation extension"][data-card]');
  await link.focus();
  return { page, widget, link, card, inside, extension: inside.frameLocator('iframe') };
};

/** Like `withLink`, with the card open. */
const withPage = async (hello: string, options: Options = {}) => {
  const visited = await withLink(hello, options);
  const { page, card } = visited;
  await page.keyboard.press('Enter');
  await card.waitFor();
  return visited;
};

describe('a page that an agent sent', () => {
  it('opens in a card of its own above the conversation, which is dimmed and inert meanwhile (page-1, layout-7)', async () => {
    const { widget, card, inside, extension, page } = await withLink('Webview: opens');
    expect(await page.locator('iframe.card').count()).toBe(1);
    await page.keyboard.press('Enter');
    await card.waitFor();
    expect(await page.locator('iframe.card').count()).toBe(2);
    await extension.getByRole('heading', { name: 'When shall we meet?' }).waitFor();
    // The card's title comes from the page.
    await inside.getByRole('heading', { name: 'Choose a time' }).waitFor();
    await expect
      .poll(() => widget.window.evaluate((e) => [(e as HTMLElement).inert, getComputedStyle(e).filter]))
      .toEqual([true, 'brightness(0.85)']);
    expect(page.context().pages()).toHaveLength(1);
  });

  it('has its frame’s title in the language of the moment (layout-7)', async () => {
    const { page, card } = await withPage('Webview: title');
    await page.evaluate("zE('messenger:set', 'locale', 'de')");
    await card.waitFor({ state: 'detached' });
    await page.locator(`iframe[title="${german['extension.frame']}"][data-card]`).waitFor();
  });

  it('moves as long as the window does, 400 ms (layout-19)', async () => {
    const { widget, card } = await withPage('Webview: moves');
    for (const frame of [widget.window, card])
      expect(await frame.evaluate((e) => getComputedStyle(e).transitionDuration)).toBe('0.4s');
  });

  it('leaves the lowest of three cards two steps smaller, as dim as the one above it (layout-8)', async () => {
    const { widget } = await withPage('Webview: three');
    // Insert an element in place of a third card between the two.
    await widget.window.evaluate((home) => {
      const between = document.createElement('div');
      between.className = 'card';
      between.toggleAttribute('data-under', true);
      home.after(between);
    });
    await expect
      .poll(() => widget.window.evaluate((e) => [getComputedStyle(e).transform, getComputedStyle(e).filter]))
      .toEqual(['matrix(0.92, 0, 0, 0.92, 0, -16)', 'brightness(0.85)']);
  });

  it('opens in a tab when its card cannot be loaded, and leaves the conversation as it is', async () => {
    const { page, widget } = await withLink('Webview: no stack', {
      without: /\/cardStack\./,
      expectedProblems: [/ERR_FAILED/],
    });
    const [tab] = await Promise.all([
      page.waitForEvent('popup').catch(() => undefined),
      page.keyboard.press('Enter'),
    ]);
    const other = tab ?? page.context().pages()[1];
    expect(other?.url()).toBe(`${desk.origin}/times.html`);
    expect(await widget.window.evaluate((e) => (e as HTMLElement).inert)).toBe(false);
    await widget.composer.waitFor();
  });

  it('closes by its back button and by Escape, and returns the focus (router-11)', async () => {
    const { widget, link, card, inside, page } = await withPage('Webview: back');
    await inside.getByRole('button', { name: 'Back to the conversation' }).press('Enter');
    await card.waitFor({ state: 'detached' });
    expect(await widget.window.evaluate((e) => (e as HTMLElement).inert)).toBe(false);
    expect(await link.evaluate((e) => e === e.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await card.waitFor();
    await inside.getByRole('button', { name: 'Back to the conversation' }).press('Escape');
    await card.waitFor({ state: 'detached' });
    // Escape closes the card but not the widget below it.
    await widget.composer.waitFor();
  });

  it('closes when it asks for it', async () => {
    const { card, extension } = await withPage('Webview: done');
    await extension.getByRole('radio', { name: '11:00' }).check();
    await extension.getByRole('button', { name: 'Take this time' }).click();
    await card.waitFor({ state: 'detached' });
  });

  it('closes by no message from another window or another origin (page-4)', async () => {
    const { card, inside, extension, page } = await withPage('Webview: others');
    await extension.getByRole('heading', { name: 'When shall we meet?' }).waitFor();
    await page.evaluate(() => {
      const host = document.querySelector('[data-porch]') as HTMLElement;
      for (const frame of host.shadowRoot?.querySelectorAll('iframe') ?? []) {
        frame.contentWindow?.postMessage({ porch: 1, type: 'close' }, '*');
      }
    });
    // Unknown messages from the page have no effect.
    await extension.locator('body').evaluate(() => {
      for (const message of [null, 'close', { type: 'close' }, { porch: 2, type: 'close' }, { porch: 1 }]) {
        window.parent.postMessage(message, '*');
      }
      window.parent.postMessage({ porch: 1, type: 'setTitle', title: '<b>Still here</b>' }, '*');
    });
    await inside.getByRole('heading', { name: '<b>Still here</b>' }).waitFor();
    expect(await card.count()).toBe(1);
  });

  it('opens by itself on arrival when its action says so, and only once (page-3)', async () => {
    const { page } = await openPage(browser, { at: pageWith(), ...MOVING });
    const widget = widgetOf(page);
    await widget.open();
    await widget.say('Webview: by itself');
    const id = await conversationWith(desk, 'Webview: by itself');
    const send = (text: string, openOnReceive: boolean) =>
      replyAs(desk, id, text, {
        actions: [
          {
            type: 'webview',
            text: `Open ${text}`,
            uri: `${desk.origin}/times.html`,
            fallback: desk.origin,
            openOnReceive,
          },
        ],
      });
    const card = page.locator('iframe[title="Conversation extension"][data-card]');
    const back = page
      .frameLocator('iframe[title="Conversation extension"][data-card]')
      .getByRole('button', { name: 'Back to the conversation' });
    const link = (text: string) => panelLink(widget.frame, `Open ${text}`);
    const readOut = widget.frame.locator('[aria-live=polite]').evaluate(
      (region) =>
        new Promise<void>((resolve) => {
          const observer = new MutationObserver((changes) => {
            if (changes.some(({ removedNodes }) => removedNodes.length > 0)) resolve();
          });
          observer.observe(region, { childList: true });
        }),
    );
    // The card's code loads with the first message of this kind, here after the message was read out.
    await page.route(/\/webviewCard\./, async (route) => {
      await readOut;
      await route.continue();
    });
    await send('first', true);
    await card.waitFor();
    await back.click();
    await card.waitFor({ state: 'detached' });
    await send('second', false);
    await link('second').waitFor();
    expect(await card.count()).toBe(0);
    await page.reload();
    await link('first').waitFor();
    expect(await card.count()).toBe(0);
  });

  it('takes half, three quarters or all of the window, as its action says (layout-6, page-3)', async () => {
    for (const [size, share] of [
      ['compact', 0.5],
      ['tall', 0.75],
      ['full', 1],
    ] as const) {
      for (const viewport of [
        { width: 1280, height: 800 },
        { width: 390, height: 844 },
      ]) {
        const { widget, card } = await withPage(`Webview: ${size} ${viewport.width}`, {
          size,
          viewport,
        });
        const home = await widget.window.evaluate((e) => (e as HTMLElement).offsetHeight);
        // The card gets its height with the first frame that shows it.
        const own = () => card.evaluate((e) => (e as HTMLElement).offsetHeight);
        await expect.poll(async () => Math.abs((await own()) - home * share)).toBeLessThan(2);
        await expect
          .poll(() => card.evaluate((e) => e.getBoundingClientRect().bottom))
          .toBeLessThanOrEqual(viewport.height);
      }
    }
  });

  it('that the publisher’s policy forbids shows a failure and a retry button, and is not told as displayed (page-2)', async () => {
    const { page } = await openPage(browser, { ...MOVING, expectedProblems: [/frame-src/] });
    await page.goto(
      pages.serve(fixture('plain.html', { DESK: desk.origin }), {
        'Content-Security-Policy': "frame-src 'self'",
      }),
    );
    const widget = widgetOf(page);
    await widget.open();
    await widget.say('Webview: refused');
    await replyAs(desk, await conversationWith(desk, 'Webview: refused'), 'Choose.', {
      actions: [{ type: 'webview', text: 'Times', uri: `${desk.origin}/times.html`, fallback: desk.origin }],
    });
    await page.evaluate(() => {
      const host = window as Window & { told?: string[]; zE?: (...call: unknown[]) => void };
      const told: string[] = [];
      host.told = told;
      host.zE?.('messenger:on', 'conversationExtensionOpened', () => told.push('opened'));
      host.zE?.('messenger:on', 'conversationExtensionDisplayed', () => told.push('displayed'));
    });
    await panelLink(widget.frame, 'Times').click();
    const inside = page.frameLocator('iframe[title="Conversation extension"][data-card]');
    await inside.getByRole('alert').getByText('This page couldn’t be loaded.').waitFor();
    await inside.getByRole('button', { name: 'Try again' }).click();
    await inside.getByRole('alert').waitFor();
    expect(await page.evaluate(() => (window as Window & { told?: string[] }).told)).toEqual(['opened']);
  });

  it('is reached and left by the Tab key, with the launcher in the cycle (focus-3)', async () => {
    const { page, inside, extension } = await withPage('Webview: keys');
    await extension.getByRole('heading', { name: 'When shall we meet?' }).waitFor();
    const focused = () =>
      page.evaluate(() => {
        const root = (document.querySelector('[data-porch]') as HTMLElement).shadowRoot;
        return root?.activeElement?.getAttribute('title') ?? root?.activeElement?.getAttribute('aria-label');
      });
    const back = inside.getByRole('button', { name: 'Back to the conversation' });
    await expect.poll(() => back.evaluate((e) => e === e.ownerDocument.activeElement)).toBe(true);
    const way: (string | null | undefined)[] = [];
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('Tab');
      way.push(await focused());
    }
    expect(way).toContain('Close messaging window');
    expect(way.at(-1)).toBeDefined();
    // Tab never reaches the card below or the page.
    expect([...new Set(way)].sort()).toEqual(['Close messaging window', 'Conversation extension']);
  });
});
