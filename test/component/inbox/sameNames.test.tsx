import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { account } from './support/fakeAccounts';
import { FakeDesk } from './support/fakeDesk';
import { openConversation, renderInbox, row } from './support/renderInbox';

/** The agent is called Maya, and so is a colleague; another is called like a state of a conversation. */
const open = async () => {
  const desk = new FakeDesk();
  desk.accounts.team = [
    { ...account('maya', 'Maya', { email: 'maya@shop.example' }), online: true },
    { ...account('maya-2', 'Maya', { email: 'm2@shop.example' }), online: true },
    { ...account('queued', 'Queued'), online: true },
  ];
  const assigned = (assigneeId: string, assignee: string) =>
    ({ routingStatus: 'assigned', assigneeId, assignee }) as const;
  desk.add('own', assigned('maya', 'Maya'));
  desk.add('theirs', assigned('maya-2', 'Maya'));
  desk.add('other', assigned('queued', 'Queued'));
  desk.add('free');
  const { inbox } = await renderInbox(desk);
  await inbox.workspace.value?.team.refresh();
  return { desk, inbox };
};
const standing = (name: string) => row(`Visitor ${name}`).querySelector('.standing');

describe('colleagues with the same name', () => {
  it('are told apart in the list, whose look goes by the state and not by the name', async () => {
    await open();
    await waitFor(() => expect(standing('theirs')?.textContent).toBe('Maya (m2@shop.example)'));
    expect([standing('own')?.textContent, standing('own')?.className]).toEqual(['Mine', 'standing mine']);
    expect([standing('other')?.textContent, standing('other')?.className]).toEqual([
      'Queued',
      'standing others',
    ]);
    expect(standing('free')).toBeNull();
  });

  it('are told apart where a conversation is assigned, by the menu and by a command', async () => {
    const { desk, inbox } = await open();
    await openConversation(inbox, 'Visitor free');
    fireEvent.click(screen.getByRole('button', { name: 'Conversation actions' }));
    const menu = within(screen.getByRole('menu'));
    fireEvent.click(menu.getByRole('menuitem', { name: 'Maya (m2@shop.example)' }));
    await waitFor(() => expect(desk.of('free').assigneeId).toBe('maya-2'));
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.input(await screen.findByRole('combobox', { name: 'Command' }), {
      target: { value: 'assign to queued' },
    });
    await screen.findByRole('option', { name: /^Assign to Queued/ });
  });
});
