import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inBothSchemes, type Rules, resting, violations, violationsNow } from '../support/axe';
import { MOVING, openPage } from '../support/browser';
import { createVisitor, sendText } from '../support/deskClient';
import { fillIn, messageLog, openInbox, replyField, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';

const { browser, desk } = await setUp({ settings: { voice: { enabled: true } } });

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
