import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inBothSchemes, type Rules, resting, violations, violationsNow } from '../support/axe';
import { MOVING, openPage } from '../support/browser';
import { createVisitor, sendText, type Visitor } from '../support/deskClient';
import { fillIn, messageLog, openInbox, replyField, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';
import { createShooter } from '../support/shooter';

const { browser, desk } = await setUp({ settings: { voice: { enabled: true } } });

/** With `SHOTS`, a folder, the states of this test are drawn there. */
const shoot = createShooter(process.env.SHOTS);

/** Like `violations`, but while messages animate in, because they are readable from the first moment. */
const violationsRising = async (page: Page, rules?: Rules): Promise<string[]> => {
  await page.evaluate(() => {
    for (const message of document.querySelectorAll<HTMLElement>('.message')) {
      message.style.animation = 'none';
      message.getBoundingClientRect();
      message.style.animation = '';
      for (const rise of message.getAnimations()) {
        rise.pause();
        rise.currentTime = 60;
      }
    }
  });
  const found = await violationsNow(page, rules);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  return found;
};

const isInSight = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
};

/** Makes the visitor's message one that came by email, and lists emails that were not taken. */
const keepMails = async ({ conversationId }: Visitor): Promise<void> => {
  const [message] = (await desk.store.messages(conversationId, { limit: 1 })).messages;
  const base = {
    conversationId,
    isProven: true,
    canAccept: true,
    uid: 1,
    validity: '1',
    messageId: null,
    refusedAt: Date.now(),
  };
  await desk.store.transaction(async (tx) => {
    if (!message) throw new Error('The visitor has written nothing');
    const body = { ...message.body, source: { type: 'email' }, email: { isFolded: true } };
    await tx.updateMessage(message.id, { body });
    const text = 'السلام عليكم\n\nTwo of them.\n\n> We have it in blue.\n'.repeat(8);
    await tx.insertMailText({ messageId: message.id, text });
    for (const mail of [
      { sender: 'eve@other.example', subject: 'Re: New reply', preview: 'أين طلبي؟', reason: 'stranger' },
      {
        sender: 'ada@visitor.example',
        subject: 'Re: New reply from the shop',
        preview: 'I am there until 18:00. Call me under 0151 if you cannot find the door. '.repeat(4),
        reason: 'too-many',
      },
      { sender: 'bot@list.example', subject: '', preview: '', reason: 'bounce', canAccept: false },
    ] as const)
      await tx.insertRefusedMail({ ...base, id: mail.sender, identity: mail.sender, ...mail });
  });
};

