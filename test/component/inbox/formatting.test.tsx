import { cleanup, fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { articles, closeInboxes, openInboxOf, reply } from './support/renderInbox';

const start = async () => {
  const { desk } = await openInboxOf('ana');
  const write = (value: string, start = 0, end = value.length) => {
    fireEvent.input(reply(), { target: { value } });
    reply().setSelectionRange(start, end);
  };
  const key = (name: string, more: object = { ctrlKey: true }) =>
    fireEvent.keyDown(reply(), { key: name, ...more });
  return { desk, write, key };
};
const preview = () => screen.queryByRole('region', { name: 'As the visitor will see it' });

describe('a formatted reply', () => {
  it.each([
    ['b', 'Bold', '**word**', 'strong'],
    ['i', 'Italic', '_word_', 'em'],
    ['e', 'Code', '`word`', 'code'],
  ])(
    'is made by Ctrl+%s and by the button %s, and shown as visitors see it',
    async (letter, name, made, tag) => {
      for (const more of [{ ctrlKey: true }, { metaKey: true }]) {
        const { write, key } = await start();
        write('word');
        expect(preview()).toBeNull();
        key(letter, more);
        expect(reply().value).toBe(made);
        expect(preview()?.querySelector(tag)?.textContent).toBe('word');
        // The same once more takes it back.
        fireEvent.click(screen.getByRole('button', { name }));
        expect(reply().value).toBe('word');
        expect(preview()).toBeNull();
        closeInboxes();
        cleanup();
      }
    },
  );

  it('leaves letters without Control, and other keys with it, alone', async () => {
    const { write, key } = await start();
    write('word');
    key('b', {});
    key('b', { ctrlKey: true, shiftKey: true });
    key('a');
    expect(reply().value).toBe('word');
  });

  it('is sent as Markdown with its plain text, and stands formatted in the log', async () => {
    const { desk, write, key } = await start();
    write('We will **replace** it:\n1. Print\n2. Post');
    key('Enter', {});
    await expect.poll(() => desk.sent).toHaveLength(1);
    expect(desk.sent[0]?.body).toMatchObject({
      type: 'text',
      text: 'We will replace it:\n\n1. Print\n2. Post',
      markdownText: 'We will **replace** it:\n1. Print\n2. Post',
    });
    const last = articles().at(-1) as HTMLElement;
    expect(last.querySelector('strong')?.textContent).toBe('replace');
    expect(
      within(last)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Print', 'Post']);
    expect(last.textContent).not.toContain('*');
  });

  it('keeps plain what has no formatting', async () => {
    const { desk, write, key } = await start();
    write('2 * 3 * 4, https://a.example/__init__.py');
    key('Enter', {});
    await expect.poll(() => desk.sent).toHaveLength(1);
    expect(desk.sent[0]?.body).not.toHaveProperty('markdownText');
  });

  it('comes back to the reply box as it was written when it could not be sent', async () => {
    const { desk, write, key } = await start();
    desk.sendFailure = 'rejected';
    write('**no**');
    key('Enter', {});
    fireEvent.click(await screen.findByRole('button', { name: /Edit/ }));
    expect(reply().value).toBe('**no**');
  });
});
