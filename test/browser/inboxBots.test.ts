import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inBothSchemes } from '../support/axe';
import { createVisitor, sendText } from '../support/deskClient';
import { messageLog, openInbox, rows } from '../support/inboxPage';
import type { Listening } from '../support/listen';
import { setUp } from '../support/setUp';
import { addKey, createSunshineClient, type SunshineClient } from '../support/sunshineClient';
import { startReceiver } from '../support/webhookReceiver';

const { browser, desk } = await setUp({ webhookHosts: ['127.0.0.1'] });

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const showPage = (page: Page, name: string) => page.goto(`${desk.origin}/agent#page=${name}`);
const BOT = { type: 'business', displayName: 'Order bot' };

describe('a bot', () => {
  let page: Page;
  let api: SunshineClient;
  let target: string;
  const got: string[] = [];
  let receiver: Listening;

  beforeAll(async () => {
    receiver = await startReceiver(({ payload }) => got.push(payload.message.content.text ?? ''));
    target = `${receiver.origin}/`;
    api = createSunshineClient(desk.origin, await addKey(desk.store));
    page = (await openInbox(browser, desk, { possibleProblems: [/status of 400/] }, { name: 'Ada' })).page;
  });
  afterAll(() => receiver.close());

  it('is added with a webhook in the settings, and answers first', async () => {
    await showPage(page, 'settings-integrations');
    await press(page, 'New bot or bridge');
    await page.getByLabel('Name', { exact: true }).fill('Order bot');
    await press(page, 'Save');
    await page.getByLabel('Answers first').check();
    await page.getByText('Order bot was changed.').waitFor();
    await press(page, 'New webhook of Order bot');
    await page.getByLabel('Address').fill('http://10.0.0.8/');
    await press(page, 'Save');
    await page.getByRole('alert').getByText('must be an https address').waitFor();
    await page.getByLabel('Address').fill(target);
    await press(page, 'Save');
    await page.getByRole('list', { name: 'Webhooks of Order bot' }).getByText(target).waitFor();
  });

  it('handles a new conversation, hands it over, and an agent takes it over', async () => {
    const visitor = await createVisitor(desk);
    const { conversationId } = visitor;
    await sendText(visitor, 'Where is my order?');
    await expect.poll(() => got).toEqual(['Where is my order?']);
    const say = (text: string) =>
      api.MessagesApi.postMessage(desk.appId, conversationId, {
        author: BOT,
        content: { type: 'text', text },
      });
    await say('On its way');
    await page.goto(`${desk.origin}/agent#conversation=${conversationId}`);
    await messageLog(page).getByText('On its way').waitFor();
    await rows(page).first().getByText('Handled by Order bot').waitFor();
    await press(page, 'Take over');
    await rows(page).first().getByText('Mine').waitFor();
    const { conversation } = await api.ConversationsApi.getConversation(desk.appId, conversationId);
    expect(conversation.activeSwitchboardIntegration.name).toBe('zd-agentWorkspace');
    // Nobody has it open, so nobody reads it at once.
    await showPage(page, 'account');
    const { page: other } = await openInbox(browser, desk, {}, { name: 'Ben' });
    const row = rows(other).first();
    await api.SwitchboardActionsApi.releaseControl(desk.appId, conversationId);
    await row.getByText('Handled by Order bot').waitFor();
    const next = { switchboardIntegration: 'next' };
    await api.SwitchboardActionsApi.passControl(desk.appId, conversationId, next);
    await row.getByText('Queued').waitFor();
    expect(await row.textContent()).toContain('1 unread message');
  });

  it('has a log of deliveries, from which an event is sent again', async () => {
    await showPage(page, 'settings-integrations');
    await press(page, `Deliveries to ${target}`);
    const log = page.getByRole('list', { name: 'Deliveries' });
    await expect.poll(() => log.getByRole('listitem').count()).toBe(2);
    await log.getByText('Sent').first().waitFor();
    const before = got.length;
    await log
      .getByRole('button', { name: /^Send again/ })
      .last()
      .click();
    await expect.poll(() => got.slice(before)).toEqual(['Where is my order?']);
  });
});

it.each([
  [{}, 1280],
  [{ viewport: { width: 390, height: 844 } }, 390],
])('the page of bots and webhooks has no axe violations and fits its window: %o', async (look, width) => {
  const { page } = await openInbox(browser, desk, look, { name: 'Cleo' });
  const check = async (what: string) => {
    expect(await inBothSchemes(page), what).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBe(width);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${what}-${width}.png` });
  };
  await showPage(page, 'settings-integrations');
  await page.getByRole('list', { name: 'Bots and bridges' }).waitFor();
  await page.getByText('Secret', { exact: true }).first().click();
  await check('bots');
  await press(page, 'New webhook of Order bot');
  await check('webhook');
  await press(page, 'Cancel');
  await press(page, /^Deliveries to/);
  await page.getByRole('list', { name: 'Deliveries' }).waitFor();
  await check('deliveries');
});
