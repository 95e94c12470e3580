import { describe, expect, it, vi } from 'vitest';
import { leaveConversation } from '../../../../src/delivery/receiving/leaveConversation';
import { createConversations } from '../../../../src/slices/conversations';
import { createExperience } from '../../../../src/slices/experience';
import { createMessages } from '../../../../src/slices/messages';
import { wire, wireConversation } from '../../../support/messages';

const create = (listed: boolean) => {
  const conversations = createConversations();
  const messages = createMessages();
  const onLeft = vi.fn();
  for (const [i, _id] of ['other', 'open'].entries()) {
    conversations.upsert(wireConversation(_id, { lastUpdatedAt: i }));
    messages.merge(_id, [wire(`in ${_id}`, i)]);
  }
  const leave = (id: string) =>
    leaveConversation({ conversations, messages, experience: createExperience(listed), onLeft }, id);
  return { conversations, messages, onLeft, leave };
};

describe('a conversation that was removed', () => {
  it('disappears from the list with its messages (list-12)', () => {
    const { conversations, messages, onLeft, leave } = create(true);
    leave('other');
    expect(conversations.all.value.map((c) => c._id)).toEqual(['open']);
    expect(messages.of('other').value).toEqual([]);
    expect([conversations.notice.value, conversations.listShown.value, onLeft.mock.calls]).toEqual([
      undefined,
      false,
      [],
    ]);
  });

  it('shows the list and a notice when it was open (list-12)', () => {
    const { conversations, onLeft, leave } = create(true);
    leave('open');
    expect([conversations.listShown.value, conversations.notice.value]).toEqual([
      true,
      'conversation_removed',
    ]);
    expect(onLeft).toHaveBeenCalledTimes(1);
    conversations.show('other');
    expect(conversations.notice.value).toBeUndefined();
  });

  it('shows the next conversation and a notice when there is no list', () => {
    const { conversations, onLeft, leave } = create(false);
    leave('open');
    expect([conversations.active.value?._id, conversations.listShown.value]).toEqual(['other', false]);
    expect(conversations.notice.value).toBe('conversation_removed');
    expect(onLeft).toHaveBeenCalledTimes(1);
  });

  it('only loses its row while the list is shown', () => {
    const { conversations, onLeft, leave } = create(true);
    conversations.show();
    leave('open');
    expect([conversations.notice.value, conversations.listShown.value]).toEqual([undefined, true]);
    expect(onLeft).toHaveBeenCalledTimes(1);
  });

  it('changes nothing when it is unknown', () => {
    const { conversations, onLeft, leave } = create(true);
    const before = conversations.all.value;
    leave('unknown');
    expect([conversations.all.value, onLeft.mock.calls]).toEqual([before, []]);
  });
});
