import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { agent, createVisitor, listenAsVisitor, sendText, type Visitor } from '../support/deskClient';
import { messageLog, openInbox, replyField, rows } from '../support/inboxPage';
import { goOffline } from '../support/network';
import { setUp } from '../support/setUp';
import { widgetOf } from '../support/widget';

const { browser, desk } = await setUp();

const act = (visitor: Visitor, type: string) =>
  visitor.call('POST', `/conversations/${visitor.conversationId}/activity`, {
    author: { role: 'appUser', appUserId: visitor.id },
    activity: { type },
  });

describe('the inbox on a running desk', () => {
  it('follows a visitor as they type, write and read, and they see the agent do the same', async () => {
    const visitor = await createVisitor(desk, { properties: { name: 'Ana' } });
    await sendText(visitor, 'Hello');
    const heard = await listenAsVisitor(desk, visitor, 'long-polling');
    const { page } = await openInbox(browser, desk);
    await rows(page).first().click();
    await messageLog(page).getByText('Hello').waitFor();

    await act(visitor, 'typing:start');
    await page.getByRole('status').filter({ hasText: 'is typing' }).waitFor();
    await sendText(visitor, 'Are you there?');
    await messageLog(page).getByText('Are you there?').waitFor();
    expect(await page.getByText('is typing').count()).toBe(0);
    expect(await page.locator('[data-announcer]').textContent()).toBe('New message from Ana: Are you there?');

    await replyField(page).pressSequentially('Yes, I am');
    await page.getByRole('button', { name: 'Send reply' }).click();
    await page.locator('.message.own.sent').waitFor();
    await act(visitor, 'conversation:read');
    await messageLog(page).getByText('Seen').waitFor();

    const kinds = () =>
      heard.events.map((e) => (e.type === 'message' ? `message:${e.message.role}` : e.activity.type));
    await expect.poll(kinds).toContain('typing:stop');
    const agents = kinds().filter((kind) => kind.startsWith('typing') || kind === 'message:appMaker');
    expect(agents[0]).toBe('typing:start');
    expect(agents.filter((kind) => kind === 'message:appMaker')).toHaveLength(1);
    heard.stop();
  });

  it('shows that the agent types, until the message is sent', async () => {
    const visitor = await openPage(browser);
    await visitor.page.goto(`${desk.origin}/`);
    const { open, say, composer } = widgetOf(visitor.page);
    await open();
    await say('Do you mend boots?');
    const { page } = await openInbox(browser, desk);
    await rows(page).filter({ hasText: 'Do you mend boots?' }).click();
    await messageLog(page).getByText('Do you mend boots?').waitFor();
    const typing = page.getByRole('status').filter({ hasText: 'is typing' });
    await composer.pressSequentially('And shoes');
    await typing.waitFor();
    await composer.press('Enter');
    await messageLog(page).getByText('And shoes').waitFor();
    await typing.waitFor({ state: 'detached' });
  });

  it('tells a visitor who has joined when an agent takes their conversation (wait-9)', async () => {
    const visitor = await openPage(browser);
    await visitor.page.goto(`${desk.origin}/`);
    const { open, say, message, frame } = widgetOf(visitor.page);
    await open();
    await say('Is anybody there?');
    const { page } = await openInbox(browser, desk);
    await rows(page).filter({ hasText: 'Is anybody there?' }).click();
    await page.getByRole('button', { name: 'Conversation actions' }).click();
    await page.getByRole('menuitem', { name: 'Queue' }).click();
    await page.getByRole('button', { name: 'Assign to me' }).click();
    const joined = frame.getByRole('status').filter({ hasText: 'joined the conversation.' });
    await joined.waitFor();
    await replyField(page).fill('Yes. What may I do for you?');
    await page.getByRole('button', { name: 'Send reply' }).click();
    await message('Yes. What may I do for you?').waitFor();
    await joined.waitFor({ state: 'detached' });
  });

  it('catches up after an outage and sends what failed exactly once', async () => {
    const visitor = await createVisitor(desk, { properties: { name: 'Bo' } });
    await sendText(visitor, 'Before');
    const { page } = await openInbox(browser, desk, { expectedProblems: [/ERR_INTERNET_DISCONNECTED/] });
    await page.getByRole('button', { name: /^Bo / }).click();
    await messageLog(page).getByText('Before').waitFor();

    await goOffline(page);
    await sendText(visitor, 'Meanwhile');
    await replyField(page).fill('Written offline');
    await page.keyboard.press('Enter');
    await messageLog(page).getByText('Not sent yet').waitFor();
    await page.context().setOffline(false);
    await messageLog(page).getByText('Meanwhile').waitFor();
    await page.locator('.message.own.sent').waitFor();
    await sendText(visitor, 'After');
    await messageLog(page).getByText('After').waitFor();

    const { body } = await agent(desk)('GET', `/conversations/${visitor.conversationId}/messages`);
    expect(body.messages.map((m) => m.text)).toEqual(['Before', 'Meanwhile', 'Written offline', 'After']);
    const shown = await messageLog(page).locator('.text').allTextContents();
    expect(shown).toEqual(['Before', 'Meanwhile', 'Written offline', 'After']);
  });

  it('keeps drafts, and replies that the desk cannot take, for the next tab, which sends them once, in their order', async () => {
    const visitor = await createVisitor(desk, { properties: { name: 'Cy' } });
    await sendText(visitor, 'Are you there?');
    const { page } = await openInbox(browser, desk, { expectedProblems: [/ERR_FAILED/] });
    const calls = '**/agent/api/conversations/*/messages';
    await page.route(calls, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: /^Cy / }).click();
    await messageLog(page).getByText('Are you there?').waitFor();
    for (const text of ['Yes', 'Of course']) {
      await replyField(page).fill(text);
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => messageLog(page).getByText('Not sent yet').count()).toBe(2);
    // The address would open the conversation again.
    await page.goBack();
    await page.reload();
    await page.getByRole('button', { name: /^Cy .*Not sent yet/ }).waitFor();
    await page.getByRole('button', { name: /^Cy / }).click();
    await replyField(page).fill('And');
    const [dialog] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
    await Promise.all([page.waitForEvent('close'), dialog.accept()]);
    const next = await page.context().newPage();
    await next.goto(`${desk.origin}/agent`);
    const texts = async () => {
      const { body } = await agent(desk)('GET', `/conversations/${visitor.conversationId}/messages`);
      return body.messages.map((m) => m.text);
    };
    // The replies are sent again without opening the conversation.
    await expect.poll(texts).toEqual(['Are you there?', 'Yes', 'Of course']);
    await next.getByRole('button', { name: /^Cy / }).click();
    await expect.poll(() => next.locator('.message.own.sent').count()).toBe(2);
    expect(await replyField(next).inputValue()).toBe('And');
  });

  it('asks before its page closes while a file waits, and no longer once that is sent', async () => {
    const visitor = await createVisitor(desk, { properties: { name: 'Dee' } });
    await sendText(visitor, 'May I see the plan?');
    const { page } = await openInbox(browser, desk, { expectedProblems: [/ERR_FAILED/] });
    const calls = '**/agent/api/conversations/*/files';
    await page.route(calls, (route) => route.abort());
    await page.getByRole('button', { name: /^Dee / }).click();
    await messageLog(page).getByText('May I see the plan?').waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Send files' }).click(),
    ]);
    await chooser.setFiles([{ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('123') }]);
    await messageLog(page).getByText('Keep this page open, or the file is lost.').waitFor();
    const [dialog] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();

    await page.unroute(calls);
    await messageLog(page).getByRole('button', { name: 'Try again' }).click();
    await page.locator('.message.own.sent').waitFor();
    // A dialog would keep the page open.
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
  });

  it('treats what visitors send as text under the page’s strict policy', async () => {
    const attack =
      '<img src=x onerror="document.title=1"><script>document.title=2</script> javascript:alert(1)';
    const visitor = await createVisitor(desk, { properties: { name: attack } });
    await sendText(visitor, attack);
    const { page } = await openInbox(browser, desk);
    await rows(page).first().click();
    await messageLog(page).locator('.text', { hasText: 'onerror' }).waitFor();
    expect(await page.locator('#root img, #root script, #root a[href^="javascript"]').count()).toBe(0);
  });

  it('does not sign an agent out by the address of a link that does not work', async () => {
    const visitor = await createVisitor(desk, { properties: { name: 'Mal' } });
    const trap = `${desk.origin}/agent#link=wrong`;
    await sendText(visitor, `Look: ${trap}`);
    const { page } = await openInbox(browser, desk, { expectedProblems: [/status of 404/] });
    await page.getByRole('button', { name: /^Mal / }).click();
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      messageLog(page).getByRole('link', { name: trap }).click(),
    ]);
    await other.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await other.getByRole('button', { name: 'Go to the inbox' }).click();
    await other.getByRole('heading', { name: 'Inbox' }).waitFor();
    // Open the same link in the tab that is already open.
    await page.evaluate(() => {
      location.hash = 'link=wrong';
    });
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
    await page.getByRole('button', { name: 'Go to the inbox' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  });

  it('has the switches that the agent turns in another tab at once', async () => {
    const { page } = await openInbox(browser, desk);
    const other = await page.context().newPage();
    await other.goto(`${desk.origin}/agent`);
    for (const tab of [page, other]) await tab.getByRole('button', { name: 'Menu' }).click();
    for (const name of ['Sound', 'Show me as away', 'Undo for 5 seconds after sending']) {
      const here = page.getByRole('checkbox', { name });
      await here.click();
      const turned = await here.isChecked();
      await expect
        .poll(() => other.getByRole('checkbox', { name }).isChecked(), { message: name })
        .toBe(turned);
    }
  });

  it('shows nothing after signing out, in this tab and in others', async () => {
    const { page } = await openInbox(browser, desk, { possibleProblems: [/status of 401/] });
    const other = await page.context().newPage();
    await other.goto(`${desk.origin}/agent`);
    await other.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Email address').waitFor();
    await other.getByRole('alert').filter({ hasText: 'another tab' }).waitFor();
    for (const one of [page, other]) {
      await one.reload();
      await one.getByLabel('Email address').waitFor();
    }
  });
});
