import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { watchTraffic } from '../support/traffic';
import { conversationWith, messengerAsked, replyAs, roundTrip, textsAt, widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();

const pageWith = (script = ''): string =>
  pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD: script && `<script>${script}</script>` }));

/** The number of frames in the page, without the page itself. */
const framesOf = (page: Page): number => page.frames().length - 1;

const it = test.extend('page', async () => (await openPage(browser)).page);

it('before intent there is no frame, and the pointer on the launcher makes it', async ({ page }) => {
  await page.goto(pageWith());
  const { launcher } = widgetOf(page);
  await launcher.waitFor();
  expect(framesOf(page)).toBe(0);
  await launcher.hover();
  // The window's, with the text box, in which the messenger runs, too.
  await expect.poll(() => framesOf(page)).toBe(1);
  await roundTrip(desk, page);
  expect(framesOf(page)).toBe(1);
});

describe('a frame is made early', () => {
  /** What a page's `fetch` may do instead of answering. */
  const FETCHES = {
    throws: "() => { throw new Error('no') }",
    rejects: "() => Promise.reject(new Error('no'))",
    'answers nothing': '() => {}',
    'answers an object': '() => Promise.resolve({})',
    'answers without json()': '() => Promise.resolve({ status: 200 })',
    'has its answer read already': '(url) => own(url).then((answer) => answer.text().then(() => answer))',
    'is no function': '0',
  };
  for (const [what, fetching] of Object.entries(FETCHES)) {
    it(`where the page’s own fetch ${what}, and the launcher comes all the same`, async ({ page }) => {
      await page.goto(pageWith(`const own = fetch; fetch = ${fetching}`));
      await widgetOf(page).launcher.waitFor();
      expect(framesOf(page)).toBe(1);
      await widgetOf(page).open();
      // The window is the second; the messenger runs in the one that is there.
      expect(framesOf(page)).toBe(2);
    });
  }

  it('where the page’s own fetch has not settled after 4 s', async ({ page }) => {
    await page.clock.install();
    await page.goto(pageWith('fetch = () => new Promise(() => {})'));
    await page.waitForFunction(() => 'zE' in window);
    await page.clock.fastForward(3_900);
    expect(framesOf(page)).toBe(0);
    await page.clock.fastForward(100);
    await widgetOf(page).launcher.waitFor();
    expect(framesOf(page)).toBe(1);
  });

  it('where the launcher cannot run among the page’s own globals', async ({ page }) => {
    await page.goto(
      pageWith("Object.values = () => { throw new Error('the page’s Object.values was used') }"),
    );
    await widgetOf(page).launcher.waitFor();
    expect(framesOf(page)).toBe(1);
    await roundTrip(desk, page);
    expect(await page.locator('[data-porch]').count()).toBe(1);
  });
});

describe('on intent', () => {
  it('messenger, card and words are asked for side by side, before any of them has come', async () => {
    const { page } = await openPage(browser, { locale: 'de' });
    const traffic = watchTraffic(page, desk.origin);
    const held: Route[] = [];
    await page.route(/\/(realm|messenger)\.|\/l\//, (route) => void held.push(route));
    await page.goto(pageWith());
    const launcher = page.locator('[data-porch] button');
    await launcher.hover();
    await expect
      .poll(() => traffic.requests().slice(3).sort())
      .toEqual(['GET /porch/l/de.js', 'GET /porch/messenger.js', 'GET /porch/realm.js']);
    // Also releases the requests held so far.
    await page.unrouteAll();
    await launcher.click();
    await page.frameLocator('iframe.card').getByRole('textbox').waitFor();
  });

  it('no words are asked for ahead where the service may have locales of its own', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await page.route('**/embeddable/config*', async (route) => {
      const answer = await route.fetch();
      const config = (await answer.json()) as { messenger: Record<string, unknown> };
      await route.fulfill({
        response: answer,
        json: { ...config, messenger: { ...config.messenger, locale: 'x-moon' } },
      });
    });
    await page.goto(pageWith());
    await widgetOf(page).open();
    expect(asked.filter((url) => url.includes('moon'))).toEqual([]);
  });
});

describe('a page that removes the realm’s frame', () => {
  // It is the window's, in which the messenger runs.
  const removal = "document.querySelector('[data-porch]').shadowRoot.querySelector('iframe').remove()";

  it('gets a messenger that restarts from the stored state, open as before', async () => {
    const { page } = await openPage(browser, { expectedProblems: [/A frame was removed/] });
    await page.goto(
      pageWith("heard = []; zE = (...args) => (zE.q ||= []).push(args); zE('messenger:set', 'zIndex', 42)"),
    );
    const { message, composer, launcher, window } = widgetOf(page);
    const id = await roundTrip(desk, page);
    await page.evaluate("zE('messenger:on', 'close', () => heard.push('closed'))");
    await composer.fill('Half a sentence');
    await page.evaluate(removal);
    await expect.poll(() => framesOf(page)).toBeGreaterThan(0);
    await replyAs(desk, id, 'Still here');
    await message('Still here').waitFor();
    await expect.poll(() => composer.inputValue()).toBe('Half a sentence');
    await composer.press('Enter');
    await conversationWith(desk, 'Half a sentence');
    expect((await textsAt(desk, id)).filter((text) => text === 'Half a sentence')).toHaveLength(1);
    expect(await page.locator('[data-porch]').count()).toBe(1);
    expect(await page.evaluate("document.querySelector('[data-porch]').style.getPropertyValue('--z')")).toBe(
      '42',
    );
    await launcher.click();
    await window.waitFor({ state: 'hidden' });
    expect(await page.evaluate('heard')).toEqual(['closed']);
  });

  it('gets it again before the visitor has opened it', async () => {
    const { page } = await openPage(browser, {
      expectedProblems: [/A frame was removed/],
      // The words may be on their way to the frame that is removed.
      possibleProblems: [/Failed to setup i18n/],
    });
    await page.goto(pageWith());
    const asked = messengerAsked(page);
    await widgetOf(page).launcher.hover();
    await asked;
    await page.evaluate(removal);
    await roundTrip(desk, page);
    expect(await page.locator('[data-porch]').count()).toBe(1);
  });

  it('keeps a click that comes while it starts again', async () => {
    const { page } = await openPage(browser, {
      expectedProblems: [/A frame was removed/],
      possibleProblems: [/Failed to setup i18n/],
    });
    await page.goto(pageWith());
    const { launcher, textBox, window } = widgetOf(page);
    const asked = messengerAsked(page);
    await launcher.hover();
    await asked;
    let release: (() => void) | undefined;
    await page.route('**/embeddable/config*', async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.continue();
    });
    await page.evaluate(removal);
    await expect.poll(() => release).toBeDefined();
    await launcher.click();
    release?.();
    await textBox.fill('A whole question');
    await textBox.press('Enter');
    await conversationWith(desk, 'A whole question');
    expect(await window.isVisible()).toBe(true);
  });
});
