import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { Inbox } from '../../../examples/support-desk/inbox/state/inbox';
import { createFakeBar } from './support/fakeBar';
import { conversation, FakeDesk, message, T0 } from './support/fakeDesk';
import { openConversation, renderInbox, reply, row, texts } from './support/renderInbox';

const start = async (hash = '', unlisted: string[] = []) => {
  const desk = new FakeDesk();
  for (const [i, name] of ['ana', 'bo'].entries())
    desk.add(name, {}, [message(`m-${name}`, { received: T0 + 9 - i, text: `Hello from ${name}` })]);
  for (const name of unlisted) {
    desk.unlisted.push(conversation(name));
    desk.messages.set(name, [message(`m-${name}`, { text: `Hello from ${name}` })]);
  }
  const bar = createFakeBar(hash);
  const { inbox } = await renderInbox(desk, undefined, undefined, bar);
  return { desk, inbox, ...bar };
};

const shows = (name: string) => waitFor(() => expect(texts()).toEqual([`Hello from ${name}`]));
const showsList = () =>
  waitFor(() => expect(document.querySelector('main')?.dataset).toMatchObject({ pane: 'list' }));

describe('the address of a conversation', () => {
  it('is that of the open one, with one entry of the history above the list’s', async () => {
    const { inbox, history } = await start();
    expect(history()).toEqual(['']);
    await openConversation(inbox, 'Visitor ana');
    expect(history()).toEqual(['', 'conversation=ana']);
    await openConversation(inbox, 'Visitor bo');
    expect(history()).toEqual(['', 'conversation=bo']);
  });

  it('leads back to the list, with the focus on the row that was left, and forward again', async () => {
    const { inbox, history, move } = await start();
    await openConversation(inbox, 'Visitor bo');
    reply().focus();
    move(-1);
    await showsList();
    expect(history()).toEqual(['']);
    await waitFor(() => expect(document.activeElement).toBe(row('Visitor bo') ?? null));
    move(1);
    await shows('bo');
  });

  it('leaves no entry behind when the conversation is closed on the page', async () => {
    const { inbox, history } = await start();
    await openConversation(inbox, 'Visitor ana');
    fireEvent.click(screen.getByRole('button', { name: 'Back to conversations' }));
    await showsList();
    await waitFor(() => expect(history()).toEqual(['']));
    // One that is opened before the browser has gone back is there, too.
    await openConversation(inbox, 'Visitor ana');
    inbox.workspace.value?.open(undefined);
    inbox.workspace.value?.open('bo');
    await waitFor(() => expect(history()).toEqual(['', 'conversation=bo']));
    await shows('bo');
  });

  it('opens it after the sign-in, and Back then leads to the list', async () => {
    const { history, move } = await start('conversation=ana');
    await shows('ana');
    expect(history()).toEqual(['', 'conversation=ana']);
    move(-1);
    await showsList();
  });

  it('opens one that the list does not show, and says so where the desk has none of that name', async () => {
    const { desk, inbox } = await start('conversation=old', ['old']);
    await shows('old');
    inbox.workspace.value?.open('nobody');
    await screen.findByText('This conversation is no longer there');
    desk.oneFailure = 'network';
    inbox.workspace.value?.open('someone');
    const again = await screen.findByRole('button', { name: 'Try again' });
    desk.oneFailure = undefined;
    desk.unlisted.push(conversation('someone'));
    desk.messages.set('someone', [message('m-someone', { text: 'Hello from someone' })]);
    fireEvent.click(again);
    await shows('someone');
  });

  it('names the tag by which the list is filtered, which Back takes back and a reload keeps', async () => {
    const { inbox, history, move } = await start();
    const listing = () => inbox.workspace.value?.listing;
    listing()?.choose({ tag: 'a & b' });
    expect(history()).toEqual(['', 'tag=a+%26+b']);
    move(-1);
    await waitFor(() => expect(listing()?.tag.value).toBe(''));
    move(1);
    await waitFor(() => expect(listing()?.tag.value).toBe('a & b'));
    inbox.workspace.value?.open('bo');
    expect(history()).toEqual(['', 'tag=a+%26+b', 'conversation=bo&tag=a+%26+b']);
    // With a conversation beside it, the list may get another tag. Closing the conversation keeps it.
    listing()?.choose({ tag: 'vip' });
    expect(history()).toEqual(['', 'tag=a+%26+b', 'conversation=bo&tag=vip']);
    inbox.workspace.value?.open(undefined);
    await waitFor(() => expect(history()).toEqual(['', 'tag=vip']));
    expect(listing()?.tag.value).toBe('vip');
    const again = await start('conversation=ana&tag=vip');
    await shows('ana');
    expect(again.inbox.workspace.value?.listing.tag.value).toBe('vip');
    expect(again.history()).toEqual(['tag=vip', 'conversation=ana&tag=vip']);
  });

  it('names the search, as one entry that Back takes back and a reload keeps', async () => {
    const { inbox, history, move } = await start();
    const listing = () => inbox.workspace.value?.listing;
    const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search conversations' });
    const search = (value: string) => fireEvent.input(box, { target: { value } });
    search('from b');
    // Not before the agent has stopped typing.
    expect(history()).toEqual(['']);
    await waitFor(() => expect(history()).toEqual(['', 'search=from+b']));
    search(' from bo ');
    await waitFor(() => expect(history()).toEqual(['', 'search=from+bo']));
    await waitFor(() => expect(listing()?.shown.value).toHaveLength(1));
    await openConversation(inbox, 'Visitor bo');
    expect(history()).toEqual(['', 'search=from+bo', 'conversation=bo&search=from+bo']);
    move(-1);
    await showsList();
    move(-1);
    await waitFor(() => expect(box.value).toBe(''));
    expect(listing()?.shown.value).toHaveLength(2);
    move(1);
    await waitFor(() => expect(box.value).toBe('from bo'));
    await waitFor(() => expect(listing()?.shown.value).toHaveLength(1));
    expect(history()).toEqual(['', 'search=from+bo']);
    const again = await start('search=from+ana&view=unassigned');
    expect(again.inbox.workspace.value?.listing.search.value).toBe('from ana');
    await waitFor(() => expect(again.desk.queries.at(-1)).toMatchObject({ search: 'from ana' }));
    expect(again.history()).toEqual(['search=from+ana&view=unassigned']);
  });

  it('has no entry for a search that is cleared, also where another one follows at once', async () => {
    const { inbox, history } = await start();
    const listing = inbox.workspace.value?.listing;
    listing?.setSearch('ana');
    expect(history()).toEqual(['', 'search=ana']);
    listing?.setSearch('');
    await waitFor(() => expect(history()).toEqual(['']));
    listing?.setSearch('ana');
    listing?.setSearch('');
    // Before the browser has gone back.
    listing?.setSearch('bo');
    await waitFor(() => expect(history()).toEqual(['', 'search=bo']));
    listing?.setView('closed');
    expect(history()).toEqual(['', 'search=bo', 'view=closed&search=bo']);
    listing?.setSearch('');
    expect(history()).toEqual(['', 'search=bo', 'view=closed']);
  });

  it('takes no more of a search than its field does', async () => {
    const { inbox } = await start(`search=${'x'.repeat(9999)}`);
    expect(inbox.workspace.value?.listing.search.value).toBe('x'.repeat(200));
  });

  it('is kept while nobody is signed in, for the next sign-in', async () => {
    const { inbox, history, listeners } = await start('conversation=bo');
    await shows('bo');
    inbox.session.expire();
    await screen.findByLabelText('Email address');
    expect(history()).toEqual(['', 'conversation=bo']);
    await inbox.session.check();
    await shows('bo');
    expect(history()).toEqual(['', 'conversation=bo']);
    inbox.dispose();
    expect(listeners()).toBe(0);
  });
});