describe('the inbox has no axe violations', () => {
  it('on a wide window, light and dark', async () => {
    const { page } = await openInbox(browser, desk, MOVING);
    await page.getByText(/No open conversations|waiting|All read/).waitFor();
    expect(await inBothSchemes(page)).toEqual([]);
    const visitor = await createVisitor(desk, { properties: { name: 'نور' } });
    await sendText(visitor, 'Hello https://porch.example');
    await page.getByRole('button', { name: /1 unread message$/ }).waitFor();
    expect(await inBothSchemes(page)).toEqual([]);
    await rows(page).first().click();
    await messageLog(page).getByRole('article').waitFor();
    const sends = '**/agent/api/conversations/*/messages';
    await page.route(sends, (route) => (route.request().method() === 'POST' ? undefined : route.continue()));
    await replyField(page).fill('Hello');
    await page.keyboard.press('Enter');
    await page.locator('.message.own.sending').waitFor();
    expect(await inBothSchemes(page)).toEqual([]);
    await page.unroute(sends);
    await page.reload();
    await rows(page).first().click();
    await page.locator('.message.own.sent').waitFor();
    expect(await inBothSchemes(page)).toEqual([]);
    expect(await inBothSchemes(page, violationsRising)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(await inBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await visitor.call('POST', `/appusers/${visitor.id}/calls`, { recordingConsent: 'opted_in' });
    await page.getByRole('region', { name: 'Call from نور' }).waitFor();
    expect(await inBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Decline' }).press('Enter');
    await page.getByRole('complementary', { name: 'Calls' }).waitFor({ state: 'detached' });
  });

  it('in the log of every type, the menu, each dialog and a search, light and dark', async () => {
    const visitor = await createVisitor(desk, { properties: { name: 'Bo' } });
    await sendText(visitor, 'Are the boots waterproof?');
    const { page } = await openInbox(browser, desk, MOVING);
    await page.getByRole('button', { name: /^Bo / }).first().click();
    await messageLog(page).getByRole('article').first().waitFor();
    const menu = page.getByRole('button', { name: 'More to send' });
    await menu.click();
    const [saved = '', ...names] = await page.getByRole('menuitem').allTextContents();
    expect(await inBothSchemes(page)).toEqual([]);
    await page.getByRole('menuitem', { name: saved }).click();
    const replies = page.getByRole('dialog');
    const add = replies.getByRole('button', { name: 'New saved reply' });
    const shortcut = replies.getByLabel('Shortcut');
    await add.click();
    await shortcut.fill('?');
    await replies.getByRole('button', { name: 'Save', exact: true }).click();
    await replies.getByRole('alert').waitFor();
    await shortcut.fill('dry');
    await replies.getByLabel('Text').fill('They are dry.');
    expect(await inBothSchemes(page), 'the form of a saved reply').toEqual([]);
    await replies.getByRole('button', { name: 'Save', exact: true }).click();
    await replies.getByRole('button', { name: 'Delete /dry' }).click();
    await replies.getByRole('alert').waitFor();
    expect(await inBothSchemes(page), 'saved replies').toEqual([]);
    await page.keyboard.press('Escape');
    await replyField(page).fill('/dry');
    await page.locator('[role=option]').first().waitFor();
    expect(await inBothSchemes(page), 'saved replies on offer').toEqual([]);
    await page.keyboard.press('Escape');
    await replyField(page).fill('');
    for (const name of names) {
      await menu.click();
      await page.getByRole('menuitem', { name, exact: true }).click();
      const dialog = page.getByRole('dialog', { name, exact: true });
      await dialog.waitFor();
      expect(await inBothSchemes(page), name).toEqual([]);
      await fillIn(dialog, name);
      expect(await inBothSchemes(page), name).toEqual([]);
      await dialog.getByRole('button', { name: 'Send' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await messageLog(page).getByRole('article').nth(names.length).waitFor();
    await page.getByRole('button', { name: 'Quote in the reply' }).click();
    expect(await inBothSchemes(page)).toEqual([]);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Location', exact: true }).click();
    await page.getByRole('checkbox', { name: 'As JSON' }).check();
    await page.getByLabel('Message as JSON').fill('{');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect(await inBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByText('What you wrote is kept.').waitFor();
    expect(await inBothSchemes(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Conversation actions' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await inBothSchemes(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page
      .getByRole('dialog')
      .getByText(/with \d+ message/)
      .waitFor();
    // Its colors are those of the other dialogs. axe cannot tell the contrast of texts over the dark scrim.
    await resting(page);
    expect(await violationsNow(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('boots');
    await page.locator('.row mark').first().waitFor();
    expect(await inBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Filters and views' }).click();
    await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Boots');
    expect(await inBothSchemes(page), 'the form of a view').toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.view-name', { hasText: 'Boots' }).waitFor();
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('Nothing found').waitFor();
    expect(await inBothSchemes(page)).toEqual([]);
  });

  it('on a phone', async () => {
    const visitor = await createVisitor(desk, { properties: { name: 'Ana' } });
    await sendText(visitor, 'Hello');
    const { page } = await openInbox(browser, desk, {
      ...MOVING,
      viewport: { width: 390, height: 844 },
    });
    await rows(page).first().waitFor();
    expect(await violations(page)).toEqual([]);
    await rows(page).first().click();
    await messageLog(page).getByRole('article').first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await violationsRising(page)).toEqual([]);
    await page.getByRole('button', { name: 'Visitor details' }).click();
    expect(await violations(page)).toEqual([]);
  });

  it('in a whole email, and in the list of those that were not taken, which keys reach', async () => {
    const visitor = await createVisitor(desk, { properties: { name: 'Noor' } });
    await sendText(visitor, 'Two of them.');
    await keepMails(visitor);
    const expectedProblems = [/status of 409/];
    const { page } = await openInbox(browser, desk, { ...MOVING, expectedProblems });
    const shown = async (name: string): Promise<void> => {
      await shoot(page, name);
      expect(await inBothSchemes(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
    };
    const link = page.getByRole('button', { name: '2 emails were not taken' });
    await link.waitFor();
    await shoot(page, 'refused-link');
    await rows(page).filter({ hasText: 'Two of them.' }).click();
    const show = messageLog(page).getByRole('button', { name: 'Show the whole email' });
    const hide = messageLog(page).getByRole('button', { name: 'Hide the whole email' });
    await show.focus();
    await page.keyboard.press('Enter');
    const whole = messageLog(page).getByRole('region', { name: 'The whole email' });
    await whole.getByText('السلام عليكم').waitFor();
    // The log stays where the button is, and each paragraph has its own direction.
    await expect.poll(() => show.or(hide).evaluate(isInSight)).toBe(true);
    expect(await whole.locator('.text').evaluate((text) => getComputedStyle(text).unicodeBidi)).toBe(
      'plaintext',
    );
    await shown('whole-email');
    await page.keyboard.press('Enter');
    await whole.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await link.focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('list', { name: 'Emails not taken' });
    await list.getByText('أين طلبي؟').waitFor();
    await page.getByRole('button', { name: 'Remove the email from bot@list.example' }).press('Enter');
    await list.getByText('bot@list.example').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Accept the email from eve@other.example' }).press('Enter');
    await page.getByRole('alert').getByText('This desk reads no mailbox').waitFor();
    await shown('refused-page');
    await page.goBack();
    await link.waitFor();
  });

  it('on the sign-in form, with its error', async () => {
    const { page } = await openPage(browser, { ...MOVING, expectedProblems: [/status of 401/] });
    await page.goto(`${desk.origin}/agent`);
    await page.getByLabel('Email address').fill('ada@team.example');
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
