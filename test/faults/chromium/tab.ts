import type { BrowserContext, Page } from 'playwright-core';
import { widgetOf } from '../../support/widget';

/** How long a visitor waits for the result of a click before giving up, ms. */
const PATIENCE_MS = 1500;

/** A browser tab whose visitor uses the widget by mouse and keyboard. */
export type Tab = ReturnType<typeof createTab>;

const quietly = <T>(promise: Promise<T>): Promise<T | undefined> => promise.catch(() => undefined);

/** Closes a page, or gives up after a while: Playwright sometimes never reports that a page has closed. */
const closed = (page: Page): Promise<unknown> =>
  quietly(Promise.race([page.close(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]));

/** Opens a tab at `address`. Does not wait for files that fail to load. */
export const createTab = (context: BrowserContext, address: string, name: string) => {
  let crashed = false;
  const loaded = (async (): Promise<Page> => {
    const page = await context.newPage();
    page.on('crash', () => {
      crashed = true;
    });
    await quietly(page.goto(address, { waitUntil: 'commit', timeout: PATIENCE_MS }));
    return page;
  })();
  const withWidget = async () => widgetOf(await loaded);

  /** Opens the window if it is closed, and clicks the retry button if the messenger failed to load. */
  const open = async (patience = PATIENCE_MS): Promise<boolean> => {
    const { launcher, textBox, frame } = await withWidget();
    const timeout = patience;
    // The text box is there all the same when the messenger failed to load.
    const retry = frame.getByRole('button', { name: 'Try again' });
    if (await quietly(retry.isVisible())) await quietly(retry.click({ timeout }));
    if (await quietly(textBox.isVisible())) return true;
    await quietly(launcher.waitFor({ timeout }));
    if ((await quietly(launcher.getAttribute('aria-expanded', { timeout }))) === 'false') {
      await quietly(launcher.click({ timeout }));
    }
    await quietly(textBox.waitFor({ timeout }));
    return (await quietly(textBox.isVisible())) ?? false;
  };

  return {
    name,
    open,
    /** Whether the messenger has arrived and drawn the card around the text box. */
    isDrawn: async () => (await quietly((await withWidget()).composer.isVisible())) ?? false,
    isAlive: async () => !crashed && !(await loaded).isClosed(),
    /**
     * @param timeout how long each action may take, ms
     * @returns whether the text was submitted; 'perhaps' if the tab went down while submitting it
     */
    async write(text: string, timeout = PATIENCE_MS): Promise<boolean | 'perhaps'> {
      if (!(await open(timeout))) return false;
      const { textBox } = await withWidget();
      const typed = await quietly(textBox.fill(text, { timeout }).then(() => true));
      if (!typed) return false;
      const sent = await quietly(textBox.press('Enter', { timeout }).then(() => true));
      const left = await quietly(textBox.inputValue({ timeout }));
      return sent && left === '' ? true : left === text ? false : 'perhaps';
    },
    /** The text in the text box. */
    draft: async () => quietly((await withWidget()).textBox.inputValue({ timeout: PATIENCE_MS })),
    /** The texts of the log as shown on screen. */
    texts: async () => (await withWidget()).log.locator('li [dir="auto"]').allTextContents(),
    /** The log's status texts for messages that are sending, late or failed. */
    async marks(): Promise<string[]> {
      const { log } = await withWidget();
      const words = /^(Sending|Not sent yet|Message failed to send|Try again)$/;
      return log.getByText(words).allTextContents();
    },
    /** Fires the events a page receives when the visitor switches to another tab and back. */
    async setVisible(visible: boolean): Promise<void> {
      const tell = (state: string) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      };
      await quietly((await loaded).evaluate(tell, visible ? 'visible' : 'hidden'));
    },
    async reload(): Promise<void> {
      await quietly((await loaded).reload({ waitUntil: 'commit', timeout: PATIENCE_MS }));
    },
    async hasLauncher(timeout = PATIENCE_MS): Promise<boolean> {
      const { launcher } = await withWidget();
      return (await quietly(launcher.waitFor({ timeout }).then(() => true))) ?? false;
    },
    async close(): Promise<void> {
      await closed(await loaded);
    },
    /** Crashes the tab's process: the page gets no event, and its pending work is lost. */
    async crash(): Promise<void> {
      const page = await loaded;
      const gone = new Promise((resolve) => page.once('crash', resolve));
      const session = await quietly(context.newCDPSession(page));
      if (!session) return;
      void quietly(session.send('Page.crash'));
      await gone;
      await closed(page);
    },
  };
};
