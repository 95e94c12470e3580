import type { Page } from 'playwright-core';
import { type OpenedPage, openPage, type PageOptions, shareBrowser } from './browser';
import { startDesk } from './desk';

/** Style sheet that stops motion, and lays out content the browser would skip while it is out of sight. */
const STILL =
  '*,*::before,*::after{animation:none!important;transition:none!important;content-visibility:visible!important}';

/** What the states of missing pictures and refused pages log. */
export const MISSING = [/status of 404/, /^frame-src:/];

export type Gallery = {
  /**
   * Opens the gallery and waits for all states.
   * @param view the `locale`, `size`, `direction` and `find` in its address
   */
  open(view: Record<string, string>, options?: PageOptions): Promise<OpenedPage>;
  close(): Promise<void>;
};

/** Waits until the gallery has drawn all its states, each a whole card: many take longer than any other page. */
export const galleryReady = (page: Page, locale: string | undefined): Promise<void> =>
  page.locator(`main[data-ready=${locale}]`).waitFor({ timeout: 60_000 });

/** Starts the built gallery with its own desk and browser. The caller closes it. */
export const startGallery = async (): Promise<Gallery> => {
  const [{ browser, close }, desk] = await Promise.all([shareBrowser(), startDesk()]);
  return {
    async open(view, options) {
      const opened = await openPage(browser, { possibleProblems: MISSING, ...options });
      await opened.page.goto(`${desk.origin}/gallery/?${new URLSearchParams({ ...view, frames: 'all' })}`);
      await galleryReady(opened.page, view.locale);
      await dressFrames(opened, STILL);
      return opened;
    },
    async close() {
      await close();
      await desk.close();
    },
  };
};

/**
 * Adds a style sheet to every frame, as a visitor's own style sheet would apply.
 * @returns a function that removes it
 */
export const dressFrames = async ({ page }: OpenedPage, css: string): Promise<() => Promise<void>> => {
  const undo = await page.evaluateHandle((text) => {
    const sheets = [...document.querySelectorAll('iframe')].map((frame) => {
      const inner = frame.contentDocument as Document;
      const view = frame.contentWindow as Window & typeof globalThis;
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync(text);
      inner.adoptedStyleSheets = [...inner.adoptedStyleSheets, sheet];
      return sheet;
    });
    return () => {
      for (const sheet of sheets) sheet.replaceSync('');
    };
  }, css);
  await measureAgain(page);
  return async () => {
    await undo.evaluate((remove) => remove());
    await measureAgain(page);
  };
};

/** Gives every card another size without drawing it again, as a window that changes its size does. */
export const resizeFrames = async (page: Page, size: string): Promise<void> => {
  await page.evaluate((pixels) => {
    const [width = '', height = ''] = pixels.split('x');
    for (const frame of document.querySelectorAll('iframe')) Object.assign(frame, { width, height });
  }, size);
  await measureAgain(page);
};

/** Lets text boxes measure their text again and logs follow, and waits until that is drawn. */
const measureAgain = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const drawn = async () => {
      for (let i = 0; i < 3; i++) await new Promise((next) => requestAnimationFrame(next));
    };
    const boxes = [...document.querySelectorAll('iframe')].flatMap(({ contentDocument }) => [
      ...(contentDocument?.querySelectorAll('textarea') ?? []),
    ]);
    const texts = boxes.map((box) => box.value);
    for (const more of [' ', '']) {
      for (const [i, box] of boxes.entries()) {
        box.value = `${texts[i]}${more}`;
        box.dispatchEvent(new Event('input', { bubbles: true }));
      }
      await drawn();
    }
  });
