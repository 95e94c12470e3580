import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type OpenedPage, openPage } from './browser';
import type { Desk } from './desk';

/** Opens the inbox, signed in and showing the conversation list. */
export const openInbox = async (
  browser: Browser,
  desk: Pick<Desk, 'origin' | 'agentToken'>,
  options?: BrowserContextOptions,
): Promise<OpenedPage> => {
  const opened = await openPage(browser, options);
  await opened.page.goto(`${desk.origin}/agent#token=${desk.agentToken}`);
  await opened.page.getByRole('heading', { name: 'Inbox' }).waitFor();
  return opened;
};

export const replyField = (page: Page): Locator => page.getByRole('textbox', { name: 'Reply' });

export const messageLog = (page: Page): Locator => page.getByRole('log', { name: 'Messages' });

/** The rows of the conversation list, from the top. */
export const rows = (page: Page): Locator =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('button');

/** The accessible name of the focused element, or its tag name. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? element?.tagName ?? '';
  });
