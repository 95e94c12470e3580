import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeDesk } from './support/fakeDesk';
import { openInbox, reply } from './support/renderInbox';

afterEach(() => void vi.useRealTimers());

const start = async () => {
  const desk = new FakeDesk();
  for (const id of ['ana', 'bo', 'cy']) desk.add(id);
  const inbox = await openInbox(desk, 'Visitor bo');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  (document.activeElement as HTMLElement | null)?.blur();
  const isOpen = () => inbox.workspace.value?.activeId.value;
  return { desk, inbox, isOpen };
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** A key where the focus is: in a box it writes, unless somebody takes it. */
const press = (key: string): void => {
  const at = document.activeElement ?? document.body;
  const isFree = fireEvent.keyDown(at, { key });
  if (isFree && at instanceof HTMLTextAreaElement && key.length === 1)
    fireEvent.input(at, { target: { value: at.value + key } });
};
const type = async (text: string, everyMs: number): Promise<void> => {
  for (const key of text) {
    press(key);
    await pass(everyMs);
  }
};

describe('an agent who types beside the box', () => {
  const TEXTS = [
    'can you send me a picture of it',
    'are you there?',
    'another',
    'no problem, close it',
    'cc Ada',
    'do you mean this?',
    'I can assign and close',
    'See the note above / below',
    'aaa',
    '3 cans',
  ];
  it.each(TEXTS.flatMap((text) => [1, 120, 390].map((everyMs) => [text, everyMs] as const)))(
    'changes nothing with %j, a letter every %i ms: the text is in the box of the same visitor',
    async (text, everyMs) => {
      const { desk, isOpen } = await start();
      await type(text, everyMs);
      expect([desk.routes, isOpen(), document.querySelector('dialog[open]')]).toEqual([[], 'bo', null]);
      expect(reply().value.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      await pass(5000);
      expect([desk.routes, desk.sent]).toEqual([[], []]);
      press('Enter');
      await pass(0);
      expect(desk.sent.map(({ conversationId }) => conversationId)).toEqual(['bo']);
    },
  );

  it('adds to the note that they were writing, not to the reply', async () => {
    const { desk, inbox } = await start();
    inbox.workspace.value?.notes.setWriting('bo', true);
    await pass(0);
    await type('call her', 60);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('call her');
    expect([inbox.workspace.value?.drafts.get('bo'), desk.routes]).toEqual(['', []]);
  });
});

describe('a shortcut of one letter', () => {
  it.each([
    ['c', [{ conversationId: 'bo', to: 'close' }]],
    ['a', [{ conversationId: 'bo', to: 'assign' }]],
  ])('%s acts once no other letter has followed', async (key, routes) => {
    const { desk } = await start();
    press(key);
    await pass(399);
    expect(desk.routes).toEqual([]);
    await pass(1);
    expect(desk.routes).toMatchObject(routes);
    await pass(5000);
    expect(desk.routes).toHaveLength(1);
  });

  it.each([
    ['r', 'Reply'],
    ['m', 'Note'],
  ])('%s leads to its box at once, also right after n', async (key, name) => {
    const { desk, inbox, isOpen } = await start();
    const goes = vi.spyOn(inbox.workspace.value as object as { nextUnread(): boolean }, 'nextUnread');
    press('n');
    press(key);
    expect([goes.mock.calls.length, desk.routes, isOpen() === undefined]).toEqual([1, [], false]);
    await pass(0);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(name));
    await pass(5000);
    expect(goes).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['opens another conversation', (id: (to: string) => void) => id('cy')],
    ['goes into the box', () => reply().focus()],
    ['presses another key', () => press('Escape')],
  ])('is forgotten by an agent who %s before it acts', async (_, act) => {
    const { desk, inbox } = await start();
    press('c');
    act((to) => inbox.workspace.value?.open(to));
    await pass(5000);
    expect(desk.routes).toEqual([]);
  });
});
