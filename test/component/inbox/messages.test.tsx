import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import { FakeDesk, message, T0 } from './support/fakeDesk';
import {
  articles,
  openConversation,
  openInbox,
  openInboxOf,
  renderInbox,
  reply,
  sendReply,
  texts,
} from './support/renderInbox';

const dividers = (): number => document.querySelectorAll('.divider').length;

const it = test.extend('desk', () => new FakeDesk());

describe('the message log', () => {
  it('groups by author and puts a divider at the start and after a gap over 900 s', async ({ desk }) => {
    desk.add('ana', {}, [
      message('1', { received: T0, name: 'Ana' }),
      message('2', { received: T0 + 10, name: 'Ana' }),
      message('3', { received: T0 + 20, role: 'appMaker', name: 'Maya' }),
      message('4', { received: T0 + 20 + 900, role: 'appMaker', name: 'Maya' }),
      message('5', { received: T0 + 20 + 900 + 901, role: 'appMaker', name: 'Maya' }),
    ]);
    await openInbox(desk, 'Visitor ana');
    expect(articles().map((a) => a.classList.contains('first'))).toEqual([true, false, true, false, true]);
    expect(dividers()).toBe(2);
  });

  it('names the author and time of each message to a screen reader', async ({ desk }) => {
    desk.add('ana', {}, [message('1'), message('2', { role: 'appMaker', name: 'Maya', received: T0 + 1 })]);
    await openInbox(desk, 'Visitor ana');
    const log = within(screen.getByRole('log', { name: 'Messages' }));
    expect(log.getByRole('article', { name: /^Visitor ana, \d+:\d\d/ }).textContent).toContain('text of 1');
    expect(log.getByRole('article', { name: /^Maya, \d+:\d\d/ }).textContent).toContain('text of 2');
  });

  it('marks the last read reply as seen, and only that one', async ({ desk }) => {
    const own = (id: string, at: number) => message(id, { role: 'appMaker', received: T0 + at });
    desk.add('ana', { visitorLastRead: T0 + 2 }, [own('1', 1), own('2', 2), own('3', 3)]);
    await openInbox(desk, 'Visitor ana');
    expect(articles().map((a) => a.textContent?.includes('Seen'))).toEqual([false, true, false]);
    const c = { ...desk.of('ana'), visitorLastRead: T0 + 3 };
    desk.emit({
      type: 'activity',
      conversation: c,
      activity: { type: 'conversation:read', role: 'appUser' },
    });
    await waitFor(() =>
      expect(articles().map((a) => a.textContent?.includes('Seen'))).toEqual([false, false, true]),
    );
  });

  it('loads earlier messages above the ones held', async ({ desk }) => {
    desk.pageSize = 2;
    const all = [1, 2, 3, 4, 5].map((n) => message(String(n), { received: T0 + n }));
    desk.add('ana', {}, all);
    await openInbox(desk, 'Visitor ana');
    expect(texts()).toEqual(['text of 4', 'text of 5']);
    fireEvent.click(screen.getByRole('button', { name: 'Load earlier messages' }));
    await waitFor(() => expect(texts()).toHaveLength(4));
    fireEvent.click(screen.getByRole('button', { name: 'Load earlier messages' }));
    await waitFor(() => expect(texts()).toEqual(all.map((m) => m.text)));
    expect(screen.queryByRole('button', { name: 'Load earlier messages' })).toBeNull();
  });

  it('closes a gap of several pages after the connection was away', async ({ desk }) => {
    desk.pageSize = 2;
    desk.add('ana', {}, [message('1'), message('2', { received: T0 + 1 })]);
    await openInbox(desk, 'Visitor ana');
    for (let n = 0; n < 7; n += 1) desk.visitorWrites('ana', `missed ${n}`, { deaf: true });
    desk.live?.onReady();
    await waitFor(() => expect(texts()).toHaveLength(9));
    expect(texts().slice(2)).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => `missed ${n}`));
  });

  it('shows an unknown type by its fallback text and a tag with its name', async ({ desk }) => {
    desk.add('ana', {}, [
      message('1', { type: 'hologram', text: undefined, textFallback: 'A picture in the air' }),
      message('2', { type: 'carousel', text: undefined, items: [{ title: 'Boots' }, 7, null] }),
      message('3', { type: '', text: undefined }),
    ]);
    await openInbox(desk, 'Visitor ana');
    const [hologram, carousel] = articles();
    expect(hologram?.querySelector('.tag')?.textContent).toBe('hologram');
    expect(hologram?.textContent).toContain('A picture in the air');
    expect(carousel?.querySelector('.card-head')?.textContent).toBe('Carousel1 item');
    expect(carousel?.textContent).toContain('Boots');
    expect(articles()).toHaveLength(3);
  });

  it('renders hostile strings as text and links only safe addresses', async () => {
    const markup = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
    const desk = new FakeDesk();
    desk.add('ana', { displayName: markup }, [
      message('1', { text: markup, name: markup }),
      message('2', {
        text: 'javascript:alert(1) data:text/html,x https://porch.example/a(b). tel:+4912 vbscript:x',
      }),
      message('3', { type: 'image', text: undefined, mediaUrl: 'javascript:alert(1)' }),
      message('4', {
        type: 'file',
        text: undefined,
        mediaUrl: 'data:text/html,<script>1</script>',
        altText: markup,
      }),
    ]);
    await openInbox(desk, '<img');
    expect(document.querySelectorAll('script, img, iframe')).toHaveLength(0);
    expect(articles()[0]?.textContent).toContain(markup);
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.log a')];
    expect(links.map((a) => a.getAttribute('href'))).toEqual(['https://porch.example/a(b)', 'tel:+4912']);
    expect(links.every((a) => a.rel === 'noopener noreferrer' && a.target === '_blank')).toBe(true);
  });
});

