import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Desk } from '../../support/desk';
import { conversationWith, replyAs, type Widget, widgetOf } from '../../support/widget';
import { changesOf, type Plain } from './compare';
import type { Look } from './look';
import type { Limitation, Row } from './row';

/** A visitor with a pointer, in the middle of the conversation. */
export type Visitor = { row: Row; desk: Desk; page: Page; look: Look };

/** Names the step in the error where it fails. */
export const step = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`;
    throw error;
  }
};

const windowFrame = async (page: Page): Promise<Frame | undefined> => {
  for (const frame of page.mainFrame().childFrames()) {
    const element = await frame.frameElement().catch(() => undefined);
    if ((await element?.getAttribute('title')) === 'Messaging window') return frame;
  }
  return undefined;
};

/**
 * The widget as it is now. Playwright's frame locators find no frame on a page in XHTML, where the name of the element
 * is in lowercase: there, it is the frame that is on the page now.
 */
export const widgetNow = async ({ row, page }: Visitor): Promise<Widget> => {
  const isXhtml = row.headers?.['Content-Type'] === 'application/xhtml+xml';
  return isXhtml ? widgetOf(page, await windowFrame(page)) : widgetOf(page);
};

const HOST = `document.querySelector('html > [data-porch]')`;
const LAUNCHER = `${HOST}.shadowRoot.querySelector('button[aria-expanded]')`;

/**
 * Whether the middle of the launcher is hit, and is where it belongs: the only one, behind the body, and so behind the
 * page's own elements in the tab order.
 */
const PLACE = `(() => {
  const { right, bottom, width, height } = ${LAUNCHER}.getBoundingClientRect();
  const hit = document.elementFromPoint(right - width / 2, bottom - height / 2);
  const { children } = document.documentElement;
  const isLast = document.querySelectorAll('[data-porch]').length === 1 &&
    [...children].indexOf(${HOST}) > [...children].indexOf(document.body);
  return { hit: hit === ${HOST}, isLast, right: innerWidth - right, bottom: innerHeight - bottom, width, height };
})()`;

type Place = {
  hit: boolean;
  isLast: boolean;
  right: number;
  bottom: number;
  width: number;
  height: number;
};

/** Whether the text box of the open window has the focus. */
export const HAS_FOCUS = `(() => {
  const frame = ${HOST}?.shadowRoot.activeElement;
  return document.activeElement === ${HOST} && frame?.contentDocument?.activeElement?.localName === 'textarea';
})()`;

export const IS_OPEN = `${HOST}?.hasAttribute('data-open')`;

/** The page's scroll bar takes some of the corner. */
const SCROLL_BAR = 'innerWidth - document.documentElement.clientWidth';

/** How high the page's scroll bar below it is, which only a page that is too wide has. */
const BAR_BELOW = 'innerHeight - (document.scrollingElement ?? document.documentElement).clientHeight';

const barBelow = async ({ look }: Visitor) => {
  const bar = await look.ask<number>(BAR_BELOW);
  return bar > 5 && bar < 20 ? bar : 0;
};

export const launcherIsShown = async (visitor: Visitor) => (await widgetNow(visitor)).launcher.waitFor();

export const launcherIsAtItsCorner = async (visitor: Visitor) => {
  const { row, look } = visitor;
  const { scale = 1 } = row;
  const below = await barBelow(visitor);
  const bar = Math.max(0, await look.ask<number>(SCROLL_BAR));
  const read = async () => {
    const { right, bottom, width, height, ...place } = await look.ask<Place>(PLACE);
    const isRight = Math.abs(right - 16 * scale) < 1 || Math.abs(right - 16 * scale - bar) < 1;
    return { ...place, isRight, box: [bottom - below, width, height].map((px) => Math.round(px / scale)) };
  };
  await expect.poll(read).toEqual({ hit: true, isLast: true, isRight: true, box: [16, 56, 56] });
};

export const pageIsUnchanged = async ({ row, look }: Visitor, plain: Plain) =>
  expect.poll(async () => changesOf(row, plain, await look.looked())).toEqual([]);

export const launcherOpens = async (visitor: Visitor) => {
  await (await widgetNow(visitor)).launcher.click();
  await expect.poll(() => visitor.look.ask(HAS_FOCUS)).toBe(true);
  await (await widgetNow(visitor)).composer.waitFor();
};

/** Expects the window in the page's corner, above the launcher. */
export const windowIsInItsPlace = async (visitor: Visitor) => {
  // A window that is larger with its page is lower, too, to stay on the screen.
  if (visitor.row.scale) return;
  const below = await barBelow(visitor);
  const read = async () => {
    const box = await (await widgetNow(visitor)).window.boundingBox();
    return box && [box.y, box.width, box.height + below].map(Math.round);
  };
  await expect.poll(read).toEqual([16, 380, 696]);
};

export const typedTextArrives = async (visitor: Visitor, text: string): Promise<string> => {
  const { page, desk } = visitor;
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await (await widgetNow(visitor)).message(text).waitFor();
  return conversationWith(desk, text);
};

export const answerArrives = async (visitor: Visitor, conversation: string, text: string) => {
  await replyAs(visitor.desk, conversation, text);
  await (await widgetNow(visitor)).message(text).waitFor();
};

/** Expects that the page's `meanwhile` leaves the visitor what is written. */
export const draftStays = async (visitor: Visitor, meanwhile: string) => {
  const { page, look } = visitor;
  const { composer } = await widgetNow(visitor);
  await page.keyboard.type('Half a sentence');
  await look.askPage(meanwhile);
  expect(await composer.inputValue()).toBe('Half a sentence');
  await composer.fill('');
};

export const launcherCloses = async (visitor: Visitor) => {
  await (await widgetNow(visitor)).launcher.click();
  await expect.poll(() => visitor.look.ask(IS_OPEN)).toBe(false);
};

/** @param wasOpen whether the window was open on the page before, and so opens without a click */
export const conversationIsThere = async (visitor: Visitor, texts: readonly string[], wasOpen: boolean) => {
  const { look } = visitor;
  await expect.poll(() => look.ask(`document.querySelectorAll('[data-porch]').length`)).toBe(1);
  if (!wasOpen) await (await widgetNow(visitor)).launcher.click();
  await expect.poll(() => look.ask(IS_OPEN)).toBe(true);
  for (const text of texts)
    await expect.poll(async () => (await widgetNow(visitor)).message(text).isVisible()).toBe(true);
};

export const linkAndBackKeepIt = async (visitor: Visitor, link: string, texts: readonly string[]) => {
  const { page } = visitor;
  const next = page.getByRole('heading', { name: 'The next page' });
  await page.locator(link).first().click();
  await next.waitFor();
  await conversationIsThere(visitor, texts, false);
  await page.goBack();
  await next.waitFor({ state: 'detached' });
  await conversationIsThere(visitor, texts, true);
};

/** Expects what the row lists as not working, and ends it where the page can. */
export const limitationHolds = async (
  { page, look }: Visitor,
  { launcher, ends, givenUp = 'true' }: Limitation,
) => {
  const button = () => look.ask(`!!${HOST}?.shadowRoot?.querySelector('button')`);
  if (launcher === 'absent') {
    await expect.poll(() => look.askPage('typeof window.zE')).toBe('function');
    await page.waitForLoadState('networkidle');
    expect(await button()).toBe(false);
    return;
  }
  await expect.poll(button).toBe(launcher !== 'gone');
  if (launcher === 'covered') await expect.poll(async () => (await look.ask<Place>(PLACE)).hit).toBe(false);
  if (launcher === 'elsewhere')
    await expect.poll(async () => Math.round((await look.ask<Place>(PLACE)).bottom)).not.toBe(16);
  if (launcher === 'alone') {
    await widgetOf(page).launcher.click();
    await widgetOf(page).textBox.waitFor();
    await expect.poll(() => look.askPage(givenUp)).toBe(true);
    expect(await widgetOf(page).composer.count()).toBe(0);
  }
  if (launcher === 'dead') {
    await widgetOf(page).launcher.click();
    await look.ask('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await look.ask(IS_OPEN)).toBe(false);
  }
  if (!ends) return;
  await look.askPage(ends);
  // The launcher is larger below the pointer.
  await page.mouse.move(1, 1);
};
