import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { openInboxOf, reply } from './support/renderInbox';

const open = () => openInboxOf('ana');

/** How browsers say that a key belongs to the input method: Safari only by the code. */
const WAYS = [
  ['isComposing', { isComposing: true }],
  ['the key code 229', { keyCode: 229 }],
] as const;

describe.each(WAYS)('while an input method composes, told by %s', (_way, composing) => {
  const press = (element: Element, key: string) => fireEvent.keyDown(element, { key, ...composing });

  it('Enter sends no reply and no note, and Escape closes nothing', async () => {
    const { desk, inbox } = await open();
    fireEvent.input(reply(), { target: { value: 'にほん' } });
    press(reply(), 'Enter');
    press(reply(), 'Escape');
    expect(desk.sent).toEqual([]);
    expect([reply().value, inbox.workspace.value?.activeId.value]).toEqual(['にほん', 'ana']);
    fireEvent.keyDown(document.body, { key: 'm' });
    const note = await screen.findByRole('textbox', { name: 'Note' });
    fireEvent.input(note, { target: { value: 'にほん' } });
    press(note, 'Enter');
    press(note, 'Escape');
    expect(desk.notes).toEqual([]);
    expect(screen.queryByRole('textbox', { name: 'Note' })).not.toBeNull();
  });

  it('the search keeps the focus and its text', async () => {
    await open();
    const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search conversations' });
    search.focus();
    fireEvent.input(search, { target: { value: 'かな' } });
    for (const key of ['Enter', 'ArrowDown', 'Escape']) press(search, key);
    expect([document.activeElement, search.value]).toEqual([search, 'かな']);
  });

  it('no command runs and no emoji is chosen', async () => {
    await open();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const command = await screen.findByRole('combobox', { name: 'Command' });
    for (const key of ['Enter', 'Escape']) press(command, key);
    expect(screen.queryByRole('combobox', { name: 'Command' })).toBe(command);
    fireEvent.keyDown(command, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Command' })).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Emoji' }));
    const emoji = await screen.findByRole('combobox', { name: 'Emoji' });
    for (const key of ['Enter', 'Escape']) press(emoji, key);
    expect([screen.queryByRole('combobox', { name: 'Emoji' }), reply().value]).toEqual([emoji, '']);
  });

  it('no shortcut of the page runs', async () => {
    const { inbox } = await open();
    for (const key of ['a', 'c', 'm', 'j']) press(document.body, key);
    expect(inbox.workspace.value?.active.value?.status).toBe('active');
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  });
});

describe('what an extension has written into a box without telling the page', () => {
  it('is what Enter sends, as a reply and as a note', async () => {
    const { desk } = await open();
    reply().value = 'Dear Ana,';
    fireEvent.keyDown(reply(), { key: 'Enter' });
    await waitFor(() => expect(desk.sent.map(({ body }) => body.text)).toEqual(['Dear Ana,']));
    await waitFor(() => expect(reply().value).toBe(''));
    fireEvent.keyDown(document.body, { key: 'm' });
    const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
    fireEvent.input(note, { target: { value: 'She paid' } });
    note.value = 'She paid twice';
    fireEvent.keyDown(note, { key: 'Enter' });
    await waitFor(() => expect(desk.notes.map(({ text }) => text)).toEqual(['She paid twice']));
    await waitFor(() => expect(note.value).toBe(''));
  });
});
