import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { createSafeStorage } from '../../../examples/support-desk/inbox/platform/storage';
import { createFakeStorage } from '../../support/fakeStorage';
import { FakeDesk, message } from './support/fakeDesk';
import { openConversation, openInbox, renderInbox } from './support/renderInbox';

const start = async (open = 'Ann') => {
  const desk = new FakeDesk();
  const visitor = { appUserId: 'user-ann' };
  desk.add('ann', { displayName: 'Ann', visitor });
  desk.add('ann-2', { displayName: 'Zoe', visitor });
  desk.add('bob', { displayName: 'Bob', visitor: { appUserId: 'user-bob' } });
  const inbox = await openInbox(desk, open);
  return { desk, inbox };
};
const rows = () =>
  within(screen.getByRole('list', { name: 'Conversations' })).queryAllByRole('button').length;
const choose = (item: string) => {
  fireEvent.click(screen.getByRole('button', { name: 'Conversation actions' }));
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
};
const dialog = () => screen.getByRole('dialog');
const press = (name: string) => fireEvent.click(within(dialog()).getByRole('button', { name }));

describe('deleting a visitor', () => {
  it('says first what is deleted, and deletes nothing when it is cancelled', async () => {
    const { desk } = await start();
    choose('Delete…');
    await waitFor(() => expect(dialog().textContent).toContain('2 conversations with 2 messages'));
    expect(dialog().textContent).toContain('1 file (1.4 MB)');
    expect(dialog().textContent).toContain('Nobody can undo this');
    press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(desk.conversations).toHaveLength(3);
  });

  it('takes all their conversations away and goes back to the list', async () => {
    const { inbox } = await start();
    choose('Delete…');
    press('Delete');
    await waitFor(() => expect(rows()).toBe(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(inbox.workspace.peek()?.activeId.peek()).toBeUndefined();
    expect(screen.queryByText('This conversation is no longer there')).toBeNull();
    expect(screen.getByText('The visitor was deleted.')).toBeDefined();
  });

  it('keeps the dialog with the reason when the desk cannot', async () => {
    const { desk } = await start();
    desk.deleteFailure = 'server';
    choose('Delete…');
    press('Delete');
    await waitFor(() => expect(within(dialog()).getByRole('alert').textContent).toContain('Try again'));
    expect(rows()).toBe(3);
    desk.deleteFailure = undefined;
    press('Delete');
    await waitFor(() => expect(rows()).toBe(1));
  });

  it('is done where another agent was faster', async () => {
    const { desk } = await start();
    desk.deleteFailure = 'notFound';
    choose('Delete…');
    press('Delete');
    await waitFor(() => expect(rows()).toBe(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leaves nothing of them in the browser: no reply, no note, no quote', async () => {
    const storage = createFakeStorage();
    const desk = new FakeDesk();
    desk.add('ann', { displayName: 'Ann', visitor: { appUserId: 'user-ann' } }, [
      message('m1', { text: 'My card is 4000' }),
    ]);
    const { inbox } = await renderInbox(
      desk,
      createSafeStorage(() => storage),
    );
    await openConversation(inbox, 'Ann');
    const workspace = inbox.workspace.peek();
    workspace?.drafts.set('ann', 'Dear Ann');
    workspace?.notes.setDraft('ann', 'Ann lives in Oslo');
    workspace?.notes.setWriting('ann', true);
    workspace?.quote(desk.messages.get('ann')?.[0]);
    expect(JSON.stringify(storage)).toMatch(/Dear Ann.*Oslo.*4000/);
    desk.deletes(['ann']);
    await screen.findByText('This conversation is no longer there');
    expect(JSON.stringify(storage)).not.toMatch(/ann|Ann|4000/);
  });

  it('reaches other open inboxes: the rows leave, and the open conversation says so', async () => {
    const { desk, inbox } = await start();
    const { drafts, conversations } = inbox.workspace.peek() ?? {};
    drafts?.set('ann', 'Dear Ann');
    const old = desk.of('ann');
    desk.deletes(['ann', 'ann-2']);
    await waitFor(() => expect(rows()).toBe(1));
    await screen.findByText('This conversation is no longer there');
    expect(drafts?.get('ann')).toBe('');
    // An answer that was under way.
    conversations?.absorb([old], 0);
    expect(rows()).toBe(1);
  });
});

it('exporting a visitor saves one file, and says when there is none', async () => {
  const { desk } = await start('Bob');
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  desk.exportFailure = 'network';
  choose('Export data…');
  press('Export');
  await waitFor(() => expect(within(dialog()).getByRole('alert').textContent).toContain('cannot be reached'));
  expect(saved).toEqual([]);
  desk.exportFailure = undefined;
  press('Export');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved).toEqual(['visitor-user-bob.zip']);
  expect(desk.exported).toEqual(['user-bob', 'user-bob']);
  vi.restoreAllMocks();
});
