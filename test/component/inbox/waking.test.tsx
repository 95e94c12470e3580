import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { FakeDesk, message, T0 } from './support/fakeDesk';
import { openConversation, renderInbox, reply } from './support/renderInbox';

const names = (): string[] =>
  [...document.querySelectorAll('.row-name')].map((name) => name.textContent?.replace('Visitor ', '') ?? '');

/** An inbox on a desk that lists three conversations at once of the given ones, newest first. */
const start = async (...ids: string[]) => {
  const desk = new FakeDesk();
  desk.listSize = 3;
  ids.forEach((id, i) => {
    desk.add(id, {}, [message(`m-${id}`, { received: T0 - i })]);
  });
  const { inbox } = await renderInbox(desk);
  return { desk, inbox };
};

/** A colleague closes a conversation while the inbox hears nothing. */
const closeUnheard = (desk: FakeDesk, id: string): void => {
  desk.of(id).status = 'idle';
};
/** A conversation is deleted while the inbox hears nothing. */
const deleteUnheard = (desk: FakeDesk, id: string): void => {
  desk.conversations = desk.conversations.filter((c) => c._id !== id);
};

describe('an inbox that heard nothing for an hour', () => {
  it('no longer has what colleagues closed or deleted, also where the list has more pages', async () => {
    const { desk, inbox } = await start('a', 'b', 'c', 'd', 'e', 'f');
    desk.of('b').unreadCount = 2;
    desk.emit({ type: 'conversation:updated', conversation: desk.of('b') });
    await waitFor(() => expect(inbox.workspace.value?.conversations.unreadTotal.value).toBe(2));
    closeUnheard(desk, 'b');
    deleteUnheard(desk, 'c');
    desk.live?.onReady();
    await waitFor(() => expect(names()).toEqual(['a', 'd', 'e']));
    expect(inbox.workspace.value?.conversations.unreadTotal.value).toBe(0);
  });

  it('leaves the agent in the reply to a conversation that a colleague closed, which says so', async () => {
    const { desk, inbox } = await start('a', 'b');
    await openConversation(inbox, 'Visitor b');
    fireEvent.input(reply(), { target: { value: 'Dear B' } });
    const area = reply();
    area.focus();
    closeUnheard(desk, 'b');
    // The list is there long before the conversation itself.
    let answer = (): void => {};
    const late = new Promise<void>((done) => {
      answer = done;
    });
    const { conversation } = desk.api;
    desk.api.conversation = async (id) => {
      await late;
      return conversation(id);
    };
    desk.live?.onReady();
    await waitFor(() => expect(names()).toEqual(['a', 'b']));
    await new Promise((done) => setTimeout(done));
    expect([reply() === area, document.activeElement === area, area.value]).toEqual([true, true, 'Dear B']);
    answer();
    await screen.findByText('Ended. It opens again with the next message.');
    expect([document.activeElement === area, names()]).toEqual([true, ['a']]);
  });

  it('says that the open conversation is gone which was deleted, closed ones too', async () => {
    const { desk, inbox } = await start('a', 'b');
    desk.add('old', { status: 'idle' });
    fireEvent.click(screen.getByRole('radio', { name: /^Closed/ }));
    await waitFor(() => expect(names()).toEqual(['old']));
    await openConversation(inbox, 'Visitor old');
    deleteUnheard(desk, 'old');
    desk.live?.onReady();
    await screen.findByText('This conversation is no longer there');
    expect([screen.queryByRole('textbox', { name: 'Reply' }), names()]).toEqual([null, []]);
  });
});