describe('sending a reply', () => {
  for (const echo of ['before', 'after', 'none'] as const) {
    it(`shows one message when its echo comes ${echo === 'none' ? 'never' : `${echo} the answer`}`, async () => {
      const desk = new FakeDesk();
      desk.echo = echo;
      await openInboxOf('ana', desk);
      sendReply('Hello');
      await waitFor(() => expect(articles()[1]?.classList.contains('sent')).toBe(true));
      await new Promise((done) => setTimeout(done, 5));
      expect(texts()).toEqual(['text of m-ana', 'Hello']);
      expect(reply().value).toBe('');
    });
  }

  it('shows the reply at once, before the desk has answered', async ({ desk }) => {
    await openInboxOf('ana', desk);
    desk.api.send = () => new Promise(() => {});
    sendReply('Hello');
    expect(await screen.findByText('Sending…')).toBeTruthy();
    expect(texts()).toEqual(['text of m-ana', 'Hello']);
  });

  it('retries a failed reply to exactly one message', async ({ desk }) => {
    desk.sendFailure = 'network';
    await openInboxOf('ana', desk);
    sendReply('Hello');
    expect((await screen.findByRole('alert')).textContent).toContain('Not sent');
    desk.sendFailure = undefined;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(texts()).toEqual(['text of m-ana', 'Hello']);
    expect(desk.messages.get('ana')).toHaveLength(2);
    expect(document.activeElement).toBe(reply());
    expect(new Set(desk.sent.map((s) => s.body.referenceId)).size).toBe(1);
  });

  it('stores a reply once whose first answer was lost', async ({ desk }) => {
    desk.sendFailure = 'network';
    desk.loseAnswers = true;
    desk.echo = 'none';
    await openInboxOf('ana', desk);
    sendReply('Hello');
    await screen.findByRole('alert');
    desk.sendFailure = undefined;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(desk.messages.get('ana')).toHaveLength(2);
    expect(texts()).toEqual(['text of m-ana', 'Hello']);
  });

  it('counts a reply as sent when its echo arrives, even without an answer', async ({ desk }) => {
    desk.sendFailure = 'network';
    desk.loseAnswers = true;
    desk.echo = 'before';
    await openInboxOf('ana', desk);
    sendReply('Hello');
    await waitFor(() => expect(articles()[1]?.classList.contains('sent')).toBe(true));
    await new Promise((done) => setTimeout(done, 5));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stores replies in the order they were written', async ({ desk }) => {
    await openInboxOf('ana', desk);
    for (const text of ['one', 'two', 'three']) sendReply(text);
    await waitFor(() => expect(desk.messages.get('ana')).toHaveLength(4));
    expect(desk.messages.get('ana')?.map((m) => m.text)).toEqual(['text of m-ana', 'one', 'two', 'three']);
    await waitFor(() => expect(texts()).toEqual(['text of m-ana', 'one', 'two', 'three']));
  });

  it('puts a failed reply back into the field to be edited', async ({ desk }) => {
    desk.sendFailure = 'rejected';
    await openInboxOf('ana', desk);
    sendReply('Hello');
    await screen.findByRole('alert');
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    await waitFor(() => expect(reply().value).toBe('Hello'));
    expect(texts()).toEqual(['text of m-ana']);
  });

  it('leaves Enter to an input method, and Shift+Enter breaks the line', async ({ desk }) => {
    await openInboxOf('ana', desk);
    fireEvent.input(reply(), { target: { value: 'に' } });
    fireEvent.keyDown(reply(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(reply(), { key: 'Enter', keyCode: 229 });
    fireEvent.keyDown(reply(), { key: 'Enter', shiftKey: true });
    expect(desk.sent).toEqual([]);
    fireEvent.keyDown(reply(), { key: 'Enter' });
    await waitFor(() => expect(desk.sent).toHaveLength(1));
  });

  it('is not done by a key that is still held down, as it may have opened the conversation', async () => {
    const desk = new FakeDesk();
    desk.add('ana');
    const { inbox } = await renderInbox(desk);
    inbox.workspace.value?.drafts.set('ana', 'Not yet');
    await openConversation(inbox, 'Visitor ana');
    fireEvent.keyDown(reply(), { key: 'Enter', repeat: true });
    expect([desk.sent, reply().value]).toEqual([[], 'Not yet']);
    fireEvent.keyDown(reply(), { key: 'Enter' });
    await waitFor(() => expect(desk.sent).toHaveLength(1));
  });

  it('refuses a reply over 4096 characters in words', async ({ desk }) => {
    await openInboxOf('ana', desk);
    sendReply('x'.repeat(4097));
    expect(await screen.findByText(/1 characters too many/)).toBeTruthy();
    expect(desk.sent).toEqual([]);
  });

  it('counts an emoji as one character of a reply', async ({ desk }) => {
    await openInboxOf('ana', desk);
    fireEvent.input(reply(), { target: { value: '🎉'.repeat(3897) } });
    expect(await screen.findByText('199 characters left')).toBeTruthy();
    sendReply('🎉'.repeat(4096));
    await waitFor(() => expect(desk.sent[0]?.body.text).toBe('🎉'.repeat(4096)));
  });
});

describe('a message of the agent’s own', () => {
  const own = (id: string, more: object = {}) =>
    message(id, { role: 'appMaker', authorId: 'maya', name: 'Maya', received: T0 + 1, ...more });
  const menu = () => screen.queryByRole('button', { name: 'Change this message' });
  const choose = (name: string): void => {
    fireEvent.click(menu() as HTMLElement);
    fireEvent.click(screen.getByRole('menuitem', { name }));
  };

  it('is edited in a dialog that keeps the text until the desk has taken it', async ({ desk }) => {
    desk.add('ana', {}, [message('1'), own('2', { text: 'It left on Monday.' })]);
    await openInbox(desk, 'Visitor ana');
    choose('Edit');
    const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
    expect(box.value).toBe('It left on Monday.');
    fireEvent.input(box, { target: { value: 'It left on **Tuesday**.' } });
    desk.messages.set('ana', []);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This conversation is no longer there.');
    expect(box.value).toBe('It left on **Tuesday**.');
    desk.messages.set('ana', [own('2')]);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(articles().at(-1)?.textContent).toContain('It left on Tuesday.');
    expect(articles().at(-1)?.textContent).toContain('Edited');
  });

  it('is deleted after a question, and stays as a placeholder', async ({ desk }) => {
    desk.add('ana', {}, [message('1'), own('2')]);
    await openInbox(desk, 'Visitor ana');
    choose('Delete');
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(texts().at(-1)).toBe('Deleted message'));
    expect(menu()).toBeNull();
  });

  it.each([
    ['a colleague’s', { authorId: 'ben' }],
    ['a program’s', { authorId: undefined }],
    ['the desk’s own', { automatic: true }],
  ])('can be changed, %s not', async (_, more) => {
    const desk = new FakeDesk();
    desk.add('ana', {}, [message('1'), own('2', more)]);
    await openInbox(desk, 'Visitor ana');
    expect(menu()).toBeNull();
  });

  it('shows in the log what a colleague has changed', async ({ desk }) => {
    const change = { _id: 'h', createdAt: T0 + 5, what: 'edited', text: 'Sold *out*', by: { name: 'Ben' } };
    desk.add('ana', {}, [message('1')]);
    await openInbox(desk, 'Visitor ana');
    desk.emit({ type: 'conversation:updated', conversation: desk.of('ana'), change });
    expect((await screen.findByText(/Message edited by Ben/)).tagName).toBe('P');
    expect(screen.getByText('Show the text before').closest('details')?.textContent).toContain('Sold out');
  });
});
