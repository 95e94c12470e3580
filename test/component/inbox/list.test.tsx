import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { options } from 'preact';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { conversation, FakeDesk, message, T0 } from './support/fakeDesk';
import {
  openConversation,
  openInbox,
  renderInbox,
  reply,
  row,
  sendReply,
  texts,
} from './support/renderInbox';

const rows = (): string[] =>
  within(screen.getByRole('list', { name: 'Conversations' }))
    .getAllByRole('button')
    .map((b) => b.textContent ?? '');

const said = (): string[] =>
  [...document.querySelectorAll('[data-announcer] p')].map((p) => p.textContent ?? '');

const desks = (names: readonly string[]): FakeDesk => {
  const desk = new FakeDesk();
  names.forEach((name, i) => {
    desk.add(name, {}, [message(`m-${name}`, { received: T0 + 100 - i })]);
  });
  return desk;
};

const it = test.extend('desk', () => new FakeDesk());

describe('the list of conversations', () => {
  it('stays where it is scrolled to when others write, and follows the agent’s own answer', async () => {
    const desk = desks(['ana', 'bo', 'cy']);
    const { inbox } = await renderInbox(desk);
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    const scrolled = () =>
      scroll.mock.contexts.map((element) => (element as HTMLElement).dataset.conversation);
    await openConversation(inbox, 'Visitor ana');
    expect(scrolled()).toEqual(['ana']);
    for (const id of ['bo', 'cy', 'ana', 'bo']) desk.visitorWrites(id, 'Hello');
    await waitFor(() => expect(rows()[0]).toContain('Visitor bo'));
    expect(scrolled()).toEqual(['ana']);
    sendReply('Hi');
    await waitFor(() => expect(rows()[0]).toContain('Visitor ana'));
    expect(scrolled()).toEqual(['ana', 'ana']);
    desk.visitorWrites('ana', 'Thanks');
    desk.visitorWrites('cy', 'Hello');
    await waitFor(() => expect(rows()[0]).toContain('Visitor cy'));
    expect(scrolled()).toEqual(['ana', 'ana']);
    vi.restoreAllMocks();
  });

  it('begins at its top in another view or order', async () => {
    const { inbox } = await renderInbox(desks(['ana', 'bo']));
    const list = () => screen.getByRole('list', { name: 'Conversations' });
    const { listing } = inbox.workspace.value as NonNullable<typeof inbox.workspace.value>;
    for (const change of [() => listing.choose({ sort: 'waiting' }), () => listing.setView('unassigned')]) {
      list().scrollTop = 600;
      act(change);
      await waitFor(() => expect(list().scrollTop).toBe(0));
    }
  });

  it('draws again only the row of the conversation that something happens in', async () => {
    const desk = desks(['ana', 'bo', 'cy']);
    await openInbox(desk, 'Visitor ana');
    const drawn: string[] = [];
    const { diffed } = options;
    onTestFinished(() => {
      options.diffed = diffed;
    });
    options.diffed = (vnode) => {
      const id = (vnode.props as { 'data-conversation'?: string } | null)?.['data-conversation'];
      if (id) drawn.push(id);
      diffed?.(vnode);
    };
    fireEvent.input(reply(), { target: { value: 'We can' } });
    desk.emit({
      type: 'activity',
      conversation: desk.of('bo'),
      activity: { type: 'typing:start', role: 'appUser' },
    });
    await screen.findByText('Typing…');
    expect(drawn).toEqual(['ana', 'bo']);
  });

  it('shows a lost connection in its head, also while a conversation is open, and announces it once', async () => {
    const desk = desks(['ana']);
    const { inbox } = await renderInbox(desk);
    const head = () => document.querySelector('.list-pane .pane-header')?.textContent;
    const statuses = () =>
      screen.getAllByRole('status').filter((e) => /Reconnecting/.test(`${e.textContent}`));
    desk.live?.onState('reconnecting');
    await waitFor(() => expect(head()).toContain('Reconnecting…'));
    expect(statuses()).toHaveLength(1);
    await openConversation(inbox, 'Visitor ana');
    expect(head()).toContain('Reconnecting…');
    expect(statuses().map((e) => e.textContent)).toEqual([
      'Connection lost. Reconnecting… What you send is kept.',
    ]);
    desk.live?.onState('connected');
    await waitFor(() => expect(head()).not.toContain('Reconnecting'));
  });

  it('is ordered newest first, with name, preview and unread count in each row’s name', async ({ desk }) => {
    desk.add('old', {}, [message('1', { received: T0 })]);
    desk.add('new', { unreadCount: 2 }, [message('2', { received: T0 + 5, text: 'Is it\nopen?' })]);
    await renderInbox(desk);
    expect(rows()[0]).toMatch(/^V.Visitor new .* Is it open\? 2 unread messages$/);
    expect(rows()[1]).toMatch(/^V.Visitor old .* text of 1 $/);
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  it('marks in the list each name that a login has proven, and elsewhere each that none has', async () => {
    const desk = new FakeDesk();
    desk.add('ana', { displayName: 'Ada Lovelace (verified)', nameFrom: 'page' });
    desk.add('bo', { displayName: 'Quiet Heron', nameFrom: 'desk' });
    desk.add('cy', { nameFrom: 'login', visitor: { appUserId: 'cy', email: 'cy@x.example' } });
    const { inbox } = await renderInbox(desk);
    expect(rows().filter((text) => /Verified/.test(text))).toEqual([expect.stringContaining('Visitor cy')]);
    expect(rows().join()).not.toMatch(/Not verified|Anonymous/);
    await openConversation(inbox, 'Ada Lovelace');
    const header = () => document.querySelector('.conversation-header')?.textContent;
    const details = () => screen.getByRole('region', { name: 'Visitor details' }).textContent;
    expect(header()).toContain('Ada Lovelace (verified)Not verified');
    expect(details()).toContain('not verified by a login.');
    await openConversation(inbox, 'Visitor cy');
    expect(header()).not.toMatch(/Not verified|Anonymous/);
    expect(details()).toContain('This name comes from a login.');
    expect(details()).toContain('cy@x.exampleNot verified');
  });

  it('marks what was read and still waits for an answer', async ({ desk }) => {
    desk.add('read', { waitingSince: T0 });
    desk.add('unread', { waitingSince: T0, unreadCount: 1 });
    desk.add('answered', {});
    await renderInbox(desk);
    expect(rows().filter((text) => text.includes('Waits for an answer'))).toEqual([
      expect.stringContaining('Visitor read'),
    ]);
  });

  it('says beside it how many visitors wait, and leads to the one who has waited longest', async () => {
    const desk = new FakeDesk();
    desk.add('late', { waitingSince: T0 - 9 });
    desk.add('blocked', { waitingSince: T0 - 99, visitor: { appUserId: 'b', blocked: true } });
    desk.add('later', { waitingSince: T0 });
    const { inbox } = await renderInbox(desk);
    await screen.findByText('2 visitors are waiting');
    fireEvent.click(screen.getByRole('button', { name: 'Open the longest wait' }));
    await waitFor(() => expect(inbox.workspace.value?.activeId.value).toBe('late'));
  });

  it('says that all is read where nobody waits', async () => {
    await renderInbox(desks(['ana']));
    await screen.findByText('All read');
    expect(screen.queryByRole('button', { name: 'Open the longest wait' })).toBeNull();
  });

  it('keeps what the page has set, where a later list leaves it out', async ({ desk }) => {
    const properties = [{ name: 'plan', value: 'gold' }];
    desk.add('ana', { visitor: { appUserId: 'ana', properties } });
    const inbox = await openInbox(desk, 'Visitor ana');
    const { conversations } = inbox.workspace.value as NonNullable<typeof inbox.workspace.value>;
    const ana = conversations.items.value[0] as (typeof conversations.items.value)[number];
    act(() =>
      conversations.absorb(
        [{ ...ana, lastUpdatedAt: ana.lastUpdatedAt + 1, visitor: { appUserId: 'ana' } }],
        conversations.moment(),
      ),
    );
    expect(screen.getByRole('region', { name: 'Set by the page' }).textContent).toContain('gold');
  });

  it('has beside it what the page has set for the visitor, as text', async ({ desk }) => {
    const properties = [
      { name: 'plan', value: 'gold' },
      { name: 'seats', value: 12 },
      { name: 'trial', value: false },
      { name: 'ab', value: 'c\u202ed' },
    ];
    desk.add('ana', { visitor: { appUserId: 'ana', properties } });
    desk.add('bo');
    const inbox = await openInbox(desk, 'Visitor ana');
    const said = screen.getByRole('region', { name: 'Set by the page' });
    expect([...said.querySelectorAll('.fact')].map((fact) => fact.textContent)).toEqual([
      'plangold',
      'seats12',
      'trialNo',
      'abcd',
    ]);
    await openConversation(inbox, 'Visitor bo');
    expect(screen.queryByRole('region', { name: 'Set by the page' })).toBeNull();
  });

  it('shows the unread count in the title until all is read', async ({ desk }) => {
    desk.add('ana', { unreadCount: 3 });
    desk.add('bo', {});
    const { inbox } = await renderInbox(desk);
    await waitFor(() => expect(document.title).toBe('(3) Inbox · Porch'));
    await openConversation(inbox, 'Visitor ana');
    await waitFor(() => expect(document.title).toBe('Inbox · Porch'));
    expect(desk.activitiesOf('ana')).toEqual(['conversation:read']);
  });

  it('reads nothing while the page is hidden', async ({ desk }) => {
    desk.add('ana');
    const { inbox, visible } = await renderInbox(desk);
    await openConversation(inbox, 'Visitor ana');
    visible.value = false;
    desk.visitorWrites('ana', 'Anyone there?');
    await waitFor(() => expect(document.title).toBe('(1) Inbox · Porch'));
    expect(desk.activities).toEqual([]);
    visible.value = true;
    await waitFor(() => expect(document.title).toBe('Inbox · Porch'));
    expect(desk.activitiesOf('ana')).toEqual(['conversation:read']);
  });

  it('moves a conversation up and marks it when its visitor writes', async () => {
    const desk = desks(['ana', 'bo']);
    await renderInbox(desk);
    expect(rows()[0]).toMatch(/^V.Visitor ana/);
    desk.visitorWrites('bo', 'Me again');
    await waitFor(() => expect(rows()[0]).toMatch(/^V.Visitor bo .*Me again 1 unread message$/));
    expect(rows()).toHaveLength(2);
  });

  it('adds a conversation that starts while the inbox is open', async ({ desk }) => {
    await renderInbox(desk);
    expect(screen.getByText('No open conversations')).toBeTruthy();
    desk.add('ana');
    desk.emit({ type: 'conversation:added', conversation: desk.of('ana') });
    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  it('does not let a late answer undo an event', async () => {
    const desk = desks(['ana']);
    await renderInbox(desk);
    const stale = structuredClone(desk.conversations);
    let answer: (() => void) | undefined;
    desk.api.conversations = () =>
      new Promise((done) => {
        answer = () => done({ ok: true, value: { conversations: stale, hasMore: false } });
      });
    desk.live?.onReady();
    desk.visitorWrites('ana', 'Newer');
    desk.emit({ type: 'conversation:added', conversation: conversation('bo', { lastUpdatedAt: T0 + 1 }) });
    answer?.();
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(rows()[0]).toMatch(/^V.Visitor ana .*Newer 1 unread message$/);
  });

  it('says each new message of a visitor once', async () => {
    const desk = desks(['ana']);
    await renderInbox(desk);
    expect(said()).toEqual([]);
    const stored = desk.visitorWrites('ana', 'Hello?');
    desk.emit({ type: 'message', conversation: desk.of('ana'), message: stored });
    desk.live?.onReady();
    await waitFor(() => expect(said()).toEqual(['New message from Visitor ana: Hello?']));
    desk.visitorWrites('ana', 'Missed one', { deaf: true });
    desk.live?.onReady();
    await waitFor(() => expect(said()).toHaveLength(2));
  });

  it('offers a next step when the list does not load', async () => {
    const desk = desks(['ana']);
    desk.listFailure = 'network';
    await renderInbox(desk);
    expect(screen.getByRole('alert').textContent).toContain('cannot be reached');
    desk.listFailure = undefined;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  it('says so in words while it reconnects', async () => {
    const desk = desks(['ana']);
    await renderInbox(desk);
    expect(screen.queryByText('Reconnecting…')).toBeNull();
    desk.live?.onState('reconnecting');
    expect(await screen.findByText('Reconnecting…')).toBeTruthy();
    desk.live?.onState('connected');
    await waitFor(() => expect(screen.queryByText('Reconnecting…')).toBeNull());
  });
});

describe('the keyboard', () => {
  const press = (key: string, extra: KeyboardEventInit = {}): void => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...extra });
  };
  const focusedName = (): string => document.activeElement?.querySelector('.row-name')?.textContent ?? '';

  it('has one tab stop in the list, which the arrows and j and k move', async () => {
    await renderInbox(desks(['ana', 'bo', 'cy']));
    const stops = () => document.querySelectorAll('[data-conversation][tabindex="0"]').length;
    row('Visitor ana').focus();
    press('ArrowDown');
    expect(focusedName()).toMatch(/^Visitor bo/);
    press('j');
    expect(focusedName()).toMatch(/^Visitor cy/);
    press('ArrowDown');
    expect(focusedName()).toMatch(/^Visitor cy/);
    press('k');
    press('ArrowUp');
    expect(focusedName()).toMatch(/^Visitor ana/);
    await waitFor(() => expect(stops()).toBe(1));
  });

  it('focuses the reply on opening, leaves it with Escape and returns with r', async () => {
    const { inbox } = await renderInbox(desks(['ana', 'bo']));
    await openConversation(inbox, 'Visitor bo');
    await waitFor(() => expect(document.activeElement).toBe(reply()));
    press('Escape');
    await waitFor(() => expect(focusedName()).toMatch(/^Visitor bo/));
    press('r');
    await waitFor(() => expect(document.activeElement).toBe(reply()));
  });

  it('steps through conversations with Alt and the arrows, the focus staying in the reply', async () => {
    const { inbox } = await renderInbox(desks(['ana', 'bo', 'cy']));
    await openConversation(inbox, 'Visitor ana');
    await waitFor(() => expect(document.activeElement).toBe(reply()));
    press('ArrowDown', { altKey: true });
    await waitFor(() => expect(texts()).toEqual(['text of m-bo']));
    expect(document.activeElement).toBe(reply());
    press('ArrowUp', { altKey: true });
    await waitFor(() => expect(texts()).toEqual(['text of m-ana']));
    expect(document.activeElement).toBe(reply());
  });

  it('goes to the next unread with n, and with Alt+N while typing', async () => {
    const desk = desks(['ana', 'bo', 'cy']);
    desk.of('bo').unreadCount = 1;
    desk.of('cy').unreadCount = 1;
    await renderInbox(desk);
    press('n');
    await waitFor(() => expect(texts()).toEqual(['text of m-bo']));
    // The next key is no letter of a reply.
    await waitFor(() => expect(focusedName()).toMatch(/^Visitor bo/));
    press('r');
    await waitFor(() => expect(document.activeElement).toBe(reply()));
    press('n');
    press('˜', { altKey: true, code: 'KeyN' });
    await waitFor(() => expect(texts()).toEqual(['text of m-cy']));
  });

  it('types letters as letters while typing, and leaves them alone when they are switched off', async () => {
    const { inbox } = await renderInbox(desks(['ana', 'bo']));
    await openConversation(inbox, 'Visitor ana');
    await waitFor(() => expect(document.activeElement).toBe(reply()));
    press('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    inbox.setSingleKeys(false);
    press('Escape');
    await waitFor(() => expect(focusedName()).toMatch(/^Visitor ana/));
    press('j');
    expect(focusedName()).toMatch(/^Visitor ana/);
    press('r');
    expect(document.activeElement).not.toBe(reply());
  });

  it('shows every shortcut in the help', async () => {
    await renderInbox(desks(['ana']));
    press('?');
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const does of [
      'Open and start a reply',
      'Next unread conversation',
      'Back to the list',
      'New line',
    ]) {
      expect(within(help).getByText(does)).toBeTruthy();
    }
  });
});