describe('the address of a page', () => {
  const page = (inbox: Inbox) => inbox.workspace.value?.pages.current.value;

  it('is an entry above what the page covers, and closing it leads back there', async () => {
    const { inbox, history, move } = await start();
    await openConversation(inbox, 'Visitor ana');
    fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
    fireEvent.click(screen.getByRole('button', { name: 'My account' }));
    await screen.findByRole('heading', { name: 'My account' });
    expect(history()).toEqual(['', 'conversation=ana', 'conversation=ana&page=account']);
    fireEvent.click(await screen.findByRole('button', { name: 'Back to the inbox' }));
    await shows('ana');
    await waitFor(() => expect(history()).toEqual(['', 'conversation=ana']));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Menu' }));
    move(1);
    await screen.findByRole('heading', { name: 'My account' });
    move(-1);
    await shows('ana');
  });

  it('opens the page at once, above the list and its conversation', async () => {
    const { inbox, history } = await start('page=insights&conversation=bo&tag=vip');
    await screen.findByRole('heading', { name: 'Insights' });
    expect(history()).toEqual([
      'tag=vip',
      'conversation=bo&tag=vip',
      'conversation=bo&tag=vip&page=insights',
    ]);
    inbox.workspace.value?.pages.show(undefined);
    await waitFor(() => expect(history()).toEqual(['tag=vip', 'conversation=bo&tag=vip']));
  });

  it('is left out where there is no such page, and shows no agent what is for admins', async () => {
    const { inbox } = await start('page=nonsense');
    expect(page(inbox)).toBeUndefined();
    const desk = new FakeDesk();
    desk.accounts.agent.role = 'agent';
    await renderInbox(desk, undefined, undefined, createFakeBar('page=settings-team'));
    await screen.findByRole('heading', { name: 'Launcher and window' });
    expect(screen.queryByRole('heading', { name: 'Team' })).toBeNull();
  });
});
