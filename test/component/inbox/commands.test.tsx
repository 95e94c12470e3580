import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SHORTCUTS, type ShortcutId } from '../../../examples/support-desk/inbox/ui/parts/keys';
import { account } from './support/fakeAccounts';
import { createFakeBar } from './support/fakeBar';
import { FakeDesk, message } from './support/fakeDesk';
import { openConversation, renderInbox, reply } from './support/renderInbox';

afterEach(() => void vi.restoreAllMocks());

const start = async (prepare: (desk: FakeDesk) => void = () => undefined, hash = '') => {
  const desk = new FakeDesk();
  desk.add('ana', { tags: ['vip'] }, [message('1', { received: 1_760_000_009 })]);
  desk.add('bo', { displayName: 'Zoë Lamp', tags: ['late'] }, [message('2')]);
  desk.accounts.team = [
    { id: 'maya', name: 'Maya', email: 'maya@shop.example', role: 'admin', online: true },
    { id: 'ben', name: 'Ben', email: 'ben@shop.example', role: 'agent', online: true },
  ];
  prepare(desk);
  const { inbox } = await renderInbox(desk, undefined, undefined, createFakeBar(hash));
  return { desk, inbox, workspace: () => inbox.workspace.value };
};

const press = (key: string, more: object = {}, target: Element = document.activeElement ?? document.body) =>
  fireEvent.keyDown(target, { key, ...more });
const open = async () => {
  press('k', { ctrlKey: true });
  return screen.findByRole<HTMLInputElement>('combobox', { name: 'Command' });
};
const type = (value: string) =>
  fireEvent.input(screen.getByRole('combobox', { name: 'Command' }), { target: { value } });
const rows = () => within(menu() as HTMLElement).queryAllByRole('option');
const labelOf = (row: HTMLElement) => row.querySelector('.command-label')?.textContent;
const options = () => rows().map(labelOf);
const pick = (label: string) => fireEvent.click(rows().find((row) => labelOf(row) === label) as HTMLElement);
const chosen = () =>
  document.getElementById(
    screen.getByRole('combobox', { name: 'Command' }).getAttribute('aria-activedescendant') ?? '',
  )?.textContent;
const menu = () => screen.queryByRole('dialog', { name: 'Commands' });
const isClosed = () => waitFor(() => expect(menu()).toBeNull());
/** Opens the menu, types, and runs what is chosen. */
const run = async (typed: string, label: string) => {
  await open();
  type(typed);
  await waitFor(() => expect(chosen()).toContain(label));
  press('Enter');
  await isClosed();
};

