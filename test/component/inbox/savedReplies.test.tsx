import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import { repliesFor, slashAt } from '../../../examples/support-desk/inbox/model/slash';
import { FakeDesk } from './support/fakeDesk';
import { closeInboxes, openInbox, openInboxOf, renderInbox, reply } from './support/renderInbox';

const start = async () => {
  const desk = new FakeDesk();
  desk.add('ana');
  desk.savedReplies.add('hours', 'We are here from nine to five.');
  desk.savedReplies.add('thanks', 'Thank you,\nand have a good day!');
  desk.savedReplies.add('thaw', 'It thaws.');
  const inbox = await openInbox(desk, 'Visitor ana');
  return { desk, inbox };
};

/** Types as a keyboard does: the caret is at the end. */
const type = (text: string): void => {
  const area = reply();
  area.focus();
  area.value = text;
  area.setSelectionRange(text.length, text.length);
  fireEvent.input(area);
};
const offered = (): string[] =>
  [...document.querySelectorAll('.slash-option')].map(
    (option) => option.firstElementChild?.textContent ?? '',
  );
const press = (key: string) => fireEvent.keyDown(reply(), { key });
const chosen = (): string | undefined => {
  const id = reply().getAttribute('aria-activedescendant');
  return id ? (document.getElementById(id)?.firstElementChild?.textContent ?? '') : undefined;
};

const it = test.extend('desk', async () => (await start()).desk);

describe('a shortcut in the reply', () => {
  it('offers the saved replies that begin with it, and inserts the chosen one at the caret', async () => {
    const { desk } = await start();
    type('Hello Ana. /th');
    await waitFor(() => expect(offered()).toEqual(['/thanks', '/thaw']));
    expect(screen.getByRole('listbox', { name: 'Saved replies' }).id).toBe(
      reply().getAttribute('aria-controls'),
    );
    expect(chosen()).toBe('/thanks');
    press('ArrowDown');
    await waitFor(() => expect(chosen()).toBe('/thaw'));
    press('ArrowDown');
    await waitFor(() => expect(chosen()).toBe('/thanks'));
    press('Enter');
    await waitFor(() => expect(reply().value).toBe('Hello Ana. Thank you,\nand have a good day!'));
    expect(offered()).toEqual([]);
    expect([reply().selectionStart, document.activeElement]).toEqual([reply().value.length, reply()]);
    expect(desk.sent).toEqual([]);
    press('Enter');
    await waitFor(() => expect(desk.sent[0]?.body.text).toBe('Hello Ana. Thank you,\nand have a good day!'));
  });

  it('says that there are no saved replies yet, which Escape takes away', async () => {
    const { inbox } = await openInboxOf('ana');
    const said = () => screen.queryAllByText(/^No saved replies yet/).length;
    expect(said()).toBe(0);
    type('/');
    // Once to be seen, once as a status for screen readers.
    await waitFor(() => expect(said()).toBe(2));
    press('Escape');
    await waitFor(() => expect(said()).toBe(0));
    expect(inbox.workspace.value?.activeId.value).toBe('ana');
    type('/usr');
    expect(said()).toBe(0);
  });

  it('can be dismissed, and sent as it is written', async () => {
    const { desk, inbox } = await start();
    type('/hours');
    await waitFor(() => expect(offered()).toEqual(['/hours']));
    press('Escape');
    await waitFor(() => expect(offered()).toEqual([]));
    expect(inbox.workspace.value?.activeId.value).toBe('ana');
    press('Enter');
    await waitFor(() => expect(desk.sent[0]?.body.text).toBe('/hours'));
  });

  it('takes a press with the mouse, and tells screen readers how many there are', async () => {
    await start();
    type('/h');
    const [option] = (await [...document.querySelectorAll('.slash-option')]) as [HTMLElement];
    expect(screen.getByText('3 saved replies. Arrows choose, Enter inserts.', { exact: false })).toBeTruthy();
    expect(offered()).toEqual(['/hours', '/thanks', '/thaw']);
    fireEvent.click(option);
    await waitFor(() => expect(reply().value).toBe('We are here from nine to five.'));
  });

  it('is a slash after a space or at the start, and no path or fraction', () => {
    expect(slashAt('/', 1)).toEqual({ from: 0, word: '' });
    expect(slashAt('a /B', 4)).toEqual({ from: 2, word: 'b' });
    expect(slashAt('a\n/größ', 7)).toEqual({ from: 2, word: 'größ' });
    for (const text of ['1/2', 'https://x', '/a b', '//', 'a/', '/a.']) {
      expect(slashAt(text, text.length), text).toBeUndefined();
    }
    expect(slashAt('/abc', 2)).toEqual({ from: 0, word: 'a' });
    const all = ['ba', 'ab', 'aa', 'c'].map((shortcut) => ({
      _id: shortcut,
      shortcut,
      text: '',
      folder: '',
      acts: [],
      files: [],
      author: '',
      savedAt: 0,
    }));
    expect(repliesFor(all, 'a').map((r) => r.shortcut)).toEqual(['ab', 'aa', 'ba']);
  });
});

