import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { type Desk, startDesk } from '../support/desk';
import { agent } from '../support/deskClient';
import { fixture } from '../support/hostPages';
import { messageLog, openInbox, rows } from '../support/inboxPage';
import { forThisFile, setUp } from '../support/setUp';
import { conversationWith, replyAs, widgetAt, widgetOf } from '../support/widget';

const app = { endSessionEnabled: true };
const limited = await forThisFile(
  startDesk({ settings: { app: { ...app, canUserCreateMoreConversations: false } } }),
);
const { browser, desk, pages } = await setUp({
  settings: { app, messenger: { title: 'Shoe shop', canUserSeeConversationList: false } },
});

const optionsOf = (page: Page) => {
  const { frame } = widgetOf(page);
  return {
    button: frame.getByRole('button', { name: 'Options' }),
    menu: frame.getByRole('menu', { name: 'Options' }),
    item: (name: string) => frame.getByRole('menuitem', { name }),
    panel: frame.getByRole('dialog'),
  };
};
const statusAt = async (at: Desk, id: string) =>
  (await agent(at)('GET', `/conversations/${id}`)).body.conversation.status;

describe('the options menu', () => {
  it('saves the transcript and ends the conversation, by keyboard alone', async () => {
    const { page } = await openPage(browser, { at: `${desk.origin}/` });
    const { open, say, message, composer, frame } = widgetOf(page);
    const { button, menu, item, panel } = optionsOf(page);
    await open();
    const focused = () => frame.locator(':focus');
    // Nothing was said yet: there is nothing to save, and the entry's press does nothing.
    await button.press('Enter');
    await expect.poll(() => focused().textContent()).toBe('Download transcript');
    expect(await focused().getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Enter');
    expect(await menu.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await say('Do you have boots?');
    const id = await conversationWith(desk, 'Do you have boots?');
    // More messages than one page holds, so that there is older history to load.
    for (let n = 1; n <= 55; n++) await replyAs(desk, id, `Answer ${n}`, { name: 'Ada' });
    await message('Answer 55').waitFor();

    await composer.focus();
    // Tab backwards past the focusable elements of the log.
    for (let i = 0; i < 10 && !(await button.evaluate((e) => e.matches(':focus'))); i++)
      await page.keyboard.press('Shift+Tab');
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    await menu.waitFor();
    await expect.poll(() => focused().textContent()).toBe('Download transcript');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    expect(await button.evaluate((e) => e.matches(':focus'))).toBe(true);
    expect(await composer.isVisible()).toBe(true);

    await page.keyboard.press('Enter');
    await expect.poll(() => focused().textContent()).toBe('Download transcript');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toMatch(/^Shoe shop \d{4}-\d\d-\d\d\.txt$/);
    const text = await readFile(await download.path(), 'utf8');
    const [title, date, , author, said] = text.split('\n');
    expect([title, said]).toEqual(['Shoe shop', '  Do you have boots?']);
    expect(date).toMatch(/20\d\d/);
    expect(author).toMatch(/^You · .*20\d\d.*:\d\d:\d\d/);
    expect(text.match(/^Ada · /gm)).toHaveLength(55);
    expect(text.match(/^ {2}Answer \d+$/gm)).toEqual(
      Array.from({ length: 55 }, (_, n) => `  Answer ${n + 1}`),
    );
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((e) => e.matches(':focus'))).toBe(true);

    await page.keyboard.press('Enter');
    await item('End conversation').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await panel.getByText('End this conversation?').waitFor();
    await expect.poll(() => focused().textContent()).toBe('Cancel');
    expect(await statusAt(desk, id)).toBe('active');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await panel.getByText('This conversation has ended.').waitFor();
    expect(await statusAt(desk, id)).toBe('idle');
    const { body } = await agent(desk)('GET', `/conversations/${id}/changes`);
    expect(body.happenings.map((change) => change.what)).toEqual(['ended']);
    await expect.poll(() => focused().textContent()).toBe('Close');
    await page.keyboard.press('Enter');
    await panel.waitFor({ state: 'detached' });

    // The conversation cannot be ended twice. The next message opens it again.
    await page.keyboard.press('Enter');
    await item('Download transcript').waitFor();
    expect(await item('End conversation').count()).toBe(0);
    await page.keyboard.press('Escape');
    await say('One more thing');
    await expect.poll(() => statusAt(desk, id)).toBe('active');
  });

  it('what a press opens has the focus once it is drawn, so that it gets the very next key', async () => {
    const { page } = await openPage(browser, { at: `${desk.origin}/` });
    const { open, say, frame } = widgetOf(page);
    const { button, menu, item, panel } = optionsOf(page);
    await open();
    await say('What is next?');
    /** Watches the drawing of the next element like this. @returns whether the focus was in it at once */
    const drawn = async (selector: string) => {
      const found = frame.locator('body').evaluate(
        (body, wanted) =>
          new Promise<boolean>((resolve) => {
            const before = new Set(body.querySelectorAll(wanted));
            new MutationObserver((_, observer) => {
              const added = [...body.querySelectorAll(wanted)].find((element) => !before.has(element));
              if (!added) return;
              observer.disconnect();
              resolve(added.contains(body.ownerDocument.activeElement));
            }).observe(body, { subtree: true, childList: true, attributes: true });
          }),
        selector,
      );
      // The observer is in place once this has answered.
      await frame.locator('body').evaluate(() => {});
      return { found };
    };
    const menuIn = await drawn('[role=menu]');
    await button.press('Enter');
    expect(await menuIn.found).toBe(true);
    await menu.waitFor();
    const panelIn = await drawn('[role=dialog]');
    await item('End conversation').press('Enter');
    expect(await panelIn.found).toBe(true);
    const menuAgain = await drawn('[role=menu]');
    await panel.getByRole('button', { name: 'Cancel' }).press('Enter');
    await panel.waitFor({ state: 'detached' });
    await button.press('Enter');
    expect(await menuAgain.found).toBe(true);
    await page.keyboard.press('Escape');
    const emoji = frame.getByRole('button', { name: 'Emoji' });
    await emoji.hover();
    const picker = await drawn('[role=dialog]');
    await emoji.press('Enter');
    expect(await picker.found).toBe(true);
  });

  it('reports that the transcript failed to load, and saves it on the next try', async () => {
    const { page } = await openPage(browser, {
      expectedProblems: [/status of 400/, /^Porch: An option failed/],
    });
    const { open, say } = await widgetAt(page, `${desk.origin}/`);
    const { button, item, panel } = optionsOf(page);
    await open();
    await say('Keep this');
    await conversationWith(desk, 'Keep this');
    await page.route('**/messages', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 400, body: '{}' }) : route.fallback(),
    );
    await button.click();
    await item('Download transcript').click();
    await panel.getByRole('alert').getByText('That didn’t work.').waitFor();
    await page.unroute('**/messages');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Try again' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('  Keep this\n');
  });

  it('saves the transcript under a strict policy with Trusted Types', async () => {
    const { page } = await openPage(browser);
    const policy = [
      `default-src 'none'; script-src ${desk.origin}; style-src 'self'; img-src data:`,
      `connect-src ${desk.origin} ${desk.origin.replace('http', 'ws')}`,
      "require-trusted-types-for 'script'; trusted-types porch",
    ].join('; ');
    const html = fixture('policy.html', { DESK: desk.origin, NONCE: '' });
    const { open, say } = await widgetAt(page, pages.serve(html, { 'Content-Security-Policy': policy }));
    const { button, item } = optionsOf(page);
    await open();
    await say('Strictly');
    await conversationWith(desk, 'Strictly');
    await button.click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      item('Download transcript').click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('  Strictly\n');
  });

  it('no longer offers to end a conversation that was ended in another tab', async () => {
    const { page } = await openPage(browser, { at: `${desk.origin}/` });
    const { open, say } = widgetOf(page);
    await open();
    await say('Two tabs');
    const id = await conversationWith(desk, 'Two tabs');
    const other = await page.context().newPage();
    await other.goto(`${desk.origin}/`);
    const there = optionsOf(other);
    if (!(await widgetOf(other).composer.isVisible())) await widgetOf(other).open();
    await widgetOf(other).message('Two tabs').waitFor();
    await there.button.click();
    await there.item('End conversation').waitFor();
    const here = optionsOf(page);
    await page.bringToFront();
    await here.button.click();
    await here.item('End conversation').click();
    await here.panel.getByRole('button', { name: 'End conversation' }).click();
    await here.panel.getByText('This conversation has ended.').waitFor();
    await expect.poll(() => statusAt(desk, id)).toBe('idle');
    await there.item('End conversation').waitFor({ state: 'detached' });
    expect(await there.item('Download transcript').count()).toBe(1);
  });

  it.each([
    ['a phone', { width: 320, height: 568 }, undefined],
    ['a phone held across', { width: 568, height: 320 }, undefined],
    ['a phone in Arabic', { width: 320, height: 568 }, 'ar'],
  ])('is not cut on %s', async (_name, viewport, locale) => {
    const opened = await openPage(browser, {
      viewport,
      hasTouch: true,
      isMobile: true,
      locale: locale ?? 'en',
    });
    const { page } = opened;
    await page.goto(`${desk.origin}/`);
    await page.locator('button').first().click();
    const frame = page.frameLocator('iframe.card');
    await frame.locator('textarea').fill('x');
    await frame.locator('textarea').press('Enter');
    const button = frame.locator('[aria-haspopup=menu]');
    await button.click();
    await frame.getByRole('menuitem').last().click();
    await frame.getByRole('dialog').waitFor();
    const boxes = await frame
      .locator('[role=dialog], [role=dialog] button, [aria-haspopup=menu]')
      .evaluateAll((all) => all.map((e) => e.getBoundingClientRect().toJSON()));
    expect(boxes).toHaveLength(4);
    for (const { left, top, right, bottom } of boxes) {
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(viewport.width);
      expect(bottom).toBeLessThanOrEqual(viewport.height);
    }
    for (const { width, height } of boxes.filter((_, i) => i !== 1)) {
      expect(height).toBeGreaterThanOrEqual(44);
      expect(width).toBeGreaterThanOrEqual(44);
    }
  });

  it('has entries that do not overlap where all of them do not fit, as at 400% zoom', async () => {
    const { page } = await openPage(browser, { viewport: { width: 320, height: 256 } });
    await page.goto(`${desk.origin}/`);
    await page.locator('button').first().click();
    const frame = page.frameLocator('iframe.card');
    await frame.locator('[aria-haspopup=menu]').click();
    const entries = frame.locator('[role=menu] button');
    await entries.first().waitFor();
    const cut = await entries.evaluateAll((all) => {
      for (const entry of all) entry.textContent = 'Words of several lines '.repeat(8);
      return all.map((entry) => entry.scrollHeight - entry.clientHeight);
    });
    expect(cut.length).toBeGreaterThan(1);
    expect(cut.every((pixels) => pixels <= 0)).toBe(true);
  });
});