describe('the command menu', () => {
  it.each([
    ['Russian', 'л', 'ф'],
    ['Greek', 'κ', 'α'],
    ['Hebrew', 'ל', 'ש'],
    ['Arabic', 'ن', 'ش'],
    ['Dvorak', 'k', 'a'],
    ['Turkish with Caps Lock', 'K', 'a'],
  ])('and the shortcuts work on a keyboard that is %s', async (layout, k, a) => {
    const { inbox, desk } = await start();
    const isLatin = /^[a-z]$/i.test(k);
    await openConversation(inbox, 'Visitor ana');
    press('k', { key: k, code: isLatin ? 'KeyV' : 'KeyK', ctrlKey: true });
    fireEvent.keyDown(await screen.findByRole('combobox', { name: 'Command' }), { key: 'Escape' });
    await isClosed();
    fireEvent.keyDown(document.body, { key: a, code: isLatin ? 'KeyQ' : 'KeyA' });
    await waitFor(() => expect(desk.of('ana').assigneeId).toBe('maya'));
    fireEvent.input(reply(), { target: { value: 'word' } });
    reply().setSelectionRange(0, 4);
    if (!isLatin)
      fireEvent.keyDown(reply(), { key: layout === 'Russian' ? 'и' : a, code: 'KeyB', ctrlKey: true });
    if (!isLatin) expect(reply().value).toBe('**word**');
  });

  it.each([{ ctrlKey: true }, { metaKey: true }])(
    'opens by %j and K, also while a reply is written, and closes by it and by Escape',
    async (modifier) => {
      const { inbox } = await start();
      await openConversation(inbox, 'Visitor ana');
      reply().focus();
      expect(press('k', modifier)).toBe(false);
      await screen.findByRole('combobox', { name: 'Command' });
      expect(press('k', modifier)).toBe(false);
      await isClosed();
      press('k', modifier);
      await screen.findByRole('combobox', { name: 'Command' });
      press('Escape');
      await isClosed();
      expect(press('k', { ...modifier, shiftKey: true })).toBe(true);
      expect(menu()).toBeNull();
    },
  );

  it('leaves Ctrl+K to a link where text is selected', async () => {
    const { inbox } = await start();
    await openConversation(inbox, 'Visitor ana');
    fireEvent.input(reply(), { target: { value: 'shop' } });
    reply().focus();
    reply().setSelectionRange(0, 4);
    press('k', { ctrlKey: true });
    await waitFor(() => expect(reply().value).toMatch(/^\[shop\]\(/));
    expect(menu()).toBeNull();
  });

  it('opens from the menu of the agent, and closes by a press beside it', async () => {
    await start();
    fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
    fireEvent.click(screen.getByRole('button', { name: /^All commands/ }));
    await screen.findByRole('combobox', { name: 'Command' });
    fireEvent.click(menu() as HTMLElement);
    await isClosed();
  });

  it('is a combobox whose arrows move through all options and around', async () => {
    await start();
    const field = await open();
    const all = rows();
    expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'Commands' }).id);
    const selected = () => all.map((one) => one.getAttribute('aria-selected')).indexOf('true');
    expect([selected(), field.getAttribute('aria-activedescendant')]).toEqual([0, all[0]?.id]);
    press('ArrowUp', {}, field);
    await waitFor(() => expect(selected()).toBe(all.length - 1));
    press('ArrowDown', {}, field);
    press('ArrowDown', {}, field);
    await waitFor(() => expect(selected()).toBe(1));
    for (const group of within(menu() as HTMLElement).getAllByRole('group')) {
      expect(within(group).queryAllByRole('option').length).toBeGreaterThan(0);
    }
  });

  it('filters as it is typed, says how many there are, and shows their shortcuts', async () => {
    await start();
    const field = await open();
    type('next unread');
    await waitFor(() => expect(options()).toContain('Next unread conversation'));
    expect(options()).not.toContain('Insights');
    expect(chosen()).toBe('Next unread conversationn');
    expect(within(menu() as HTMLElement).getByRole('status').textContent).toMatch(/^\d+ commands$/);
    type('nothing of this kind');
    // A search for it is always on offer.
    await waitFor(() => expect(options()).toEqual(['Search for “nothing of this kind”']));
    expect(field.getAttribute('aria-expanded')).toBe('true');
  });

  it('does not take Enter from an input method', async () => {
    await start();
    const field = await open();
    expect(press('Enter', { isComposing: true }, field)).toBe(true);
    expect(menu()).not.toBeNull();
  });
});

describe('commands of the list', () => {
  it.each([
    ['unassigned', 'Show: Unassigned', 'unassigned'],
    ['show mine', 'Show: Mine', 'mine'],
    ['closed', 'Show: Closed', 'closed'],
    ['blocked', 'Show: Blocked', 'blocked'],
  ])('“%s” shows a view', async (typed, label, view) => {
    const { workspace } = await start();
    await run(typed, label);
    expect(workspace()?.listing.view.value).toBe(view);
  });

  it('change the order, choose a tag and take it back, and search', async () => {
    const { workspace } = await start();
    await run('longest', 'Longest wait first');
    expect(workspace()?.listing.sort.value).toBe('waiting');
    await run('show the tag l', 'Show the tag late');
    expect(workspace()?.listing.tag.value).toBe('late');
    await run('any tag', 'Show any tag');
    expect(workspace()?.listing.tag.value).toBe('');
    await run('boots and more', 'Search for “boots and more”');
    expect(workspace()?.listing.search.value).toBe('boots and more');
  });

  it('go to a conversation by its visitor’s name, from another page, too', async () => {
    const { workspace } = await start(undefined, 'page=insights');
    await screen.findByRole('heading', { name: 'Insights' });
    await open();
    type('go to');
    await waitFor(() => expect(options()).toContain('Go to Zoë Lamp'));
    press('Escape');
    await isClosed();
    await run('zoe', 'Go to Zoë Lamp');
    expect([workspace()?.activeId.value, workspace()?.pages.current.value]).toEqual(['bo', undefined]);
    await waitFor(() => expect(document.activeElement).toBe(reply()));
  });
});

