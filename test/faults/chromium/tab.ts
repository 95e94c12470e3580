import type { BrowserContext, Page } from 'playwright-core';
import { widgetOf } from '../../support/widget';

/** How long a visitor waits for what a click should bring, ms, before they do something else. */
const PATIENCE_MS = 1500;

/** A tab of a visitor who uses the widget as people do: by mouse and keyboard. */
export type Tab = ReturnType<typeof createTab>;

const quietly = <T>(promise: Promise<T>): Promise<T | undefined> => promise.catch(() => undefined);

/** Closes a page. Now and then the browser's driver never says that it is done. */
const closed = (page: Page): Promise<unknown> =>
  quietly(Promise.race([page.close(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]));

/** Opens a tab at `address`; what cannot be loaded there then is not waited for. */
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

  /** Opens the window where it is closed, and has tried again what could not be loaded. */
  const open = async (patience = PATIENCE_MS): Promise<boolean> => {
    const { launcher, composer, frame } = await withWidget();
    if (await quietly(composer.isVisible())) return true;
    const timeout = patience;
    await quietly(launcher.waitFor({ timeout }));
    if ((await quietly(launcher.getAttribute('aria-expanded', { timeout }))) === 'false') {
      await quietly(launcher.click({ timeout }));
    }
    const retry = frame.getByRole('button', { name: 'Try again' });
    if (await quietly(retry.isVisible())) await quietly(retry.click({ timeout }));
    await quietly(composer.waitFor({ timeout }));
    return (await quietly(composer.isVisible())) ?? false;
  };

  return {
    name,
    open,
    isAlive: async () => !crashed && !(await loaded).isClosed(),
    /** @returns whether the text was handed over; 'perhaps' where the tab went down over it */
    async write(text: string): Promise<boolean | 'perhaps'> {
      if (!(await open())) return false;
      const { composer } = await withWidget();
      const timeout = PATIENCE_MS;
      const typed = await quietly(composer.fill(text, { timeout }).then(() => true));
      if (!typed) return false;
      const sent = await quietly(composer.press('Enter', { timeout }).then(() => true));
      const left = await quietly(composer.inputValue({ timeout }));
      return sent && left === '' ? true : left === text ? false : 'perhaps';
    },
    /** The texts of the log, as they stand on screen. */
    texts: async () => (await withWidget()).log.locator('li [dir="auto"]').allTextContents(),
    /** Everything else the log says of what was written: that it is on its way, late or failed. */
    async marks(): Promise<string[]> {
      const { log } = await withWidget();
      const words = /^(Sending|Not sent yet|No connection|Message failed to send|Tap to retry)$/;
      return log.getByText(words).allTextContents();
    },
    /** What the page would be told by a person who looks at another one, and comes back. */
    async setVisible(visible: boolean): Promise<void> {
      const tell = (state: string) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
        document.dispatchEvent(new Event('visibilitychange'));
      };
      await quietly((await loaded).evaluate(tell, visible ? 'visible' : 'hidden'));
    },
    async reload(): Promise<void> {
      await quietly((await loaded).reload({ waitUntil: 'commit', timeout: PATIENCE_MS }));
    },
    async hasLauncher(): Promise<boolean> {
      const { launcher } = await withWidget();
      return (await quietly(launcher.waitFor({ timeout: PATIENCE_MS }).then(() => true))) ?? false;
    },
    async close(): Promise<void> {
      await closed(await loaded);
    },
    /** Ends the tab's process: no event of any kind, and whatever it was doing is not done. */
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
