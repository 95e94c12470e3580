import type { Frame, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { createVisitor, sendText } from '../support/deskClient';
import { MISSING } from '../support/gallery';
import { messageLog, openInbox, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';
import { widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();

const TEXT = 'Hello! Is the Otter in stock?';
const ready = (page: Page) => page.locator('main[data-ready]').waitFor();

it('The gallery opens at its top, draws the states in sight, and its address holds state and knobs.', async () => {
  const { page } = await openPage(browser, { at: `${desk.origin}/gallery/`, possibleProblems: MISSING });
  await ready(page);
  const seen = () =>
    page.evaluate(() => [
      scrollY,
      document.activeElement?.tagName,
      document.querySelectorAll('iframe').length,
    ]);
  const [top, focused, frames] = await seen();
  expect([top, focused]).toEqual([0, 'BODY']);
  expect(frames).toBeLessThan(10);
  // This state opens a panel whose search box asks for the focus.
  await page.getByRole('link', { name: 'Emoji', exact: true }).first().click();
  const isAtEmoji = async () => {
    await ready(page);
    const box = await page.locator('#emoji iframe').boundingBox();
    const marked = await page.locator('nav a[aria-current]').textContent();
    return [
      Math.round(box?.y ?? -1) < 100,
      marked,
      await page.evaluate(() => document.activeElement?.tagName),
    ];
  };
  await expect.poll(isAtEmoji).toEqual([true, 'Emoji', 'BODY']);
  await page.locator('select[name=scheme]').selectOption('dark');
  await page.locator('select[name=locale]').selectOption('de');
  await ready(page);
  expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('?scheme=dark&locale=de#emoji');
  await page.reload();
  await expect.poll(isAtEmoji).toEqual([true, 'Emoji', 'BODY']);
  expect(await page.locator('select[name=locale]').inputValue()).toBe('de');
  await page.goBack();
  await page.locator('main[data-ready=en-us]').waitFor();
  expect(await page.locator('select[name=scheme]').inputValue()).toBe('dark');
  await page.goBack();
  await page.goBack();
  await page.locator('main[data-scheme=light]').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await page.getByLabel('Find a state').fill('menu fail');
  await page.getByText(/^1 of \d+ states$/).waitFor();
  expect(await page.locator('figure:visible figcaption').allTextContents()).toEqual(['Menu, failed']);
  // On a phone nothing is cut, and the header leaves room for a card.
  await page.setViewportSize({ width: 390, height: 844 });
  const [card, aside] = [page.locator('figure:visible iframe'), page.locator('aside')];
  await expect.poll(async () => Math.round((await card.boundingBox())?.width ?? 0)).toBe(358);
  expect((await aside.boundingBox())?.height).toBeLessThanOrEqual(64);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

/** The look of a card with this message: the first surface below each text, its corner, size and words. */
const lookOf = (frame: Frame, text: string) =>
  frame.evaluate((said) => {
    const surface = (element: Element | null): CSSStyleDeclaration => {
      const style = getComputedStyle(element as Element);
      return style.backgroundColor === 'rgba(0, 0, 0, 0)' && element?.parentElement
        ? surface(element.parentElement)
        : style;
    };
    const text = [...document.querySelectorAll('li p')].find((p) => p.textContent === said) as Element;
    const box = document.querySelector('textarea') as HTMLTextAreaElement;
    const bubble = surface(text);
    return {
      message: bubble.backgroundColor,
      onMessage: getComputedStyle(text).color,
      radius: bubble.borderStartStartRadius,
      font: getComputedStyle(text).fontSize,
      action: surface(box.form?.querySelector(':scope > button') ?? null).backgroundColor,
      card: surface(document.querySelector('[role=log]')).backgroundColor,
      lang: document.documentElement.lang,
      dir: document.documentElement.dir,
      placeholder: box.placeholder,
    };
  }, text);

const frameIn = async (page: Page, selector: string): Promise<Frame> => {
  const frame = await (await page.locator(selector).elementHandle())?.contentFrame();
  if (!frame) throw new Error(`${selector} has no document`);
  return frame;
};

it('The snippet of the gallery gives a page the look that the gallery shows.', async () => {
  const look = {
    locale: 'ar',
    scheme: 'dark',
    action: '#b4651d',
    message: '#224488',
    radius: '4',
    font: '20',
  };
  const query = new URLSearchParams({ ...look, side: 'left', find: 'C' });
  const gallery = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await gallery.page.goto(`${desk.origin}/gallery/?${query}#conversation`);
  await ready(gallery.page);
  await gallery.page.getByRole('button', { name: 'Use this look' }).click();
  await gallery.page.getByRole('button', { name: 'Copy' }).click();
  await gallery.page.getByText('Copied.').waitFor();
  const snippet = await gallery.page.evaluate(() => navigator.clipboard.readText());
  const shown = await lookOf(await frameIn(gallery.page, '#conversation iframe'), TEXT);
  await gallery.close();
  // The values of the knobs are there at all: 4 px of the window are 4.5 px of a bubble.
  expect(shown).toMatchObject({
    message: 'rgb(34, 68, 136)',
    radius: '4.5px',
    font: '20px',
    lang: 'ar',
    dir: 'rtl',
  });

  const { page } = await openPage(browser);
  await page.goto(
    pages.serve(`<!doctype html><html lang="en"><title>Shop</title><body>${snippet}</body></html>`),
  );
  const launcher = page.locator('[data-porch] button[aria-expanded]');
  await launcher.click();
  const card = page.frameLocator('[data-porch] iframe');
  await card.locator('[data-on=composer] textarea').fill(TEXT);
  await card.locator('[data-on=composer] textarea').press('Enter');
  await card.getByText(TEXT, { exact: true }).waitFor();
  const drawn = await frameIn(page, '[data-porch] iframe');
  await expect.poll(() => lookOf(drawn, TEXT)).toEqual(shown);
  const left = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).left);
  expect([await left('[data-porch] iframe'), await left('[data-porch] button[aria-expanded]')]).toEqual([
    '16px',
    '16px',
  ]);
});

it('Back leads from a conversation to the list of the inbox, and a reload keeps it open.', async () => {
  const visitor = await createVisitor(desk, {});
  await sendText(visitor, 'Is there a way back?');
  const { page } = await openInbox(browser, desk, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await rows(page).filter({ hasText: 'Is there a way back?' }).tap();
  await messageLog(page).getByText('Is there a way back?').waitFor();
  expect(page.url()).toContain(`#conversation=${visitor.conversationId}`);
  await page.reload();
  await messageLog(page).getByText('Is there a way back?').waitFor();
  await page.goBack();
  await page.locator('main[data-pane=list]').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  // Closing it on the page leaves no entry of the history behind.
  await page.goForward();
  await page.getByRole('button', { name: 'Back to conversations' }).tap();
  await page.locator('main[data-pane=list]').waitFor();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
});

it('The demo page leads to inbox and gallery, and its buttons change the messenger.', async () => {
  const { page } = await openPage(browser, { at: `${desk.origin}/` });
  for (const [name, path] of [
    ['Open the inbox', '/agent/'],
    ['Open the gallery', '/gallery/'],
  ] as const) {
    const link = page.getByRole('link', { name });
    expect(await link.evaluate((a) => (a as HTMLAnchorElement).pathname)).toBe(path);
  }
  const left = page.getByRole('button', { name: 'On the left' });
  const launcher = page.locator('[data-porch] button[aria-expanded]');
  await launcher.waitFor();
  await left.click();
  await expect.poll(async () => (await launcher.boundingBox())?.x).toBe(16);
  expect(await left.getAttribute('aria-pressed')).toBe('true');
  expect(await page.locator('output').textContent()).toMatch(
    /^zE\('messenger:set', 'customization', .*'left'/,
  );
  await page.getByRole('button', { name: 'Open the messenger' }).click();
  await widgetOf(page).composer.waitFor();
});
