import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { MOVING, type OpenedPage, openPage } from '../support/browser';
import { setUp } from '../support/setUp';
import { conversationWith, replyAs, roundTrip, type Widget, widgetOf } from '../support/widget';

const { browser, desk, pageWith } = await setUp();

const visit = async (options: BrowserContextOptions = {}): Promise<OpenedPage & Widget> => {
  const opened = await openPage(browser, { ...MOVING, ...options });
  await opened.page.goto(pageWith());
  const widget = widgetOf(opened.page);
  await widget.launcher.waitFor();
  return { ...opened, ...widget };
};

const boxOf = async (locator: Locator): Promise<number[]> => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await locator.boundingBox()) ?? {};
  return [x, y, width, height].map(Math.round);
};

/** The accessible name of the focused element, looked up through frames and shadow roots. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let active = document.activeElement;
    for (;;) {
      const inner =
        active instanceof HTMLIFrameElement
          ? active.contentDocument?.activeElement
          : active?.shadowRoot?.activeElement;
      if (!inner) return active?.getAttribute('aria-label') ?? active?.tagName ?? '';
      active = inner;
    }
  });

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

describe('on a phone of 390 × 844', () => {
  it('the window takes the whole screen, the launcher steps back and the header’s button closes (launcher-4, layout-2)', async () => {
    const { page, launcher, window, frame, composer } = await visit(PHONE);
    await launcher.tap();
    await composer.waitFor();
    await expect.poll(() => boxOf(window)).toEqual([0, 0, 390, 844]);
    await expect.poll(() => launcher.isVisible()).toBe(false);
    await roundTrip(desk, page);
    await frame.getByRole('button', { name: 'Close messaging window' }).tap();
    await window.waitFor({ state: 'hidden' });
    await launcher.waitFor();
    expect(await launcher.getAttribute('aria-label')).toBe('Open messaging window');
  });

  it('nothing reaches beyond the screen, and targets are at least 44 pixels', async () => {
    const { page, launcher, frame, composer, say } = await visit(PHONE);
    await launcher.tap();
    await composer.waitFor();
    await say(`A_very_long_word_${'x'.repeat(300)}`);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
    expect(await frame.locator('html').evaluate((html) => html.scrollWidth <= html.clientWidth)).toBe(true);
    for (const name of ['Send message', 'Close messaging window']) {
      const [, , width = 0, height = 0] = await boxOf(frame.getByRole('button', { name }));
      expect(Math.min(width, height), name).toBeGreaterThanOrEqual(44);
    }
    expect(
      await composer.evaluate((box) => Number.parseFloat(getComputedStyle(box).fontSize)),
    ).toBeGreaterThanOrEqual(16);
  });
});

describe('on a low screen of 1280 × 600', () => {
  it('the window fits, the launcher steps back and the header’s button closes (launcher-4, layout-3)', async () => {
    const { page, launcher, window, frame, composer } = await visit({
      viewport: { width: 1280, height: 600 },
    });
    await launcher.click();
    await composer.waitFor();
    await expect.poll(() => boxOf(window)).toEqual([884, 16, 380, 568]);
    await expect.poll(() => launcher.isVisible()).toBe(false);
    await roundTrip(desk, page);
    await frame.getByRole('button', { name: 'Close messaging window' }).click();
    await window.waitFor({ state: 'hidden' });
    await launcher.waitFor();
  });
});

describe('at 1280 × 800', () => {
  it('the window is above the launcher and follows when the browser is resized (layout-1)', async () => {
    const { page, launcher, window, open } = await visit();
    expect(await boxOf(launcher)).toEqual([1208, 728, 56, 56]);
    await open();
    await expect.poll(() => boxOf(window)).toEqual([884, 16, 380, 696]);
    expect(await launcher.isVisible()).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => boxOf(window)).toEqual([0, 0, 390, 844]);
    await expect.poll(() => launcher.isVisible()).toBe(false);
    await page.setViewportSize({ width: 1400, height: 1000 });
    await expect.poll(() => boxOf(window)).toEqual([1004, 212, 380, 700]);
  });

  it('a text of several lines has the whole width, and the tools stand in a row below it (composer-13)', async () => {
    const { frame, composer, open } = await visit();
    await open();
    const tool = frame.getByRole('button', { name: 'Upload file' });
    await tool.waitFor();
    const [, , narrow = 0] = await boxOf(composer);
    await composer.fill('A question that is too long for one line beside the tools of the text box');
    const [, , whole = 0] = await boxOf(frame.locator('[data-on=composer]'));
    // The form has a padding of 5 px and a border of 1 px on either side.
    await expect.poll(async () => (await boxOf(composer))[2]).toBe(whole - 12);
    expect(narrow).toBeLessThan(whole - 100);
    const [, top = 0, , height = 0] = await boxOf(composer);
    expect((await boxOf(tool))[1]).toBeGreaterThanOrEqual(top + height);
  });

  it('opens by Enter with the focus in the composer, and Escape gives it back to the launcher (layout-14)', async () => {
    const { page, launcher, window, composer } = await visit();
    await page.keyboard.press('Tab');
    while ((await focused(page)) !== 'Open messaging window') await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await composer.waitFor();
    await expect.poll(() => focused(page)).toBe('Type a message');
    await page.keyboard.type('By keyboard alone');
    await page.keyboard.press('Enter');
    const id = await conversationWith(desk, 'By keyboard alone');
    expect(await focused(page)).toBe('Type a message');
    await page.keyboard.press('Escape');
    await window.waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Open messaging window');
    // The last interaction was by keyboard, so the focus is visible.
    expect(await launcher.evaluate((button) => getComputedStyle(button).outlineWidth)).toBe('3px');
    await replyAs(desk, id, 'So did I');
    await page.getByRole('button', { name: 'Open messaging window, 1 unread message' }).waitFor();
    await page.keyboard.press('Space');
    await expect.poll(() => focused(page)).toBe('Type a message');
    await page.keyboard.press('Escape');
  });

  it('stays open by the Escape with which an input method discards a text, and closes by the next (layout-14)', async () => {
    const { page, window, composer, open } = await visit();
    await open();
    await composer.focus();
    const client = await page.context().newCDPSession(page);
    await client.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    await page.keyboard.press('Escape');
    expect(await window.isVisible()).toBe(true);
    await client.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
    await page.keyboard.press('Escape');
    await window.waitFor({ state: 'hidden' });
  });

  it('closes by Escape from the launcher, too, as soon as it is drawn (layout-14)', async () => {
    const { page, launcher, window, open } = await visit();
    // The file for the keyboard loads after the card and never arrives here.
    await page.route(/cycleFocus/, () => {});
    await open();
    await launcher.focus();
    await page.keyboard.press('Escape');
    await window.waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Open messaging window');
  });

  it.each(['We usually answer in five minutes.', 'نجيب عادةً في غضون خمس دقائق.'])(
    'shows two lines of a description where there is room: %s',
    async (description) => {
      const { page, frame, open } = await visit();
      let told = description;
      await page.route(/embeddable\/config/, async (route) => {
        const config = await (await route.fetch()).json();
        await route.fulfill({ json: { ...config, messenger: { ...config.messenger, description: told } } });
      });
      const shown = frame.locator('header p');
      const isWhole = () =>
        shown.evaluate((p) => p.scrollWidth <= p.clientWidth && p.scrollHeight <= p.clientHeight);
      await page.reload();
      await open();
      expect(await shown.textContent()).toBe(description);
      expect(await isWhole()).toBe(true);
      const [, , , height] = await boxOf(frame.locator('header'));
      told = `${description} `.repeat(9);
      await page.reload();
      await shown.getByText(told).waitFor();
      expect(await isWhole()).toBe(false);
      expect((await boxOf(shown))[3]).toBe(36);
      expect((await boxOf(frame.locator('header')))[3]).toBe(height);
      // A low window needs the room for the text box.
      await page.setViewportSize({ width: 1280, height: 380 });
      await expect.poll(async () => (await boxOf(shown))[3]).toBe(18);
    },
  );

  it('keeps Tab and Shift+Tab in a circle between the launcher and the open window (focus-1)', async () => {
    const { page, open } = await visit();
    await open();
    await expect.poll(() => focused(page)).toBe('Type a message');
    const circle = async (key: string): Promise<string[]> => {
      const names: string[] = [];
      for (let i = 0; i < 12; i += 1) {
        await page.keyboard.press(key);
        // The launcher and the header's button have one name.
        const own = await page.evaluate(
          () => document.querySelector('[data-porch]')?.shadowRoot?.activeElement?.tagName === 'BUTTON',
        );
        names.push(own ? 'the launcher' : await focused(page));
      }
      return names;
    };
    // What leads from the window to the launcher loads after the card.
    await expect.poll(() => circle('Tab')).toContain('the launcher');
    for (const key of ['Tab', 'Shift+Tab']) {
      const names = await circle(key);
      expect(names, key).toContain('the launcher');
      expect(names, key).toContain('Type a message');
      expect(names, key).toContain('Messages');
      expect(names, key).toContain('Close messaging window');
      expect(names, key).not.toContain('BUTTON');
      expect(names, key).not.toContain('BODY');
    }
  });

  it('gives the focus back without a mark when it was closed by a click (focus-2)', async () => {
    const { launcher, window, open, page } = await visit();
    await open();
    await launcher.click();
    await window.waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Open messaging window');
    expect(await launcher.evaluate((button) => getComputedStyle(button).outlineColor)).toBe(
      'rgba(0, 0, 0, 0)',
    );
  });

  it('moves nothing for a visitor who prefers reduced motion (layout-15)', async () => {
    const { page, frame, window, open, say } = await visit({ reducedMotion: 'reduce' });
    await open();
    // The window opens fully at once, without a transition.
    expect(
      await window.evaluate((card) => [getComputedStyle(card).opacity, getComputedStyle(card).transform]),
    ).toEqual(['1', 'none']);
    await say('Stand still');
    await frame.getByText('Sent', { exact: true }).waitFor();
    await replyAs(desk, await conversationWith(desk, 'Stand still'), 'I do');
    await frame.getByText('I do', { exact: true }).waitFor();
    const moving = await page.evaluate(() => {
      const root = document.querySelector('[data-porch]')?.shadowRoot;
      const inner = root?.querySelector('iframe')?.contentDocument;
      return [...(root?.getAnimations() ?? []), ...(inner?.getAnimations() ?? [])].length;
    });
    expect(moving).toBe(0);
  });
});
