import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { asField, fromField, snoozesAt } from '../../../examples/support-desk/inbox/model/snoozes';
import { shortDay } from '../../../examples/support-desk/inbox/model/times';
import { FakeDesk, message, T0 } from './support/fakeDesk';
import { openConversation, quietBrowser, renderInbox } from './support/renderInbox';

afterEach(() => void vi.restoreAllMocks());

const at = (local: string): number => new Date(local).getTime() / 1000;

describe('the times of a snooze', () => {
  it.each([
    ['2026-12-01T15:00', ['2026-12-02T09:00', '2026-12-07T09:00']],
    // A Sunday: tomorrow begins the next week.
    ['2026-12-06T23:59', ['2026-12-07T09:00']],
    ['2026-12-07T00:00', ['2026-12-08T09:00', '2026-12-14T09:00']],
    // The clock goes back in the night, in many places.
    ['2026-10-24T12:00', ['2026-10-25T09:00', '2026-10-26T09:00']],
  ])('are mornings of the agent: %s', (now, mornings) => {
    expect(snoozesAt(at(now)).flatMap(({ until }) => until ?? [])).toEqual(mornings.map(at));
  });

  it('are read from a field as they are written there', () => {
    const time = at('2026-12-07T16:30');
    expect(asField(time)).toBe('2026-12-07T16:30');
    expect(fromField('2026-12-07T16:30')).toBe(time);
    expect(fromField('')).toBeUndefined();
  });
});

const start = async (browser = quietBrowser()) => {
  const desk = new FakeDesk();
  desk.add('ana', {}, [message('1', { received: T0 })]);
  desk.add('bo', {}, [message('2', { received: T0 - 60 })]);
  desk.accounts.team = [
    { id: 'maya', name: 'Maya', email: '', role: 'admin', online: true },
    { id: 'ben', name: 'Ben', email: '', role: 'agent', online: true },
  ];
  const { inbox } = await renderInbox(desk, undefined, browser);
  return { desk, inbox };
};
const list = () => screen.getByRole('list', { name: 'Conversations' });
const names = () => [...list().querySelectorAll('.row-name')].map((name) => name.textContent);
const press = (key: string): void => {
  (document.activeElement as HTMLElement | null)?.blur();
  fireEvent.keyDown(document.body, { key });
};

describe('snoozing', () => {
  it('by a key and Enter takes the conversation out of the way, and opens the next', async () => {
    const { desk, inbox } = await start();
    await openConversation(inbox, 'Visitor ana');
    press('s');
    const dialog = await screen.findByRole('dialog', { name: 'Snooze the conversation' });
    const [tomorrow] = within(dialog).getAllByRole<HTMLInputElement>('radio');
    expect(tomorrow?.checked).toBe(true);
    fireEvent.submit(dialog.querySelector('form') as HTMLFormElement);
    await waitFor(() => expect(desk.routes).toEqual([{ conversationId: 'ana', to: 'snooze' }]));
    expect(new Date((desk.of('ana').snoozed?.until ?? 0) * 1000).getHours()).toBe(9);
    await waitFor(() => expect(names()).toEqual(['Visitor bo']));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(inbox.workspace.value?.activeId.value).toBe('bo');
    await waitFor(() => screen.getByRole('radio', { name: 'Snoozed 1' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Snoozed 1' }));
    await waitFor(() => expect(names()).toEqual(['Visitor ana']));
    expect(within(list()).getByText(`Until ${shortDay(desk.of('ana').snoozed?.until ?? 0)}`)).toBeTruthy();
  });

  it('until a date and time refuses one that is over, and one that is too far away', async () => {
    const { desk, inbox } = await start();
    await openConversation(inbox, 'Visitor ana');
    press('s');
    const dialog = await screen.findByRole('dialog', { name: 'Snooze the conversation' });
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Until a date and time' }));
    const field = await within(dialog).findByLabelText('Date and time');
    const submit = () => fireEvent.submit(dialog.querySelector('form') as HTMLFormElement);
    fireEvent.input(field, { target: { value: '2020-01-01T09:00' } });
    submit();
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      'This time is over. Choose a later one.',
    );
    fireEvent.input(field, { target: { value: asField(Date.now() / 1000 + 367 * 86_400) } });
    submit();
    await within(dialog).findByText('A snooze lasts at most 366 days. Choose an earlier time.');
    expect(desk.routes).toEqual([]);
    const later = asField(Date.now() / 1000 + 7200);
    fireEvent.input(field, { target: { value: later } });
    submit();
    await waitFor(() => expect(desk.of('ana').snoozed).toEqual({ until: fromField(later) }));
  });

  it('until the visitor writes is in the menu, and can be ended there', async () => {
    const { desk, inbox } = await start();
    await openConversation(inbox, 'Visitor ana');
    fireEvent.click(screen.getByRole('button', { name: 'Conversation actions' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Until the visitor writes' }));
    await waitFor(() => expect(desk.of('ana').snoozed).toEqual({}));
    inbox.workspace.value?.open('ana');
    await screen.findByText('Snoozed until the visitor writes');
    fireEvent.click(screen.getByRole('button', { name: 'Conversation actions' }));
    const wake =
      screen.queryByRole('menuitem', { name: 'Wake' }) ?? screen.getByRole('button', { name: 'Wake' });
    fireEvent.click(wake);
    await waitFor(() => expect(desk.of('ana').snoozed).toBeUndefined());
  });

  it('leaves a conversation open in which the visitor has written, and says so', async () => {
    const { desk, inbox } = await start();
    await openConversation(inbox, 'Visitor ana');
    desk.messages.get('ana')?.push(message('3', { received: T0 + 500 }));
    await inbox.workspace.value?.route('snooze');
    await screen.findByText('Not snoozed: the visitor has written again, or the conversation was closed.');
    expect(desk.of('ana').snoozed).toBeUndefined();
  });

  it('ends with an alert of those whom a message would alert', async () => {
    const play = vi.fn();
    const { desk } = await start({ ...quietBrowser(), play });
    const woken = (id: string, assigneeId: string | undefined, nth: number) =>
      desk.emit({
        type: 'conversation:updated',
        conversation: Object.assign(desk.of(id), { assigneeId, snoozed: undefined }),
        change: { _id: `w${nth}`, createdAt: T0 + 5000 + nth, what: 'woke', why: 'time' },
      });
    woken('ana', 'ben', 1);
    woken('bo', undefined, 2);
    await waitFor(() => expect(play).toHaveBeenCalledOnce());
    await screen.findByText('The snooze is over: Visitor bo');
    expect(screen.queryByText('The snooze is over: Visitor ana')).toBeNull();
  });
});
