import { describe, expect, it } from 'vitest';
import { inBothSchemes } from '../support/axe';
import { MOVING } from '../support/browser';
import { agent, createVisitor, sendText, type Visitor } from '../support/deskClient';
import { focusedName, messageLog, openInbox, replyField, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';

const { browser, desk } = await setUp();

const NAMES = ['Ana', 'Bo', 'Chidi', 'Dora', 'Emil'];

/** Creates visitors who each write once. The last is at the top of the list. */
const fiveVisitors = async (): Promise<Visitor[]> => {
  const visitors: Visitor[] = [];
  for (const name of NAMES) {
    const visitor = await createVisitor(desk, { properties: { name } });
    await sendText(visitor, `Hello, this is ${name}`);
    visitors.push(visitor);
  }
  return visitors;
};

describe('the inbox by keyboard alone', () => {
  it('handles five conversations without a pointer', async () => {
    const visitors = await fiveVisitors();
    const { page } = await openInbox(browser, desk);
    await rows(page).nth(4).waitFor();
    expect(await page.title()).toBe('(5) Inbox · Porch');
    expect(page.url()).toBe(`${desk.origin}/agent/`);

    // Go to each unread conversation, reply with two lines, and continue without leaving the field.
    await page.keyboard.press('n');
    await page.keyboard.press('r');
    for (let left = 5; left > 0; left -= 1) {
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Reply');
      const greeting = (await messageLog(page).getByRole('article').first().textContent()) ?? '';
      const name = NAMES.find((n) => greeting.includes(`this is ${n}`)) ?? '?';
      await page.keyboard.type(`Hello ${name},`);
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('how can I help?');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.querySelectorAll('.message.own.sent').length === 1);
      await page.waitForFunction(
        (title) => document.title === title,
        left > 1 ? `(${left - 1}) Inbox · Porch` : 'Inbox · Porch',
      );
      await page.keyboard.press('Alt+n');
      if (left > 1) await page.waitForFunction(() => document.querySelectorAll('.message.own').length === 0);
    }

    const call = agent(desk);
    for (const [i, visitor] of visitors.entries()) {
      const { body } = await call('GET', `/conversations/${visitor.conversationId}/messages`);
      expect(body.messages.map((m) => [m.role, m.text])).toEqual([
        ['appUser', `Hello, this is ${NAMES[i]}`],
        ['appMaker', `Hello ${NAMES[i]},\nhow can I help?`],
      ]);
    }
    const { body } = await call('GET', '/conversations');
    expect(body.conversations.map((c) => c.unreadCount)).toEqual([0, 0, 0, 0, 0]);
  });

  it('moves through the list, into the reply and back', async () => {
    const { page } = await openInbox(browser, desk);
    await rows(page).nth(4).waitFor();
    // The people, the insights, the settings, the menu, the search, its filters, the views, the order, Select and the list are a tab stop each.
    for (let stop = 0; stop < 10; stop += 1) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-conversation'))).toBe(true);
    const first = await focusedName(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const second = await focusedName(page);
    expect(second).not.toBe(first);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Reply');
    await page.keyboard.type('A draft');
    await page.keyboard.press('Alt+ArrowDown');
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '');
    expect(await focusedName(page)).toBe('Reply');
    await page.keyboard.press('Alt+ArrowUp');
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'A draft');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-conversation') === true);
    await page.keyboard.press('r');
    expect(await focusedName(page)).toBe('Reply');

    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-conversation'))).toBe(true);
  });

  it('keeps the focus on its row while the list is put in another order', async () => {
    const visitor = await createVisitor(desk, { properties: { name: 'Faye' } });
    const { page } = await openInbox(browser, desk);
    await rows(page).nth(4).waitFor();
    await rows(page).last().focus();
    const focusedId = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.conversation);
    const id = await focusedId();
    const [oldest] = (await agent(desk)('GET', '/conversations')).body.conversations.slice(-1);
    expect(id).toBe(oldest?._id);
    await sendText(visitor, 'I come first');
    await page.getByRole('button', { name: /^Faye .* I come first 1 unread message$/ }).waitFor();
    expect(await focusedId()).toBe(id);
    // The focused row itself moves to the top.
    await agent(desk)('POST', `/conversations/${id}/messages`, { type: 'text', text: 'To the top' });
    await page.waitForFunction(
      (top) => document.querySelector<HTMLElement>('[data-conversation]')?.dataset.conversation === top,
      id,
    );
    expect(await focusedId()).toBe(id);
  });

  it('shows one pane at a time on a phone, with a way back', async () => {
    const { page } = await openInbox(browser, desk, {
      viewport: { width: 390, height: 844 },
    });
    await rows(page).first().click();
    await replyField(page).waitFor();
    expect(await rows(page).first().isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Visitor details' }).click();
    await page.getByRole('region', { name: 'Visitor details' }).waitFor();
    expect(await replyField(page).isVisible()).toBe(false);
    expect(await focusedName(page)).toBe('Close details');
    await page.keyboard.press('Escape');
    await replyField(page).waitFor();
    expect(await focusedName(page)).toBe('Visitor details');
    await page.getByRole('button', { name: 'Back to conversations' }).click();
    await rows(page).first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-conversation'))).toBe(true);
  });
});

it('the reply box takes an emoji where the caret is, by keyboard, without an axe violation', async () => {
  const visitor = await createVisitor(desk, { properties: { name: 'Gus' } });
  await sendText(visitor, 'Thank you!');
  const { page } = await openInbox(browser, desk, MOVING);
  await rows(page).filter({ hasText: 'Thank you!' }).click();
  await messageLog(page).getByText('Thank you!').waitFor();
  await replyField(page).fill('You are  welcome');
  for (let at = 0; at < 8; at++) await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Emoji' }).press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Emoji');
  expect(await inBothSchemes(page)).toEqual([]);
  await page.keyboard.type('smil');
  await page.keyboard.press('Enter');
  expect(await replyField(page).inputValue()).toBe('You are 😊 welcome');
  await expect.poll(() => focusedName(page)).toBe('Reply');
});