it('the log of the inbox says what became of a conversation, as it happens and after a reload', async () => {
  const { page } = await openPage(browser, { at: `${desk.origin}/` });
  const { open, say } = widgetOf(page);
  const { button, item, panel } = optionsOf(page);
  await open();
  await say('What became of it');
  const id = await conversationWith(desk, 'What became of it');
  const inbox = await openInbox(browser, desk);
  await rows(inbox.page).filter({ hasText: 'What became of it' }).click();
  const log = messageLog(inbox.page);
  await agent(desk)('POST', `/conversations/${id}/assign`, { name: 'Ada' });
  await log.getByText('Assigned to Ada').waitFor();
  await button.click();
  await item('End conversation').click();
  await panel.getByRole('button', { name: 'End conversation' }).click();
  await log.getByText(/^Ended by /).waitFor();
  await panel.getByRole('button', { name: 'Close' }).click();
  await say('And on it goes');
  await log.getByText('Reopened').waitFor();
  await inbox.page.reload();
  await rows(inbox.page).filter({ hasText: 'And on it goes' }).click();
  await log.getByText('Reopened').waitFor();
  const lines = await log.locator('.event').allTextContents();
  expect(
    lines.map((line) => line.replace(/ \S+ .M$| [\d:]+$/, '').replace(/by .*/, 'by their visitor')),
  ).toEqual(['Assigned to Ada by their visitor', 'Ended by their visitor', 'Reopened by their visitor']);
});

