import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { emojis } from '../../../examples/support-desk/inbox/model/emoji';
import { openInboxOf, reply } from './support/renderInbox';

const start = async () => {
  const { desk } = await openInboxOf('ana');
  fireEvent.input(reply(), { target: { value: 'Hello , Ana' } });
  reply().setSelectionRange(6, 6);
  return { desk, toggle: screen.getByRole('button', { name: 'Emoji' }) };
};
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Emoji' });
const open = async (toggle: HTMLElement) => {
  fireEvent.click(toggle);
  return screen.findByRole('combobox', { name: 'Emoji' });
};
const chosen = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '');

describe('the emojis of the reply box', () => {
  it('have a name each, and no two are the same', () => {
    const all = emojis();
    expect(new Set(all.map(({ emoji }) => emoji.codePointAt(0))).size).toBe(all.length);
    for (const { emoji, label } of all) {
      expect(emoji, label).toMatch(/^(\p{Emoji}\uFE0F?)$/u);
      expect(label, emoji).toMatch(/^[\w ]+$/);
    }
  });

  it('are found by name, and written where the caret is', async () => {
    const { desk, toggle } = await start();
    fireEvent.input(await open(toggle), { target: { value: 'party' } });
    await waitFor(() => expect(chosen()?.getAttribute('aria-label')).toBe('partying face'));
    fireEvent.keyDown(field(), { key: 'ArrowRight' });
    await waitFor(() => expect(chosen()?.getAttribute('aria-label')).toBe('party popper'));
    fireEvent.keyDown(field(), { key: 'Enter' });
    await waitFor(() => expect(reply().value).toBe('Hello 🎉, Ana'));
    await waitFor(() => expect(document.activeElement).toBe(reply()));
    expect(reply().selectionStart).toBe(8);
    expect(screen.queryByRole('combobox', { name: 'Emoji' })).toBeNull();
    expect(desk.sent).toEqual([]);
  });

  it('are moved through by arrows, by rows too, and stop at both ends', async () => {
    const { toggle } = await start();
    await open(toggle);
    const at = () => [...document.querySelectorAll('.emoji')].indexOf(chosen() as Element);
    const press = (key: string) => fireEvent.keyDown(field(), { key });
    press('ArrowLeft');
    expect(at()).toBe(0);
    press('ArrowDown');
    await waitFor(() => expect(at()).toBe(8));
    press('ArrowUp');
    await waitFor(() => expect(at()).toBe(0));
  });

  it('are left with Escape, which gives the focus back, and send nothing by Enter where none is found', async () => {
    const { desk, toggle } = await start();
    fireEvent.input(await open(toggle), { target: { value: 'nothing of that name' } });
    await screen.findByText('Nothing like it.');
    expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(false);
    fireEvent.keyDown(field(), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Emoji' })).toBeNull());
    expect(document.activeElement).toBe(toggle);
    expect(desk.sent).toEqual([]);
  });
});
