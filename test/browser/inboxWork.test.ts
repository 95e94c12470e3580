import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { agent, createVisitor, listenAsVisitor, sendText, type Visitor } from '../support/deskClient';
import { messageLog, openInbox, replyField, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';
import { createShooter } from '../support/shooter';
import { widgetOf } from '../support/widget';

const { browser, desk } = await setUp();

/** With `SHOTS`, a folder, the states of this test are drawn there. */
const shoot = createShooter(process.env.SHOTS);

const visitorOf = async (name: string, text: string): Promise<Visitor> => {
  const visitor = await createVisitor(desk, { properties: { name } });
  await sendText(visitor, text);
  return visitor;
};
const open = async (page: Page, text: string): Promise<void> => {
  await rows(page).filter({ hasText: text }).click();
  await messageLog(page).getByText(text).waitFor();
};
const header = (page: Page) => page.locator('.conversation-header');

describe('two agents at one desk', () => {
  it('share the conversations by views, notes, mentions and warnings, of which visitors see nothing', async () => {
    const ana = await visitorOf('Ana', 'Where is my parcel?');
    await visitorOf('Bo', 'Do you mend lamps?');
    const heard = await listenAsVisitor(desk, ana);
    const { page: ben } = await openInbox(browser, desk, {}, { name: 'Ben' });
    const { page: ada } = await openInbox(browser, desk, {}, { name: 'Ada' });

    await ada.getByRole('radio', { name: /^Unassigned 2$/ }).waitFor();
    await open(ada, 'Where is my parcel?');
    await open(ben, 'Where is my parcel?');
    await ada.getByText('Ben is looking').waitFor();

    // Ada gives Ana's conversation to Ben, with a note that mentions him.
    await header(ada).getByRole('button', { name: 'Conversation actions' }).click();
    await ada.getByRole('menuitem', { name: /^Ben/ }).click();
    await ben.locator('.title-line .standing', { hasText: 'Mine' }).waitFor();
    await ben.getByRole('radio', { name: /^Mine 1$/ }).waitFor();
    await open(ben, 'Do you mend lamps?');
    await messageLog(ada).focus();
    await ada.keyboard.press('m');
    await ada.keyboard.type('She has paid twice, @be');
    await ada.getByRole('option', { name: /Ben/ }).waitFor();
    await ada.keyboard.press('Enter');
    await ada.keyboard.type('can you look?');
    await shoot(ada, 'note-written');
    await ada.keyboard.press('Enter');
    await messageLog(ada).getByText('can you look?').waitFor();
    await rows(ben).filter({ hasText: 'A note mentions you' }).waitFor();
    await ben.getByRole('radio', { name: /^Mentions 1$/ }).waitFor();
    await shoot(ben, 'mentioned');
    await rows(ben).filter({ hasText: 'A note mentions you' }).click();
    await messageLog(ben).getByText('can you look?').waitFor();
    await expect.poll(() => rows(ben).filter({ hasText: 'A note mentions you' }).count()).toBe(0);
    await ben.getByRole('radio', { name: /^Mentions$/ }).waitFor();

    // Both answer: Ada sees that Ben types, and is warned once he has answered.
    await replyField(ben).pressSequentially('It is on its way');
    await ada.getByText('Ben is answering').waitFor();
    await ada.keyboard.press('Escape');
    await replyField(ada).fill('We look into it');
    await replyField(ben).press('Enter');
    await messageLog(ada).getByText('It is on its way').waitFor();
    await replyField(ada).press('Enter');
    await ada.getByText('Ben has answered since you began to write.').waitFor();
    await shoot(ada, 'overtaken');
    await ada.getByRole('button', { name: 'Read first' }).click();
    expect(await replyField(ada).inputValue()).toBe('We look into it');

    await expect
      .poll(() => heard.events.some(({ message }) => message?.text === 'It is on its way'))
      .toBe(true);
    expect(JSON.stringify(heard.events)).not.toMatch(/paid twice|attending|We look into it/);
    heard.stop();
  });

  it('go to the next conversation after one is closed, and block a visitor for all', async () => {
    await visitorOf('Cy', 'Cheap things, buy now');
    await visitorOf('Dora', 'Is the shop open?');
    const { page: ada } = await openInbox(browser, desk, {}, { name: 'Ada' });
    const { page: ben } = await openInbox(browser, desk, {}, { name: 'Ben' });
    await open(ada, 'Is the shop open?');
    await header(ada).getByRole('button', { name: 'Close' }).click();
    await messageLog(ada).getByText('Cheap things, buy now').waitFor();
    await header(ada).getByRole('button', { name: 'Conversation actions' }).click();
    await shoot(ada, 'menu');
    await ada.getByRole('menuitem', { name: 'Block' }).click();
    await ada.locator('.title-line .standing', { hasText: 'Blocked' }).waitFor();
    await expect.poll(() => rows(ben).filter({ hasText: 'Cheap things' }).count()).toBe(0);
    await shoot(ada, 'blocked');
  });

  it('take a reply back within five seconds; it is sent when the page closes', async () => {
    const eve = await visitorOf('Eve', 'Can I pay later?');
    const { page } = await openInbox(browser, desk, {}, { name: 'Ada', undo: true });
    await open(page, 'Can I pay later?');
    await replyField(page).fill('Yes, within **30 days**');
    await shoot(page, 'preview');
    await replyField(page).press('Enter');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await shoot(page, 'undo');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await replyField(page).inputValue()).toBe('Yes, within **30 days**');
    await replyField(page).press('Enter');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.close();
    const texts = async () =>
      (await agent(desk)('GET', `/conversations/${eve.conversationId}/messages`)).body.messages.map(
        (m) => m.text,
      );
    await expect.poll(texts).toEqual(['Can I pay later?', 'Yes, within 30 days']);
  });
});

