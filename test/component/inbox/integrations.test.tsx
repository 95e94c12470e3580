import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { AgentDelivery } from '../../../examples/support-desk/shared/answers/integrations';
import { createFakeBar } from './support/fakeBar';
import { FakeDesk, T0 } from './support/fakeDesk';
import type { FakeIntegrations } from './support/fakeIntegrations';
import { renderInbox } from './support/renderInbox';

const BOT = {
  id: 'bot_1',
  name: 'Order-bot',
  displayName: 'Order bot',
  answersFirst: false,
  hearsAll: true,
  webhooks: [
    { id: 'w1', target: 'https://bot.example/hook', triggers: ['conversation:message'], secret: 'whsec_x' },
  ],
};

const delivery = (id: string, fields: Partial<AgentDelivery> = {}): AgentDelivery => ({
  id,
  type: 'conversation:message',
  conversationId: 'c1',
  createdAt: T0,
  state: 'sent',
  tries: 1,
  answer: '200',
  ...fields,
});

const start = async (prepare: (integrations: FakeIntegrations) => void = () => undefined) => {
  const desk = new FakeDesk();
  prepare(desk.integrations);
  await renderInbox(desk, undefined, undefined, createFakeBar('page=settings-integrations'));
  return desk.integrations;
};

const withBot = (integrations: FakeIntegrations): void => {
  integrations.all.push(structuredClone(BOT));
};
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const act = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));
const row = () => screen.findByRole('listitem', { name: 'Order bot' });

describe('bots and webhooks', () => {
  it('are made and removed', async () => {
    const integrations = await start();
    await screen.findByText('No bots or bridges');
    press('New bot or bridge');
    act('Save');
    expect((await dialog().findByRole('alert')).textContent).toBe('Give it a name.');
    fireEvent.input(dialog().getByLabelText('Name'), { target: { value: 'Order bot' } });
    act('Save');
    expect((await row()).textContent).toContain('Order-bot');
    press('Remove Order bot');
    act('Remove');
    await screen.findByText('Order bot was removed.');
    expect(integrations.made).toEqual([
      ['make', 'Order bot'],
      ['remove', 'bot_0'],
    ]);
    expect(document.activeElement?.textContent).toBe('New bot or bridge');
  });

  it('get new conversations, or only the events of their own, by a switch', async () => {
    const integrations = await start(withBot);
    await row();
    integrations.refusal = { ok: false, failure: 'forbidden', reason: 'Not now' };
    fireEvent.click(screen.getByLabelText(/^Answers first/));
    expect((await screen.findByRole('alert')).textContent).toBe('Not now');
    fireEvent.click(screen.getByLabelText(/^Answers first/));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Answers first/).checked).toBe(true));
    fireEvent.click(screen.getByLabelText(/^Gets events of all/));
    await waitFor(() => expect(integrations.all[0]).toMatchObject({ answersFirst: true, hearsAll: false }));
  });

  it('get webhooks, whose secret can be copied, and lose them', async () => {
    const integrations = await start((all) => void all.all.push({ ...structuredClone(BOT), webhooks: [] }));
    await row();
    press('New webhook of Order bot');
    act('Save');
    expect((await dialog().findByRole('alert')).textContent).toBe('Give its address.');
    fireEvent.input(dialog().getByLabelText('Address'), { target: { value: 'https://bot.example/' } });
    fireEvent.click(dialog().getByLabelText('conversation:read'));
    act('Save');
    await screen.findByRole('list', { name: 'Webhooks of Order bot' });
    expect(screen.getByLabelText<HTMLInputElement>('Secret').value).toBe('whsec_x');
    press('Remove the webhook to https://bot.example/');
    act('Remove');
    await screen.findByText('The webhook was removed.');
    expect(integrations.made).toEqual([
      ['makeWebhook', 'bot_1', 'https://bot.example/', ['conversation:message', 'conversation:read']],
      ['removeWebhook', 'bot_1', 'w1'],
    ]);
  });

  it('have a log, from which an event is sent again', async () => {
    const failed = delivery('d3', { state: 'failed', tries: 12, answer: 'ECONNREFUSED' });
    const waiting = delivery('d2', { state: 'waiting', tries: 3, answer: '503', dueAt: T0 + 60 });
    const integrations = await start((all) => {
      withBot(all);
      all.log.push(failed, waiting, delivery('d1'));
    });
    await row();
    press('Deliveries to https://bot.example/hook');
    const texts = async () =>
      within(await screen.findByRole('list', { name: 'Deliveries' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent ?? '');
    const [first, second] = await texts();
    expect(first).toMatch(/conversation:message.*Failed · tried 12 times · ECONNREFUSED/);
    expect(second).toMatch(/Waiting · tried 3 times · 503 · next: /);
    act('Load older deliveries');
    await waitFor(async () => expect(await texts()).toHaveLength(3));
    const [again] = dialog().getAllByRole('button', { name: /^Send again/ });
    if (again) fireEvent.click(again);
    await waitFor(async () => expect((await texts())[0]).toMatch(/Sent · tried 12 times · 200/));
    expect(integrations.made).toEqual([['repeat', 'd3']]);
  });
});

describe('a conversation that a bot handles', () => {
  it('says so, and is taken over by a button', async () => {
    const desk = new FakeDesk();
    desk.add('c1', {
      routingStatus: 'assigned',
      assignee: 'Order bot',
      assigneeId: 'bot_1',
      isHandledByBot: true,
    });
    await renderInbox(desk, undefined, undefined, createFakeBar('conversation=c1'));
    expect((await screen.findAllByText('Handled by Order bot')).length).toBeGreaterThan(0);
    press('Take over');
    await waitFor(() => expect(screen.queryByText('Handled by Order bot')).toBeNull());
  });

  it('is given to it in the menu', async () => {
    const desk = new FakeDesk();
    desk.accounts.bots.push({ id: 'bot_1', name: 'Order bot' });
    desk.add('c1');
    await renderInbox(desk, undefined, undefined, createFakeBar('conversation=c1'));
    const menu = async () =>
      fireEvent.click(await screen.findByRole('button', { name: 'Conversation actions' }));
    await menu();
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Order bot' }));
    expect((await screen.findAllByText('Handled by Order bot')).length).toBeGreaterThan(0);
    await menu();
    expect(screen.queryByRole('menuitem', { name: 'Order bot' })).toBeNull();
  });
});
