import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { FakeDesk, message, person, T0 } from './support/fakeDesk';
import { openInbox, renderInbox } from './support/renderInbox';

const rows = () =>
  within(screen.getByRole('list', { name: 'Visitors' }))
    .getAllByRole('link')
    .map((row) => row.textContent);
const search = () => screen.getByRole('searchbox', { name: 'Search people' });

const openPeople = async (desk: FakeDesk) => {
  const inbox = await renderInbox(desk);
  fireEvent.click(screen.getByRole('button', { name: 'People' }));
  return inbox;
};
const withPeople = (...names: string[]): FakeDesk => {
  const desk = new FakeDesk();
  desk.people = names.map((name, i) => person(`p-${i}`, { displayName: name }));
  return desk;
};

describe('the page of all visitors', () => {
  it('lists them, page by page, and takes the focus', async () => {
    const desk = withPeople('Ana', 'Bo', 'Cy');
    desk.pageSize = 2;
    await openPeople(desk);
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(document.activeElement?.textContent).toBe('People');
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('searches when typing pauses, says how many it found, and Escape clears it', async () => {
    const desk = withPeople('Ana', 'Bo', 'Anatol');
    await openPeople(desk);
    await waitFor(() => expect(rows()).toHaveLength(3));
    for (const text of ['a', 'an', 'ana']) fireEvent.input(search(), { target: { value: text } });
    await screen.findByText('2 visitors found');
    expect(desk.searchedPeople).toEqual(['', 'ana']);
    fireEvent.input(search(), { target: { value: 'xyz' } });
    await screen.findByText('Nobody found');
    fireEvent.keyDown(search(), { key: 'Escape' });
    await waitFor(() => expect(rows()).toHaveLength(3));
  });

  it('says what failed, and tries again', async () => {
    const desk = withPeople('Ana');
    desk.peopleFailure = 'server';
    await openPeople(desk);
    expect((await screen.findByRole('alert')).textContent).toContain('The list of people did not load');
    desk.peopleFailure = undefined;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });
});

describe('the page of a visitor', () => {
  const open = async () => {
    const desk = withPeople();
    desk.people = [
      person('user-ann', {
        displayName: 'Ann',
        phone: '+49 30 1234',
        lastSeen: T0,
        visitor: {
          appUserId: 'user-ann',
          email: 'ann@shop.example',
          emailVerified: false,
          currentUrl: 'https://shop.example/%D8%AA/b?utm=1',
          properties: [
            { name: 'name', value: 'Ann' },
            { name: 'plan', value: 'gold' },
          ],
        },
      }),
    ];
    desk.add('ann', { displayName: 'Ann', visitor: { appUserId: 'user-ann' } }, [message('m')]);
    return desk;
  };

  it('is reached from the list, has their conversations, and opens one', async () => {
    const desk = await open();
    const { inbox } = await openPeople(desk);
    fireEvent.click(await screen.findByRole('link', { name: /Ann/ }));
    const page = await screen.findByRole('region', { name: 'About this visitor' });
    await within(page).findByText('ann@shop.example');
    expect(page.textContent).toContain('Not verified');
    expect(within(page).getByRole('link', { name: '+49 30 1234' }).getAttribute('href')).toBe(
      'tel:+49301234',
    );
    // Read as it is written, without what follows the page, which a press shows.
    expect(within(page).getByRole('link', { name: 'shop.example/ت/b' })).toBeTruthy();
    expect(within(page).getByText('Whole address')).toBeTruthy();
    // The name is shown above.
    const set = within(page).getByRole('region', { name: 'Set by the page' });
    expect(set.textContent).toBe('Set by the pageplangold');
    fireEvent.click(within(page).getByRole('link', { name: /text of m/ }));
    expect(inbox.workspace.peek()?.activeId.peek()).toBe('ann');
    expect(inbox.workspace.peek()?.pages.current.peek()).toBeUndefined();
  });

  it('corrects the visitor, and shows what the login states beside it', async () => {
    const desk = await open();
    const [ann] = desk.people;
    const correction = { field: 'name', value: 'Ann', stated: 'Anna', by: 'Ada', at: T0 } as const;
    if (ann) ann.visitor.corrections = [{ ...correction, statedBy: 'login', counts: true }];
    desk.visitorChanges = [{ _id: 'c', at: T0, by: 'Ada', field: 'name', from: 'Anna', to: 'Ann' }];
    await openPeople(desk);
    fireEvent.click(await screen.findByRole('link', { name: /Ann/ }));
    const page = await screen.findByRole('region', { name: 'About this visitor' });
    await within(page).findByText(/^Typed by/);
    expect(page.textContent).toContain('The login states Anna');
    expect(within(page).getByRole('region', { name: 'Changes' }).textContent).toContain(
      'Ada changed the name from Anna to Ann',
    );
    fireEvent.click(within(page).getByRole('button', { name: 'Correct…' }));
    const dialog = screen.getByRole('dialog');
    const save = within(dialog).getByRole('button', { name: 'Save' }) as HTMLButtonElement;
    expect(save.disabled).toBe(true);
    const type = (label: string, value: string) =>
      fireEvent.input(within(dialog).getByRole('textbox', { name: label }), { target: { value } });
    type('Email', 'ann@new.example');
    type('Phone', '');
    desk.peopleFailure = 'server';
    fireEvent.click(save);
    await within(dialog).findByRole('alert');
    desk.peopleFailure = undefined;
    fireEvent.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(desk.corrected).toEqual([{ email: 'ann@new.example', phone: null }]);
  });

  it('is merged with another, once both were shown, and separated again', async () => {
    const desk = await open();
    desk.people.push(
      person('user-bo', { displayName: 'Bo', visitor: { appUserId: 'user-bo', blocked: true } }),
      person('user-old', { partOf: { appUserId: 'user-ann', displayName: 'Ann' } }),
    );
    desk.sameAddress = 2;
    await openPeople(desk);
    fireEvent.click(await screen.findByRole('link', { name: /^Ann/ }));
    const page = await screen.findByRole('region', { name: 'About this visitor' });
    fireEvent.click(await within(page).findByRole('button', { name: '2 other visitors with this address' }));
    expect(await screen.findByText('Nobody else is found.')).toBeTruthy();
    const dialog = screen.getByRole('dialog');
    const box = within(dialog).getByRole('searchbox') as HTMLInputElement;
    expect(box.value).toBe('ann@shop.example');
    fireEvent.keyDown(box, { key: 'Escape' });
    // Neither the visitor nor who was merged into them is offered.
    const offered = await within(dialog).findAllByRole('button', { name: /Bo|Ann/ });
    expect(offered).toHaveLength(1);
    fireEvent.click(offered[0] as HTMLElement);
    const table = await within(dialog).findByRole('table');
    expect(within(table).getByRole('row', { name: /^Email/ }).textContent).toBe(
      'Emailann@shop.example Not verifiedNot known',
    );
    expect(dialog.textContent).toContain('One is blocked, so both are blocked');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Merge' }));
    const merged = await within(page).findByRole('region', { name: 'Merged visitors' });
    expect(desk.merges).toEqual([['user-ann', 'user-bo']]);
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(within(merged).getByRole('button', { name: 'Separate Bo' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Separate' }));
    await waitFor(() => expect(within(page).queryByRole('region', { name: 'Merged visitors' })).toBeNull());
  });

  it('is not merged where the desk refuses, and the reason is shown', async () => {
    const desk = await open();
    desk.people.push(person('user-bo', { displayName: 'Bo' }));
    desk.mergeRefused = 'Both have signed in, as a and as b';
    await openInbox(desk, 'Ann');
    fireEvent.click(screen.getByRole('button', { name: 'Conversation actions' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Merge with…' }));
    const dialog = screen.getByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('button', { name: /Bo/ }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      'Both have signed in, as a and as b.',
    );
    expect((within(dialog).getByRole('button', { name: 'Merge' }) as HTMLButtonElement).disabled).toBe(true);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Choose another' }));
    await within(dialog).findByRole('button', { name: /Bo/ });
  });

  it('has the notes of the team, beside each conversation too, which can be written, changed and removed', async () => {
    const desk = await open();
    await openInbox(desk, 'Ann');
    const notes = await screen.findByRole('region', { name: 'Notes about this visitor' });
    fireEvent.click(await within(notes).findByRole('button', { name: 'Add a note' }));
    const write = (text: string) =>
      fireEvent.input(within(notes).getByRole('textbox', { name: 'Note about this visitor' }), {
        target: { value: text },
      });
    const press = async (name: string) => fireEvent.click(await within(notes).findByRole('button', { name }));
    write('Call first');
    desk.peopleFailure = 'server';
    await press('Save');
    await within(notes).findByRole('alert');
    desk.peopleFailure = undefined;
    await press('Save');
    await within(notes).findByText('Call first');
    await press('Edit');
    write('Call after ten');
    await press('Save');
    await within(notes).findByText('Call after ten');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Edit'));
    expect(notes.textContent).toContain(', edited');
    // A colleague's, heard of live.
    desk.visitorNotes.push({ _id: 'n', createdAt: T0, text: 'Likes tea', author: { name: 'Bot' } });
    desk.emit({ type: 'visitor:notes', appUserId: 'user-ann' });
    await within(notes).findByText('Likes tea');
    fireEvent.click(within(notes).getAllByRole('button', { name: 'Remove…' })[0] as HTMLElement);
    await press('Remove for all');
    await waitFor(() => expect(within(notes).queryByText('Call after ten')).toBeNull());
  });

  it('writes first, says before how it reaches them, and opens the conversation', async () => {
    const desk = await open();
    desk.reach = {
      browsers: 2,
      channels: 0,
      atLogin: true,
      email: { address: 'ann@shop.example', verified: false, after: 300 },
    };
    const { inbox } = await openPeople(desk);
    fireEvent.click(await screen.findByRole('link', { name: /Ann/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Write…' }));
    const dialog = screen.getByRole('dialog');
    const box = within(dialog).getByRole('textbox', { name: 'Message to Ann' });
    const said = document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(said).toContain('in 2 browsers');
    expect(said).toContain('after 5 minutes, an email goes to ann@shop.example, which is not verified');
    fireEvent.input(box, { target: { value: 'Your canoe is ready' } });
    desk.peopleFailure = 'server';
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
    await within(dialog).findByRole('alert');
    desk.peopleFailure = undefined;
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(inbox.workspace.peek()?.activeId.peek()).toBe('begun'));
    expect(inbox.workspace.peek()?.pages.current.peek()).toBeUndefined();
  });

  it.each([
    ['blocked', true, 1],
    ['out of reach', undefined, 0],
  ] as const)('does not write to a visitor who is %s', async (_, blocked, browsers) => {
    const desk = await open();
    const [ann] = desk.people;
    if (ann) ann.visitor.blocked = blocked;
    desk.reach = { browsers, channels: 0, atLogin: false };
    await openPeople(desk);
    fireEvent.click(await screen.findByRole('link', { name: /Ann/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Write…' }));
    const dialog = screen.getByRole('dialog');
    fireEvent.input(within(dialog).getByRole('textbox'), { target: { value: 'Hello' } });
    expect((within(dialog).getByRole('button', { name: 'Send' }) as HTMLButtonElement).disabled).toBe(true);
    expect(dialog.textContent).toContain(
      blocked ? 'This visitor is blocked' : 'Nothing reaches this visitor',
    );
  });

  it('is reached from the details of a conversation, and says when the visitor is gone', async () => {
    const desk = await open();
    const inbox = await openInbox(desk, 'Ann');
    fireEvent.click(screen.getByRole('link', { name: 'All about this visitor' }));
    await screen.findByRole('region', { name: 'Conversations' });
    fireEvent.click(screen.getByRole('button', { name: 'All people' }));
    expect(inbox.workspace.peek()?.pages.current.peek()).toBe('people');
    inbox.workspace.peek()?.pages.show('person-nobody');
    expect((await screen.findByRole('alert')).textContent).toContain('This visitor did not load');
  });
});