const openDialog = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'More to send' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Saved replies' }));
  return within(await screen.findByRole('dialog'));
};

describe('the dialog with saved replies', () => {
  it('inserts one where the caret was', async () => {
    await start();
    type('Hello. Bye.');
    reply().setSelectionRange(7, 7);
    const dialog = await openDialog();
    fireEvent.click(dialog.getByRole('button', { name: /^\/hours/ }));
    await waitFor(() => expect(reply().value).toBe('Hello. We are here from nine to five.Bye.'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('adds one from what is in the composer, and says what keeps it from being saved', async ({ desk }) => {
    type('See you on Saturday');
    const dialog = await openDialog();
    fireEvent.click(dialog.getByRole('button', { name: 'New saved reply' }));
    const shortcut = await dialog.findByLabelText('Shortcut');
    expect((dialog.getByLabelText('Text') as HTMLTextAreaElement).value).toBe('See you on Saturday');
    const save = async (value: string) => {
      fireEvent.input(shortcut, { target: { value } });
      fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    };
    await save('what?');
    expect((await dialog.findByRole('alert')).textContent).toContain('Give it a shortcut');
    await save('hours');
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe('Another one has /hours.'));
    await save('/See You');
    await dialog.findByRole('button', { name: /^\/see-you See you on Saturday/ });
    expect(desk.savedReplies.all.at(-1)).toMatchObject({ shortcut: 'see-you', text: 'See you on Saturday' });
  });

  it('saves a text of 4,096 emoji, and refuses a longer one in words', async ({ desk }) => {
    const dialog = await openDialog();
    fireEvent.click(dialog.getByRole('button', { name: 'New saved reply' }));
    fireEvent.input(await dialog.findByLabelText('Shortcut'), { target: { value: 'party' } });
    const text = dialog.getByLabelText('Text');
    const save = (value: string) => {
      fireEvent.input(text, { target: { value } });
      fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    };
    const longest = '🎉'.repeat(4096);
    save(`${longest}!`);
    expect((await dialog.findByRole('alert')).textContent).toContain('at most 4096 characters');
    save(longest);
    await dialog.findByRole('button', { name: /^\/party/ });
    expect(desk.savedReplies.all.at(-1)?.text).toBe(longest);
  });

  it('changes one, and deletes one after it has asked', async ({ desk }) => {
    const dialog = await openDialog();
    fireEvent.click(dialog.getByRole('button', { name: 'Edit /hours' }));
    fireEvent.input(await dialog.findByLabelText('Text'), { target: { value: 'Nine to six.' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByRole('button', { name: /^\/hours Nine to six/ });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete /hours' }));
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Keep' })));
    expect(dialog.getByRole('alert').textContent).toBe('Delete /hours for all agents?');
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(dialog.queryByRole('button', { name: /^\/hours/ })).toBeNull());
    expect(desk.savedReplies.all.map((r) => r.shortcut)).toEqual(['thanks', 'thaw']);
  });

  it('never overwrites unseen what a colleague has saved meanwhile', async ({ desk }) => {
    const dialog = await openDialog();
    fireEvent.click(dialog.getByRole('button', { name: 'Edit /hours' }));
    fireEvent.input(await dialog.findByLabelText('Text'), { target: { value: 'Nine to six.' } });
    const hours = desk.savedReplies.all.find(({ shortcut }) => shortcut === 'hours');
    Object.assign(hours ?? {}, { text: 'Closed on Sundays.', savedAt: 99 });
    desk.emit({ type: 'saved-replies' });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'Ben has changed this reply in the meantime. It is now /hours: “Closed on Sundays.” Save again to replace that.',
    );
    expect([hours?.text, dialog.getByLabelText<HTMLTextAreaElement>('Text').value]).toEqual([
      'Closed on Sundays.',
      'Nine to six.',
    ]);
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByRole('button', { name: /^\/hours Nine to six/ });
  });

  it('goes back to the list with Escape, unless something was written', async () => {
    await start();
    const dialog = await openDialog();
    const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    fireEvent.click(dialog.getByRole('button', { name: 'Edit /hours' }));
    const shortcut = await dialog.findByLabelText('Shortcut');
    pressEscape();
    fireEvent.click(await dialog.findByRole('button', { name: 'Edit /thanks' }));
    const text = await dialog.findByLabelText<HTMLTextAreaElement>('Text');
    expect(shortcut.isConnected).toBe(false);
    fireEvent.input(text, { target: { value: 'Many thanks!' } });
    pressEscape();
    expect((await dialog.findByRole('alert')).textContent).toMatch(/^What you wrote is kept\./);
    expect(text.value).toBe('Many thanks!');
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await dialog.findByRole('button', { name: 'New saved reply' });
    expect(dialog.queryByRole('alert')).toBeNull();
    pressEscape();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows what another agent has saved, and a failure to load them', async ({ desk }) => {
    desk.savedReplies.add('again', 'Again.');
    desk.emit({ type: 'saved-replies' });
    type('/ag');
    await waitFor(() => expect(offered()).toEqual(['/again']));
    closeInboxes();
    desk.savedReplies.failure = 'server';
    await openInbox(desk, 'Visitor ana');
    const dialog = await openDialog();
    await dialog.findByText('Saved replies did not load');
    desk.savedReplies.failure = undefined;
    fireEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    await dialog.findByRole('button', { name: /^\/again/ });
  });
});

describe('a saved reply that does more', () => {
  const openForm = async (desk: FakeDesk) => {
    const { inbox } = await renderInbox(desk);
    inbox.workspace.value?.pages.show('settings-replies');
    await screen.findByRole('heading', { name: 'Saved replies' });
    fireEvent.click(await screen.findByRole('button', { name: 'New saved reply' }));
    return within(await screen.findByRole('dialog'));
  };
  const write = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } });

  it('is written in the settings, with a folder, files, acts and a preview', async () => {
    const desk = new FakeDesk();
    const form = await openForm(desk);
    write(await form.findByLabelText('Shortcut'), 'paid');
    write(form.getByLabelText('Folder'), 'Billing');
    write(form.getByLabelText('Text'), 'Dear {{visitor.name|friend}}, ');
    fireEvent.click(form.getByRole('button', { name: '{{visitor.email}}' }));
    const preview = (name: string) => form.getByRole('region', { name }).textContent;
    expect(preview('What Ana reads')).toContain('Dear Ana, ana@example.com');
    expect(preview('What an unknown visitor reads')).toContain(
      'Dear friend, {{visitor.email}}{{visitor.email}} has no value here',
    );
    desk.savedReplies.fileRefusal = 'Files of the type .exe are not allowed';
    const files = (...all: File[]): void => {
      const input = form.getByLabelText('Files of the saved reply');
      Object.defineProperty(input, 'files', { value: all, configurable: true });
      input.dispatchEvent(new Event('change', { bubbles: true }));
    };
    files(new File(['MZ'], 'tool.exe'));
    await form.findByText('tool.exe: Files of the type .exe are not allowed.');
    desk.savedReplies.fileRefusal = undefined;
    files(new File(['%PDF'], 'prices.pdf', { type: 'application/pdf' }));
    await form.findByRole('button', { name: 'Remove prices.pdf' });
    const tags = form.getByLabelText('Add tags');
    write(tags, 'billing');
    fireEvent.keyDown(tags, { key: 'Enter' });
    await form.findByText('tag billing');
    for (const [label, value] of [
      ['Assign to', 'me'],
      ['The conversation', 'week'],
    ] as const) {
      const select = form.getByLabelText<HTMLSelectElement>(label);
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
      await waitFor(() => expect(select.value).toBe(value));
    }
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(desk.savedReplies.all[0]).toMatchObject({
      shortcut: 'paid',
      folder: 'Billing',
      files: [{ fileName: 'prices.pdf' }],
      acts: [{ act: 'tag', tag: 'billing' }, { act: 'assign' }, { act: 'snooze', until: 'week' }],
    });
    expect(screen.getByRole('region', { name: 'Billing' }).textContent).toContain(
      'Then: send prices.pdf, tag billing, assign to its sender, snooze until next Monday',
    );
  });

  it('says what it names that is no longer there', async () => {
    const desk = new FakeDesk();
    desk.savedReplies.unusedTags = ['old'];
    desk.savedReplies.add('old', 'Old.', {
      acts: [
        { act: 'tag', tag: 'old' },
        { act: 'assign', agentId: 'nobody' },
      ],
      files: [{ id: 'f', fileName: 'map.png', mediaType: 'image/png', size: 1 }],
    });
    desk.accounts.team = [{ id: 'ben', name: 'Ben', email: 'ben@x.example', role: 'agent', online: true }];
    const { inbox } = await renderInbox(desk);
    inbox.workspace.value?.pages.show('settings-replies');
    await screen.findByText('No conversation has the tag old.');
    expect(screen.getByText('It assigns to somebody who left the team.')).toBeTruthy();
    expect(screen.getByText('The file map.png is no longer there.')).toBeTruthy();
  });

  it('is found by its folder, in the dialog and after a slash', async ({ desk }) => {
    desk.savedReplies.add('paid', 'It is paid.', { folder: 'Billing' });
    desk.emit({ type: 'saved-replies' });
    type('/bill');
    await waitFor(() => expect(offered()).toEqual(['/paid']));
    const dialog = await openDialog();
    expect(dialog.getByRole('region', { name: 'Billing' })).toBeTruthy();
    write(dialog.getByRole('searchbox', { name: 'Search saved replies' }), 'billing paid');
    await waitFor(() => expect(dialog.queryByRole('button', { name: /^\/hours/ })).toBeNull());
    expect(dialog.getByRole('button', { name: /^\/paid/ })).toBeTruthy();
    write(dialog.getByRole('searchbox'), 'nothing');
    await dialog.findByText('No saved reply has these words.');
  });
});
