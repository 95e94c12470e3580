import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { createFakeBar } from './support/fakeBar';
import { FakeDesk, message, T0 } from './support/fakeDesk';
import { renderInbox } from './support/renderInbox';

const names = (): string[] =>
  [...document.querySelectorAll('.row-name')].map((name) => name.textContent?.replace('Visitor ', '') ?? '');
const older = () => screen.queryByRole('button', { name: 'Load older conversations' });
const loadOlder = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Load older conversations' }));

/** A desk with the conversations 1, 2, 3…, newest first, that lists two at once. */
const deskOf = (count: number, extra = {}): FakeDesk => {
  const desk = new FakeDesk();
  desk.listSize = 2;
  for (let i = 1; i <= count; i += 1) desk.add(`${i}`, extra, [message(`m${i}`, { received: T0 - i })]);
  return desk;
};

describe('older conversations', () => {
  it('are all reached although an address has opened the oldest one', async () => {
    await renderInbox(deskOf(5), undefined, undefined, createFakeBar('conversation=5'));
    await waitFor(() => expect(names()).toEqual(['1', '2', '5']));
    await loadOlder();
    await waitFor(() => expect(names()).toEqual(['1', '2', '3', '4', '5']));
    await loadOlder();
    await waitFor(() => expect(older()).toBeNull());
  });

  it('are all reached although a search and an event have brought some of them', async () => {
    const desk = deskOf(6);
    await renderInbox(desk);
    const search = screen.getByRole('searchbox', { name: 'Search conversations' });
    fireEvent.input(search, { target: { value: 'Visitor 6' } });
    await waitFor(() => expect(names()).toEqual(['6']));
    fireEvent.input(search, { target: { value: '' } });
    desk.emit({ type: 'conversation:updated', conversation: desk.of('5') });
    await waitFor(() => expect(names()).toEqual(['1', '2', '5', '6']));
    await loadOlder();
    await waitFor(() => expect(names()).toEqual(['1', '2', '3', '4', '5', '6']));
  });

  it('stay, with the place that was reached, when the connection is back', async () => {
    const desk = deskOf(6);
    await renderInbox(desk);
    await loadOlder();
    await waitFor(() => expect(names()).toHaveLength(4));
    desk.live?.onReady();
    await new Promise((done) => setTimeout(done));
    await loadOlder();
    await waitFor(() => expect(names()).toHaveLength(6));
    expect(desk.queries.map((q) => q.after)).toEqual(['2', '4']);
  });

  it('are asked for again from the first page after an absence with many new ones', async () => {
    const desk = deskOf(4);
    await renderInbox(desk);
    await loadOlder();
    await waitFor(() => expect(older()).toBeNull());
    for (const id of ['a', 'b', 'c']) {
      desk.add(id, {}, [message(`m${id}`, { received: T0 + 9 })]);
      desk.conversations.unshift(desk.conversations.pop() as (typeof desk.conversations)[number]);
    }
    desk.live?.onReady();
    await waitFor(() => expect(older()).toBeTruthy());
    expect(names()).not.toContain('a');
    await loadOlder();
    await waitFor(() => expect(names()).toContain('a'));
  });

  it('of a view are reached past those that came another way and those that left it', async () => {
    const desk = deskOf(6, { status: 'idle' });
    await renderInbox(desk, undefined, undefined, createFakeBar('conversation=6'));
    fireEvent.click(screen.getByRole('radio', { name: /^Closed/ }));
    await waitFor(() => expect(names()).toEqual(['1', '2', '6']));
    await screen.findByRole('button', { name: 'Load older conversations' });
    desk.of('1').status = 'active';
    desk.emit({ type: 'conversation:updated', conversation: desk.of('1') });
    await loadOlder();
    await waitFor(() => expect(names()).toEqual(['2', '3', '4', '6']));
    await loadOlder();
    await waitFor(() => expect(names()).toEqual(['2', '3', '4', '5', '6']));
  });
});