describe('an agent who has sent something wrong', () => {
  it('edits it, and deletes it, before the eyes of the visitor', async () => {
    const { page: visitor } = await openPage(browser, { at: desk.origin });
    const { open: openWindow, say, log } = widgetOf(visitor);
    await openWindow();
    await say('When does it come?');
    const { page: ada } = await openInbox(browser, desk, {}, { name: 'Ada' });
    await open(ada, 'When does it come?');
    for (const text of ['It comes on **Monday**.', 'The code of Bo is 4711.']) {
      await replyField(ada).fill(text);
      await replyField(ada).press('Enter');
    }
    await log.getByText('The code of Bo is 4711.').waitFor();
    const messages = messageLog(ada).getByRole('article');
    const first = messages.filter({ hasText: 'Monday' });
    await first.hover();
    await first.getByRole('button', { name: 'Change this message' }).click();
    await shoot(ada, 'change');
    await ada.getByRole('menuitem', { name: 'Edit' }).click();
    await ada.getByRole('textbox', { name: 'Message' }).fill('It comes on **Tuesday**.');
    await shoot(ada, 'edit');
    await ada.getByRole('button', { name: 'Save' }).click();
    await log.getByText('It comes on Tuesday.').waitFor();
    await log.getByText('Edited').waitFor();
    const second = messages.filter({ hasText: '4711' });
    await second.getByRole('button', { name: 'Change this message' }).focus();
    for (const key of ['Enter', 'ArrowDown', 'Enter']) await ada.keyboard.press(key);
    await shoot(ada, 'delete');
    await ada.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await log.getByText('This message was deleted.').waitFor();
    await messageLog(ada).getByText('Message deleted by Ada').waitFor();
    await shoot(ada, 'deleted');
    await shoot(visitor, 'deleted-visitor');
    expect(await log.getByText('4711').count()).toBe(0);
    await visitor.reload();
    await log.getByText('It comes on Tuesday.').waitFor();
    expect(await log.getByText('4711').count()).toBe(0);
  });
});
