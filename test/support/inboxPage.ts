import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { type OpenedPage, openPage, type PageOptions } from './browser';
import { type AgentOfTest, type InboxDesk, signInBrowser } from './signInBrowser';

/**
 * Opens the inbox, signed in and showing the conversation list.
 * @param agent who signs in; an admin by default, whose replies are sent without the wait in which they can be taken back
 */
export const openInbox = async (
  browser: Browser,
  desk: InboxDesk,
  options?: PageOptions,
  agent?: AgentOfTest & { undo?: boolean },
): Promise<OpenedPage> => {
  const opened = await openPage(browser, options);
  await signInBrowser(opened.page.context(), desk, agent);
  if (!agent?.undo) await opened.page.addInitScript(() => localStorage.setItem('porch.agentUndo', 'off'));
  await opened.page.goto(`${desk.origin}/agent`);
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

const BOOTS = fileURLToPath(
  new URL('../../examples/support-desk/inbox/public/samples/boots.png', import.meta.url),
);
const GUIDE = {
  name: 'size-guide.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Measure in the evening.'),
};

/** Fills in an open dialog of the menu 'More to send': with a file of its kind, or with its example. */
export const fillIn = async (dialog: Locator, name: string): Promise<void> => {
  const isPicture = name === 'Picture with description';
  if (!isPicture && name !== 'File with caption')
    return dialog.getByRole('button', { name: 'Fill with an example' }).click();
  await dialog.locator('input[type=file]').setInputFiles(isPicture ? BOOTS : GUIDE);
  if (isPicture) await dialog.getByLabel('Description').fill('A pair of brown boots');
};
