import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, type OpenedPage, openPage } from './browser';
import { startDesk } from './desk';

/** Style sheet that stops motion, and lays out content the browser would skip while it is out of sight. */
const STILL =
  '*,*::before,*::after{animation:none!important;transition:none!important;content-visibility:visible!important}';

export type Gallery = {
  /**
   * Opens the gallery and waits for all states.
   * @param view the `locale`, `size`, `direction` and `state` in its address
   */
  open(view: Record<string, string>, options?: BrowserContextOptions): Promise<OpenedPage>;
  close(): Promise<void>;
};

/** Waits until the gallery has drawn all its states, each a whole card: many take longer than any other page. */
export const galleryReady = (page: Page, locale: string | undefined): Promise<void> =>
  page.locator(`main[data-ready=${locale}]`).waitFor({ timeout: 60_000 });

/** Starts the built gallery with its own desk and browser. The caller closes it. */
export const startGallery = async (): Promise<Gallery> => {
  const [browser, desk] = await Promise.all([launchBrowser(), startDesk()]);
  return {
    async open(view, options) {
      const opened = await openPage(browser, options);
      await opened.page.goto(`${desk.origin}/gallery/?${new URLSearchParams(view)}`);
      await galleryReady(opened.page, view.locale);
      await dressFrames(opened, STILL);
      return opened;
    },
    async close() {
      await browser.close();
      await desk.close();
    },
  };
};

/** Adds a style sheet to every frame, as a visitor's own style sheet would apply. */
export const dressFrames = ({ page }: OpenedPage, css: string): Promise<void> =>
  page.evaluate(async (text) => {
    for (const frame of document.querySelectorAll('iframe')) {
      const inner = frame.contentDocument as Document;
      const view = frame.contentWindow as Window & typeof globalThis;
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync(text);
      inner.adoptedStyleSheets = [...inner.adoptedStyleSheets, sheet];
    }
    for (let i = 0; i < 3; i++) await new Promise((next) => requestAnimationFrame(next));
  }, css);