describe('a conversation that an agent closes', () => {
  const ENDED = 'This conversation has ended. You can message us again anytime.';

  it('says so after its messages, also after a reload, until the visitor writes again (log-15)', async () => {
    const { page } = await openPage(browser, { at: `${desk.origin}/` });
    const { open, say, log } = widgetOf(page);
    await open();
    await say('Thank you, that is all');
    const id = await conversationWith(desk, 'Thank you, that is all');
    expect(await log.getByText(ENDED).count()).toBe(0);
    await agent(desk)('POST', `/conversations/${id}/close`, {});
    await log.getByText(ENDED).waitFor();
    await page.reload();
    await log.getByText(ENDED).waitFor();
    await say('One thing more');
    await log.getByText(ENDED).waitFor({ state: 'detached' });
    expect(await statusAt(desk, id)).toBe('active');
  });
});

describe('redirectToHomePage', () => {
  it('takes a visitor who may not start another conversation from the ended one to the list, and lets them open one there', async () => {
    const { page } = await openPage(browser, { at: `${limited.origin}/` });
    const { open, say, message, frame, composer } = widgetOf(page);
    const { button, item, panel } = optionsOf(page);
    await open();
    await say('The only one');
    const id = await conversationWith(limited, 'The only one');
    await button.click();
    await item('End conversation').click();
    await panel.getByRole('button', { name: 'End conversation' }).click();
    const row = frame.getByRole('list', { name: 'Conversations' }).getByRole('button');
    await row.filter({ hasText: 'The only one' }).waitFor();
    expect([await statusAt(limited, id), await composer.count(), await button.count()]).toEqual([
      'idle',
      0,
      0,
    ]);
    await expect.poll(() => row.evaluate((e) => e.matches(':focus'))).toBe(true);
    await row.click();
    await message('The only one').waitFor();
    await say('Open again');
    expect(await conversationWith(limited, 'Open again')).toBe(id);
  });
});
