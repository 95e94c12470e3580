import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AgentMessage } from '../../examples/support-desk/shared/answers/messages';
import type { OpenedPage } from '../support/browser';
import { agent, createVisitor, sendFile, sendText, type Visitor } from '../support/deskClient';
import { fillIn, messageLog, openInbox, replyField, rows } from '../support/inboxPage';
import { png } from '../support/pictures';
import { setUp } from '../support/setUp';

let visitor: Visitor;
let opened: OpenedPage;
let page: Page;

const { browser, desk } = await setUp();

const path = () => `/conversations/${visitor.conversationId}`;
/** The messages the visitor has received, newest last. */
const received = async (): Promise<AgentMessage[]> =>
  (await visitor.call('GET', `${path()}/messages`)).body.messages;
const newest = async (): Promise<AgentMessage | undefined> => (await received()).at(-1);
const articles = () => messageLog(page).getByRole('article');

const open = async (name: string) => {
  visitor = await createVisitor(desk, { properties: { name } });
  await sendText(visitor, 'Are the boots waterproof?');
  // The desk refuses what some of these tests send.
  opened = await openInbox(browser, desk, { possibleProblems: [/status of 400/] });
  page = opened.page;
  await rows(page).first().click();
  await articles().first().waitFor();
};

describe('an agent in the inbox', () => {
  beforeEach(async () => {
    await open('Ana');
  });

  it('sees what the desk refuses in a message, and corrects it', async () => {
    await page.getByRole('button', { name: 'More to send' }).click();
    await page.getByRole('menuitem', { name: 'Link buttons' }).click();
    const dialog = page.getByRole('dialog', { name: 'Link buttons' });
    await fillIn(dialog, 'Link buttons');
    await dialog.getByLabel('Words 1').fill('Trap');
    await dialog.getByLabel('Address 1').fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Send' }).click();
    const alert = dialog.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toBe('actions.0.uri: must be an http, https, mailto or tel address');
    await dialog.getByRole('checkbox', { name: 'As JSON' }).check();
    const json = dialog.getByLabel('Message as JSON');
    await json.fill((await json.inputValue()).replace('javascript:alert(1)', 'https://shop.example/'));
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await newest()).toMatchObject({
      actions: [{ text: 'Trap', uri: 'https://shop.example/' }, { text: 'Contact' }],
    });
  });

  it('sends files by the button, by dropping and by pasting them', async () => {
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('12345') });
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Send files' }).click(),
    ]);
    await chooser.setFiles([file('one.txt'), file('two.txt'), file('run.exe')]);
    await messageLog(page).getByRole('alert').waitFor();
    expect(await messageLog(page).getByRole('alert').textContent()).toContain(
      'Files of the type .exe are not allowed',
    );
    await messageLog(page).getByRole('button', { name: 'Remove' }).click();

    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['123'], 'dropped.txt', { type: 'text/plain' }));
      return data;
    });
    const pane = page.getByRole('region', { name: 'Conversation with Ana' });
    await pane.dispatchEvent('dragenter', { dataTransfer: transfer });
    await page.getByText('Drop the files to send them').waitFor();
    await pane.dispatchEvent('drop', { dataTransfer: transfer });
    await messageLog(page).getByText('dropped.txt').waitFor();
    await replyField(page).evaluate((area) => {
      const data = new DataTransfer();
      data.items.add(new File(['123'], 'pasted.txt', { type: 'text/plain' }));
      area.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect
      .poll(async () => (await received()).map((m) => m.altText))
      .toEqual([undefined, 'one.txt', 'two.txt', 'dropped.txt', 'pasted.txt']);
    await expect.poll(() => page.locator('.message.own.sent').count()).toBe(4);
    expect(await page.locator('progress').count()).toBe(0);
  });

  it('sees what a visitor does: pressed buttons, answered forms, files and places', async () => {
    const send = (message: object) =>
      fetch(`${desk.origin}/agent/api${path()}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${desk.agentToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(message),
      }).then(async (r) => ((await r.json()) as { messages: [AgentMessage] }).messages[0]);
    const buttons = await send({ text: 'What next?', actions: [{ type: 'postback', text: 'Track order' }] });
    const form = await send({ type: 'form', fields: [{ type: 'email', name: 'e', label: 'Email' }] });
    const [button] = buttons.actions as [{ _id: string }];
    await visitor.call('POST', `${path()}/postback`, { postback: { actionId: button._id } });
    await messageLog(page).getByText('Ana pressed “Track order”').waitFor();
    await visitor.call('POST', `${path()}/messages`, {
      message: {
        type: 'formResponse',
        quotedMessageId: form._id,
        fields: [{ type: 'email', name: 'e', email: 'ana@shop.example' }],
      },
    });
    await messageLog(page).getByText('ana@shop.example').waitFor();
    await messageLog(page).getByText('Submitted', { exact: true }).waitFor();
    await sendFile(visitor, desk, { name: 'boots.png', content: png(40, 30) });
    await messageLog(page).getByRole('img', { name: 'boots.png' }).waitFor();
    await visitor.call('POST', `${path()}/messages`, {
      message: { type: 'location', coordinates: { lat: 52.5, long: 13.4 } },
    });
    await messageLog(page).getByRole('link', { name: '52.5, 13.4' }).waitFor();
    await visitor.call('POST', `${path()}/activity`, {
      activity: { type: 'message:delivery', messageId: form._id },
    });
    // The visitor's own message marks everything before it as read. The next message is delivered, then read.
    const last = await send({ text: 'Thank you' });
    await visitor.call('POST', `${path()}/activity`, {
      activity: { type: 'message:delivery', messageId: last._id },
    });
    await messageLog(page).getByText('Delivered').waitFor();
    await visitor.call('POST', `${path()}/activity`, { activity: { type: 'conversation:read' } });
    await messageLog(page).getByText('Delivered').waitFor({ state: 'detached' });
    expect(await articles().last().textContent()).toMatch(/Thank you.*Seen$/s);
  });
});

describe('finding and handing on', () => {
  it('leaves space for the visitor’s name beside an assignee with a long one', async () => {
    await open('Wilhelmina');
    const assignee = 'Bartholomew Featherstonehaugh of the night shift';
    await agent(desk)('POST', `${path()}/assign`, { name: assignee });
    for (const place of [rows(page).first(), page.locator('.conversation-header')]) {
      const standing = place.getByTitle(assignee);
      await standing.waitFor();
      const name = place.locator('.row-name, h2');
      const shown = await name.evaluate((element) => element.clientWidth);
      const whole = await standing.evaluate(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth]);
      expect(shown).toBeGreaterThan(60);
      expect(whole[0]).toBeLessThan(whole[1] ?? 0);
    }
    const time = page.locator('.event time');
    expect(await time.evaluate((element) => element.getClientRects().length)).toBe(1);
  });

  it('searches, takes, queues and closes by keyboard', async () => {
    const other = await createVisitor(desk, { properties: { name: 'Bo' } });
    await sendText(other, 'The tent leaks');
    await open('Chidi');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('TENT');
    await page.locator('.row mark').waitFor();
    expect(await rows(page).count()).toBe(1);
    expect(await page.locator('.row mark').textContent()).toBe('tent');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await messageLog(page).getByText('The tent leaks').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Reply');
    const status = async () => {
      const { body } = await other.call('GET', `/conversations/${other.conversationId}`);
      return [body.conversation.status, body.conversation.routingStatus];
    };
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await expect.poll(status).toEqual(['active', 'assigned']);
    await page.getByRole('button', { name: 'Conversation actions' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('p');
    await page.keyboard.press('Enter');
    await expect.poll(status).toEqual(['active', 'queued']);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('radio', { name: /^All/ }).focus();
    // Mentions, mine, unassigned.
    for (let left = 0; left < 3; left += 1) await page.keyboard.press('ArrowLeft');
    const row = rows(page).filter({ hasText: 'The tent leaks' });
    await row.waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.poll(status).toEqual(['idle', undefined]);
    await row.waitFor({ state: 'detached' });
  });
});