describe('commands of a conversation', () => {
  const inConversation = async (prepare?: (desk: FakeDesk) => void) => {
    const started = await start(prepare);
    await openConversation(started.inbox, 'Visitor ana');
    return started;
  };

  it('are there only while one is on the page', async () => {
    const { inbox, workspace } = await start();
    const ofConversation = ['Assign to me', 'Reply', 'Delete the visitor…', 'Saved replies…', 'Add a tag…'];
    await open();
    for (const label of ofConversation) expect(options()).not.toContain(label);
    press('Escape');
    await isClosed();
    await openConversation(inbox, 'Visitor ana');
    await open();
    expect(options()).toEqual(expect.arrayContaining(ofConversation));
    press('Escape');
    await isClosed();
    workspace()?.pages.show('insights');
    await screen.findByRole('heading', { name: 'Insights' });
    await open();
    for (const label of ofConversation) expect(options()).not.toContain(label);
    expect(options()).toContain('Back to the inbox');
  });

  it('assign it to a colleague, close it and open it again', async () => {
    const { desk } = await inConversation();
    await open();
    type('assign to');
    await waitFor(() => expect(options()).toContain('Assign to Ben'));
    press('Escape');
    await isClosed();
    await run('ben', 'Assign to Ben');
    await waitFor(() => expect(desk.of('ana').assignee).toBe('Ben'));
    await run('close the', 'Close the conversation');
    await waitFor(() => expect(desk.of('ana').status).toBe('idle'));
    expect(desk.routes.map(({ to }) => to)).toEqual(['assign', 'close']);
  });

  it('lead from “Assign to…” to the colleagues, and from “Add a tag…” to a new tag', async () => {
    const { desk } = await inConversation();
    const field = await open();
    pick('Assign to…');
    await waitFor(() => expect(field.value).toBe('Assign to '));
    await waitFor(() => expect(options()).toContain('Assign to Ben'));
    type('add a');
    await waitFor(() => expect(options()).toContain('Add the tag late'));
    pick('Add the tag late');
    await waitFor(() => expect(desk.of('ana').tags).toEqual(['vip', 'late']));
    await run('add the tag Needs a part', 'Add the tag Needs a part');
    await waitFor(() => expect(desk.of('ana').tags).toContain('Needs a part'));
    await run('remove vip', 'Remove the tag vip');
    await waitFor(() => expect(desk.of('ana').tags).not.toContain('vip'));
  });

  it('begin a reply and a note, and insert a saved reply with its variables', async () => {
    await inConversation((desk) => desk.savedReplies.add('thanks', 'Thank you, {{name}}!'));
    await run('write a note', 'Write a note');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note' })));
    await run('reply', 'Reply');
    await waitFor(() => expect(document.activeElement).toBe(reply()));
    fireEvent.input(reply(), { target: { value: 'Hello.' } });
    await run('/tha', 'Insert /thanks');
    await waitFor(() => expect(reply().value).toBe('Hello. Thank you, Visitor ana!'));
  });

  it.each([
    ['saved replies', 'Saved replies…', 'Saved replies'],
    ['send: form…', 'Send: Form…', 'Form'],
    ['description', 'Send: Picture with description…', 'Picture with description'],
    ['export', 'Export the visitor’s data…', 'Export this visitor’s data'],
    ['delete', 'Delete the visitor…', 'Delete this visitor?'],
    ['shortcuts', 'Keyboard shortcuts', 'Keyboard shortcuts'],
  ])('“%s” opens its dialog, which closes for good', async (typed, label, title) => {
    const { workspace } = await inConversation();
    await run(typed, label);
    const dialog = await screen.findByRole('dialog', { name: title });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    workspace()?.open('bo');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('take a dialog about a conversation away with it', async () => {
    const { desk, inbox } = await inConversation();
    await run('delete', 'Delete the visitor…');
    await screen.findByRole('dialog', { name: 'Delete this visitor?' });
    desk.deletes(['ana']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await openConversation(inbox, 'Zoë Lamp');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('choose files to send', async () => {
    await inConversation();
    const choose = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue();
    await run('files', 'Send files…');
    await waitFor(() => expect(choose).toHaveBeenCalledOnce());
  });

  it('block the visitor', async () => {
    const { inbox } = await inConversation();
    await run('block the', 'Block the visitor');
    await waitFor(() => expect(inbox.workspace.value?.active.value?.visitor.blocked).toBe(true));
  });
});

describe('commands of the agent', () => {
  it.each([
    ['insights', 'Insights', 'insights'],
    ['account', 'My account', 'account'],
    ['settings: colors', 'Settings: Colors', 'settings-colors'],
    ['audit', 'Settings: Audit log', 'settings-audit'],
  ] as const)('“%s” opens a page', async (typed, label, page) => {
    const { workspace } = await start();
    await run(typed, label);
    expect(workspace()?.pages.current.value).toBe(page);
  });

  it('leave out what is for admins', async () => {
    await start((desk) => {
      desk.accounts.agent = account('maya', 'Maya', { role: 'agent' });
    });
    await open();
    type('settings');
    await waitFor(() => expect(options()).toContain('Settings: Colors'));
    expect(options().join()).not.toMatch(/Team|API keys|Audit/);
  });

  it('asks before signing out deletes what was written and not sent', async () => {
    const { inbox } = await start();
    await openConversation(inbox, 'Visitor ana');
    fireEvent.input(reply(), { target: { value: 'Half an answer' } });
    await run('sign out', 'Sign out');
    const dialog = await screen.findByRole('dialog', { name: 'Sign out?' });
    expect(dialog.textContent).toContain('unsent text in one conversation');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(inbox.session.state.value.status).toBe('signedIn');
    expect(reply().value).toBe('Half an answer');
    await run('sign out', 'Sign out');
    const again = await screen.findByRole('dialog', { name: 'Sign out?' });
    fireEvent.click(within(again).getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(inbox.session.state.value.status).toBe('signedOut'));
  });

  it('turn switches on and off, and sign out', async () => {
    const { inbox } = await start();
    await run('away', 'Show me as away: turn on');
    expect(inbox.presence.away.value).toBe(true);
    const undoes = inbox.undo.on.value;
    await run('undo', undoes ? 'turn off' : 'turn on');
    expect(inbox.undo.on.value).toBe(!undoes);
    await run('sign out', 'Sign out');
    await screen.findByLabelText('Email address');
  });
});

it('a command on the settings page asks before it leaves unsaved changes', async () => {
  const { inbox } = await start(undefined, 'page=settings-texts');
  fireEvent.input(await screen.findByRole('textbox', { name: 'Title' }), { target: { value: 'Shop' } });
  await run('sign out', 'Sign out');
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(inbox.session.state.value.status).toBe('signedIn');
});

describe('each shortcut of the help', () => {
  const ids = (Object.keys(SHORTCUTS) as ShortcutId[]).filter((id) => id !== 'commands' && id !== 'details');

  it.each(ids)('%s is a command of the menu with that key', async (id) => {
    const { inbox } = await start();
    await openConversation(inbox, 'Visitor ana');
    await open();
    const { does, keys } = SHORTCUTS[id];
    const row = rows().find((one) => labelOf(one) === does);
    expect([...(row?.querySelectorAll('kbd') ?? [])].map((kbd) => kbd.textContent)).toEqual(keys.flat());
  });

  it('does nothing on a page that covers the list, but for the menu', async () => {
    const { workspace } = await start(undefined, 'page=insights');
    await screen.findByRole('heading', { name: 'Insights' });
    for (const key of ['n', '?', '/']) expect(press(key, {}, document.body)).toBe(true);
    expect(press('ArrowDown', { altKey: true }, document.body)).toBe(true);
    expect(workspace()?.activeId.value).toBeUndefined();
    await open();
  });
});
