import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPage } from '../support/browser';
import { type Desk, startDesk } from '../support/desk';
import { fixture, type HostPages, startHostPages } from '../support/hostPages';
import { conversationWith, replyAs, widgetOf } from '../support/widget';

let browser: Browser;
let desk: Desk;
let pages: HostPages;

const launcher = { text: 'Ask us', shape: 'circle', showTextInMobile: false };

beforeAll(async () => {
  [browser, desk, pages] = await Promise.all([
    launchBrowser(),
    startDesk({ settings: { messenger: { launcher } } }),
    startHostPages(),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
  await desk?.close();
});

const visit = async (options: BrowserContextOptions = {}) => {
  const opened = await openPage(browser, options);
  const { page } = opened;
  await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin })));
  await widgetOf(page).launcher.waitFor();
  return { ...opened, ...widgetOf(page), hide: page.getByRole('button', { name: 'Hide label' }) };
};

describe('the launcher’s label', () => {
  it('is part of its name, can be hidden once, and stays hidden on the next page', async () => {
    const { page, launcher: button, hide, allProblems, close } = await visit();
    await hide.waitFor();
    expect(await button.getAttribute('aria-label')).toBe('Open messaging window, Ask us');
    const wide = (await button.boundingBox())?.width ?? 0;
    expect(wide).toBeGreaterThan(90);
    await hide.focus();
    await page.keyboard.press('Enter');
    await hide.waitFor({ state: 'detached' });
    expect(await button.getAttribute('aria-label')).toBe('Open messaging window');
    // Focus is where the label was.
    expect(await button.evaluate((e) => (e.getRootNode() as ShadowRoot).activeElement === e)).toBe(true);
    expect((await button.boundingBox())?.width).toBe(56);
    await page.reload();
    await button.waitFor();
    await button.click();
    await widgetOf(page).composer.waitFor();
    expect(await page.getByText('Ask us').count()).toBe(0);
    expect(allProblems()).toEqual([]);
    await close();
  });

  it('is not shown on a phone, unless the account wants it there', async () => {
    const { page, launcher: button, close } = await visit({ viewport: { width: 390, height: 844 } });
    await page.waitForFunction(
      () => document.querySelector('[data-porch]')?.shadowRoot?.querySelector('.t') !== null,
    );
    expect((await button.boundingBox())?.width).toBe(56);
    await close();
  });

  it('makes room for the count of unread messages at its corner', async () => {
    const { page, composer, say, launcher: button, open, hide, close } = await visit();
    await open();
    await composer.waitFor();
    await say('Label: unread');
    await page.keyboard.press('Escape');
    await hide.waitFor();
    await replyAs(desk, await conversationWith(desk, 'Label: unread'), 'Here you are');
    await expect
      .poll(() => button.getAttribute('aria-label'))
      .toBe('Open messaging window, 1 unread message, Ask us');
    await hide.waitFor({ state: 'hidden' });
    await close();
  });
});
