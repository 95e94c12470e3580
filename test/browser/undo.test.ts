import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { openPage } from '../support/browser';
import { setUp } from '../support/setUp';
import { agentUndoes, visitorUndoes, type Writer } from '../support/undoing';
import { ENTER } from '../support/webDriver/driver';
import { widgetOf } from '../support/widget';

const { browser, desk, pageWith } = await setUp();

/** The page as the other browsers are driven. */
const writerIn = (page: Page): Writer => ({
  goto: async (address) => void (await page.goto(address)),
  run: <T>(body: string, ...args: unknown[]) =>
    page.evaluate(`(function(){${body}})(...${JSON.stringify(args)})`) as Promise<T>,
  type: (text) => (text === ENTER ? page.keyboard.press('Enter') : page.keyboard.type(text)),
  setCookie: ({ name, value }) => page.context().addCookies([{ name, value, url: `${desk.origin}/agent` }]),
});

it('Undo takes back what was put into the visitor’s text box, one by one (composer-16).', async () => {
  const { page } = await openPage(browser, { at: pageWith() });
  await widgetOf(page).open();
  await visitorUndoes(writerIn(page));
});

it('Undo takes back what was put into the agent’s text box, one by one.', async () => {
  // The cookie is set on a page that is not there.
  const { page } = await openPage(browser, { possibleProblems: [/status of 40[14]/] });
  await agentUndoes(writerIn(page), desk);
});
