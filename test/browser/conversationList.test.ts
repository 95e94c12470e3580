import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { startDesk } from '../support/desk';
import { forThisFile, setUp } from '../support/setUp';
import { conversationWith, replyAs, widgetAt, widgetOf } from '../support/widget';

const messenger = { canUserSeeConversationList: true };
const limited = await forThisFile(
  startDesk({ settings: { messenger, app: { canUserCreateMoreConversations: false } } }),
);
const { browser, desk } = await setUp({ settings: { messenger } });

describe('a list whose file hangs', () => {
  it('counts as failed after 120 s, can be retried, and is shown when it arrives late', async () => {
    const { page } = await openPage(browser, {
      expectedProblems: [/^Porch: conversationList could not be loaded/],
    });
    await page.clock.install();
    const held: Route[] = [];
    await page.route(/\/conversationList\./, (route) => void held.push(route));
    const { frame, open, say } = await widgetAt(page, `${desk.origin}/`);
    await open();
    await say('While it hangs');
    await frame.getByRole('button', { name: 'Back to conversations' }).click();
    await expect.poll(() => held.length).toBe(1);
    const failure = frame.getByRole('alert').filter({ hasText: 'This couldn’t be loaded.' });
    await page.clock.fastForward(119_000);
    expect(await failure.count()).toBe(0);
    await page.clock.fastForward(2_000);
    await failure.waitFor();
    const again = frame.getByRole('button', { name: 'Try again' });
    expect(await again.isEnabled()).toBe(true);
    await again.click();
    await expect.poll(() => again.isEnabled()).toBe(false);
    await page.unrouteAll();
    await frame.getByRole('list', { name: 'Conversations' }).getByText('While it hangs').waitFor();
    await page.clock.fastForward(240_000);
    expect(await failure.count()).toBe(0);
  });
});

describe('several conversations', () => {
  it('are listed, started, opened and kept apart, and their unread messages are counted together', async () => {
    const { page } = await openPage(browser, { at: `${desk.origin}/` });
    const { frame, open, say, message, log, launcher } = widgetOf(page);
    const back = frame.getByRole('button', { name: 'Back to conversations' });
    const row = (text: string) =>
      frame.getByRole('list', { name: 'Conversations' }).getByRole('button').filter({ hasText: text });
    await open();
    await say('About the order');
    const order = await conversationWith(desk, 'About the order');

    await back.click();
    await row('About the order').waitFor();
    await frame.getByRole('button', { name: 'New conversation' }).click();
    await frame.getByText('How can we help?').waitFor();
    await say('About the invoice');
    const invoice = await conversationWith(desk, 'About the invoice');
    expect(invoice).not.toBe(order);
    expect(await message('About the order').count()).toBe(0);

    // An answer in the other conversation makes that one unread and leaves the one on screen alone.
    await log.getByText('Sent', { exact: true }).waitFor();
    await replyAs(desk, order, 'It has shipped');
    await replyAs(desk, invoice, 'Which one?');
    await message('Which one?').waitFor();
    await expect.poll(() => launcher.getAttribute('aria-label')).toBe('Close messaging window');
    expect(await message('It has shipped').count()).toBe(0);
    await back.click();
    await row('It has shipped').getByText('1 unread message').waitFor();
    expect(await row('Which one?').getByText('unread').count()).toBe(0);

    await row('It has shipped').click();
    await message('About the order').waitFor();
    await message('It has shipped').waitFor();
    await say('Thank you');
    expect(await conversationWith(desk, 'Thank you')).toBe(order);

    // A reload opens the newest conversation, and the list is available again.
    await page.reload();
    await message('Thank you').waitFor();
    await back.click();
    await row('Which one?').waitFor();
    expect(await row('').count()).toBe(2);
  });

  it('are not more than the account allows', async () => {
    const { page } = await openPage(browser, { at: `${limited.origin}/` });
    const { frame, open, say } = widgetOf(page);
    // What the account allows is asked for with the start.
    const allowed = page.waitForResponse((response) => response.url().includes('/integrations/'));
    await open();
    await say('The only one');
    await conversationWith(limited, 'The only one');
    await allowed;
    await frame.getByRole('button', { name: 'Back to conversations' }).click();
    await frame.getByRole('list', { name: 'Conversations' }).getByText('The only one').waitFor();
    expect(await frame.getByRole('button', { name: 'New conversation' }).count()).toBe(0);
  });
});
