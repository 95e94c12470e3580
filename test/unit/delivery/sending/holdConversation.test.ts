import { describe, expect, it } from 'vitest';
import { holdConversation } from '../../../../src/delivery/sending/holdConversation';
import { createConversations } from '../../../../src/slices/conversations';
import { createExperience } from '../../../../src/slices/experience';
import { createRouter } from '../../../../src/slices/router';
import { createFakeStore } from '../../../support/fakeStorage';
import { wireConversation } from '../../../support/messages';

const create = (listed: boolean) => {
  const conversations = createConversations();
  const router = createRouter({ session: createFakeStore() });
  const stop = holdConversation({ conversations, router, experience: createExperience(listed) });
  for (const [i, _id] of ['a', 'b'].entries())
    conversations.upsert(wireConversation(_id, { lastUpdatedAt: i }));
  /** Simulates a new message in a conversation. */
  const written = (id: string, at: number) => conversations.synced(id, { lastUpdatedAt: at });
  return { conversations, router, stop, written, shown: () => conversations.active.value?._id };
};

describe.each([true, false])('the conversation on screen, with a list or without (%s)', (listed) => {
  it('stays while the widget is open and others receive messages (list-11)', () => {
    const { router, written, shown } = create(listed);
    expect(shown()).toBe('b');
    router.openWidget();
    written('a', 10);
    expect(shown()).toBe('b');
  });

  it('is the most recent one while the widget was never open', () => {
    const { router, written, shown } = create(listed);
    written('a', 10);
    expect(shown()).toBe('a');
    router.openWidget();
    written('b', 20);
    expect(shown()).toBe('a');
  });

  it(`${listed ? 'stays' : 'gives way to what is written in'} once the widget is closed`, () => {
    const { router, written, shown } = create(listed);
    router.openWidget();
    router.closeWidget(1);
    written('a', 10);
    expect(shown()).toBe(listed ? 'b' : 'a');
  });

  it('is replaced by another when it is removed, which then stays', () => {
    const { conversations, router, written, shown } = create(listed);
    conversations.upsert(wireConversation('c', { lastUpdatedAt: 0.5 }));
    router.openWidget();
    conversations.remove('b');
    expect(shown()).toBe('c');
    written('a', 10);
    expect(shown()).toBe('c');
  });

  it('may change after the undo', () => {
    const { router, stop, written, shown } = create(listed);
    stop();
    router.openWidget();
    written('a', 10);
    expect(shown()).toBe('a');
  });
});
