import { expect } from 'vitest';
import { IS_OPEN, type Visitor, widgetNow } from './converse';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** What the page has before the window opens and gets back after it: its place and the styles of its outer elements. */
const STATE = `JSON.stringify([scrollX, scrollY, ...[document.documentElement, document.body].filter(Boolean).map((element) => {
  const { overflow, overflowY, position, height } = getComputedStyle(element);
  return [element.getAttribute('style') || '', overflow, overflowY, position, height];
})])`;

/** The launcher's box on the screen, which on a wide page is a part of what the page lays out. */
const LAUNCHER_BOX = `(() => {
  const button = document.querySelector('html > [data-porch]').shadowRoot.querySelector('button[aria-expanded]');
  const { left, top, right, bottom } = button.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= screen.width + 0.5 && bottom <= screen.height + 0.5;
})()`;

const WINDOW_BOX = `(() => {
  const frame = document.querySelector('html > [data-porch]').shadowRoot.querySelector('iframe.card');
  const { left, top, width, height } = frame.getBoundingClientRect();
  return [left, top, width, height].map(Math.round).join();
})()`;

/** Whether the page behind the window cannot scroll. */
const LOCKED = `[document.documentElement, document.body].some(
  (element) => element && getComputedStyle(element).overflowY === 'hidden')`;

export const launcherIsOnTheScreen = async (visitor: Visitor) => {
  await (await widgetNow(visitor)).launcher.waitFor();
  await expect.poll(() => visitor.look.ask(LAUNCHER_BOX)).toBe(true);
};

/** Opens and closes the window, which fills the screen, and expects the page as it was before. */
export const windowFillsTheScreen = async (visitor: Visitor) => {
  const { look } = visitor;
  await look.ask('scrollTo(0, 120)');
  const before = await look.ask(STATE);
  await (await widgetNow(visitor)).launcher.tap();
  await expect.poll(async () => (await widgetNow(visitor)).composer.isVisible()).toBe(true);
  const { frame, composer } = await widgetNow(visitor);
  await expect.poll(() => look.ask(WINDOW_BOX)).toBe('0,0,390,844');
  await expect.poll(async () => (await composer.boundingBox())?.y ?? 9999).toBeLessThan(844);
  await expect.poll(() => look.ask(LOCKED)).toBe(true);
  await frame.getByRole('button', { name: /^Close/ }).tap();
  await expect.poll(() => look.ask(IS_OPEN)).toBe(false);
  await expect.poll(() => look.ask(STATE)).toEqual(before);
};
