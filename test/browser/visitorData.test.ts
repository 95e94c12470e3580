import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { startDesk } from '../support/desk';
import { agent, createVisitor, sendFile, sendText } from '../support/deskClient';
import { messageLog, openInbox, rows } from '../support/inboxPage';
import { goOffline } from '../support/network';
import { forThisTest, setUp } from '../support/setUp';
import { unzip } from '../support/unzip';
import { conversationWith, replyAs, textsAt, widgetAt, widgetOf } from '../support/widget';

const { browser, desk } = await setUp();

/** The service refuses what is asked for a visitor who is gone, and the browser logs it. */
const REFUSED = [/status of 40[134]/, /^Porch: /];

const ownerOf = async (on: typeof desk, conversationId: string): Promise<string> =>
  (await agent(on)('GET', `/conversations/${conversationId}`)).body.conversation.visitor.appUserId;

describe('an open page of a visitor who is deleted', () => {
  it('becomes a new visitor, to whom what is written next goes', async () => {
    const { page } = await openPage(browser, { at: `${desk.origin}/`, possibleProblems: REFUSED });
    const { open, say, message } = widgetOf(page);
    await open();
    await say('Forget what I say');
    const before = await conversationWith(desk, 'Forget what I say');
    await agent(desk)('DELETE', `/users/${await ownerOf(desk, before)}`);
    await message('Forget what I say').waitFor({ state: 'detached' });
    await say('Hello again');
    const after = await conversationWith(desk, 'Hello again');
    expect(after).not.toBe(before);
    expect(await textsAt(desk, after)).toEqual(['Hello again']);
    await replyAs(desk, after, 'Welcome');
    await message('Welcome').waitFor();
  });

  it('sends what waited while it was offline as the new visitor, once', async () => {
    const { page } = await openPage(browser, { possibleProblems: [...REFUSED, /Failed to load|ERR_/] });
    const { open, say, message } = await widgetAt(page, `${desk.origin}/`);
    await open();
    await say('Before the tunnel');
    const before = await conversationWith(desk, 'Before the tunnel');
    await goOffline(page);
    await say('In the tunnel');
    await message('In the tunnel').waitFor();
    await agent(desk)('DELETE', `/users/${await ownerOf(desk, before)}`);
    await page.context().setOffline(false);
    const after = await conversationWith(desk, 'In the tunnel');
    expect(after).not.toBe(before);
    await say('After it');
    await expect.poll(() => textsAt(desk, after)).toEqual(['In the tunnel', 'After it']);
  });

  it('starts anew with what waits when its session has ended', async () => {
    let now = Date.now();
    const other = await forThisTest(startDesk({ now: () => now }));
    const { page } = await openPage(browser, { at: `${other.origin}/`, possibleProblems: REFUSED });
    const { open, say, message } = widgetOf(page);
    await open();
    await say('A long time ago');
    const before = await conversationWith(other, 'A long time ago');
    now += 366 * 86_400_000;
    await other.upkeep();
    await say('I am back');
    const after = await conversationWith(other, 'I am back');
    expect(after).not.toBe(before);
    await message('I am back').waitFor();
    expect(await textsAt(other, before)).toEqual(['A long time ago']);
  });
});

describe('the menu of a conversation', () => {
  it('deletes the visitor by keyboard alone, and other open inboxes follow', async () => {
    const other = await forThisTest(startDesk());
    const [ann, bob] = [
      await createVisitor(other, { properties: { name: 'Ann' } }),
      await createVisitor(other, { properties: { name: 'Bob' } }),
    ];
    await sendText(bob, 'Hello from Bob');
    await sendText(ann, 'Hello from Ann');
    await sendFile(ann, other, { name: 'a.txt', content: 'text' });
    const [{ page }, colleague] = [await openInbox(browser, other), await openInbox(browser, other)];
    for (const one of [page, colleague.page]) {
      await rows(one).filter({ hasText: 'Ann' }).click();
      await messageLog(one).getByText('Hello from Ann').waitFor();
    }
    const menu = page.getByRole('button', { name: 'Conversation actions' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete this visitor?' });
    await dialog.getByText('1 conversation with 2 messages').waitFor();
    await dialog.getByText('1 file (4 kB)').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('aria-label') === 'Conversation actions',
    );
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await dialog.getByText('1 file (4 kB)').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.waitForFunction(() =>
      document.activeElement?.closest('ul, ol')?.contains(document.activeElement),
    );
    await colleague.page.getByText('This conversation is no longer there').waitFor();
    await expect.poll(() => rows(colleague.page).count()).toBe(1);
    expect((await agent(other)('GET', `/users/${ann.id}/data`)).status).toBe(404);
  });

  it('exports the visitor’s data as a zip file', async () => {
    const visitor = await createVisitor(desk, { properties: { name: 'Cleo' } });
    await sendText(visitor, 'Export me');
    await sendFile(visitor, desk, { name: 'notes.txt', content: 'my notes' });
    const { page } = await openInbox(browser, desk);
    await rows(page).filter({ hasText: 'Cleo' }).click();
    await page.getByRole('button', { name: 'Conversation actions' }).click();
    await page.getByRole('menuitem', { name: 'Export data…' }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe(`visitor-${visitor.id}.zip`);
    const files = unzip(await readFile(await download.path()));
    expect([...files.keys()]).toContain('visitor.json');
    expect([...files.values()].map(String).join()).toContain('my notes');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
