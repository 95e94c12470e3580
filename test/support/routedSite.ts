import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openPage, type PageOptions } from './browser';
import { hasEntry } from './hasEntry';
import { widgetOf } from './widget';

const PHONE: PageOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Collects from now on what the page's router could hear of, and each place that the page scrolls to. */
const WATCH = `
  window.heard = [];
  for (const type of ['popstate', 'hashchange', 'pageshow'])
    addEventListener(type, () => heard.push(type));
  addEventListener('scroll', () => heard.push(scrollY));
  for (const type of ['navigate', 'currententrychange'])
    navigation.addEventListener(type, () => heard.push(type));
  window.drawn = document.querySelector('.long');`;

const frames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/**
 * A visitor with a phone on a site of three long pages: from the first, which they had scrolled to 300, its router has
 * led them to `/long`, where they are at 900. `.go` was the link, `.on` leads from there to `/last`.
 */
const visitSite = async (browser: Browser, address: string) => {
  const { page } = await openPage(browser, { at: address, ...PHONE });
  const { launcher, composer, window: card } = widgetOf(page);
  await launcher.waitFor();
  const scroll = async (to: number) => {
    await page.evaluate((y) => scrollTo(0, y), to);
    await frames(page);
  };
  // Playwright’s own taps wait for ever after a move of a frame.
  const follow = (link: string) => page.locator(link).evaluate((a: HTMLElement) => a.click());
  const isAt = async (name: string, place: number) => {
    await page.locator(name).waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
    // Routers note their places late.
    await frames(page);
  };
  await scroll(300);
  await follow('.go');
  await page.locator('.long').waitFor();
  // At the top, or at the top of what has changed.
  await expect.poll(() => page.evaluate(() => scrollY < 100)).toBe(true);
  await frames(page);
  await scroll(900);
  await page.evaluate(WATCH);
  return {
    page,
    follow,
    isAt,
    call: (name: string) => page.evaluate(`zE('messenger', '${name}')`),
    open: async () => {
      await page.evaluate("zE('messenger', 'open')");
      await composer.waitFor();
      await hasEntry(page, true);
    },
    isOpen: (open: boolean) => expect.poll(() => card.isVisible()).toBe(open),
    /** Moves in the history: by two numbers, twice before the browser has done the first. */
    go: (...steps: number[]) =>
      page.evaluate((all) => {
        for (const by of all) history.go(by);
      }, steps),
    /** The router has heard nothing since it was on `/long`, and that is as it was drawn, in its place. */
    isUntouched: async () => {
      const state = await page.evaluate(() => {
        const { heard, drawn } = window as unknown as { heard: unknown[]; drawn?: Element };
        return {
          heard,
          drawn: drawn?.isConnected,
          path: location.pathname.replace(/\/$/, ''),
          place: scrollY,
        };
      });
      expect(state).toEqual({ heard: [], drawn: true, path: '/long', place: 900 });
    },
  };
};

/** Closes the window by Back in each way that a visitor can, with the site's own moves between them. */
export const closeByBack = async (browser: Browser, address: string): Promise<void> => {
  const { page, follow, open, go, isOpen, call, isAt, isUntouched } = await visitSite(browser, address);
  await open();
  await go(-1);
  await isOpen(false);
  await go(1);
  await isOpen(true);
  await hasEntry(page, true);
  await call('close');
  await hasEntry(page, false);
  await open();
  await go(-1);
  await isOpen(false);
  await isUntouched();
  // The router still works.
  await go(-1);
  await isAt('.first', 300);
  await go(1);
  await isAt('.long', 900);
  // The site navigates under the open window: Back still closes the window first.
  await open();
  await follow('.on');
  await page.locator('.last').waitFor();
  await hasEntry(page, true);
  await go(-1);
  await isOpen(false);
  await page.locator('.last').waitFor();
  await go(-1);
  await isAt('.long', 900);
  await go(1);
  await page.locator('.last').waitFor();
  await isOpen(false);
  await go(-1);
  await isAt('.long', 900);
  // Back, pressed twice at once.
  await open();
  await go(-1, -1);
  await isOpen(false);
  await isAt('.first', 300);
};

/** The same after a reload. @param places where the site's own rule leaves the pages then: `/long`, and the first */
export const closeAfterReload = async (
  browser: Browser,
  address: string,
  [place, first]: readonly [number, number] = [900, 300],
): Promise<void> => {
  const { page, open, go, isOpen, isAt } = await visitSite(browser, address);
  await open();
  await page.reload();
  await isOpen(true);
  await hasEntry(page, true);
  await isAt('.long', place);
  await go(-1);
  await isOpen(false);
  await isAt('.long', place);
  await go(-1);
  await isAt('.first', first);
};
