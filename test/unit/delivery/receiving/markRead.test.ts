import { signal } from '@preact/signals-react';
import { describe, expect, test } from 'vitest';
import { keepRead } from '../../../../src/delivery/receiving/markRead';
import { createConversations } from '../../../../src/slices/conversations';
import { createMessages } from '../../../../src/slices/messages';
import { createUnread } from '../../../../src/slices/unread';
import type { ActivityBody } from '../../../../src/wire/client';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { createFakeService, lost, refused } from '../../../support/fakeService';
import { own, unsent, wire, wireConversation } from '../../../support/messages';

const create = (lastRead?: number) => {
  const service = createFakeService();
  const conversations = createConversations();
  const messages = createMessages();
  const reading = signal(false);
  conversations.upsert(wireConversation('c', { participants: [{ unreadCount: 0, lastRead }] }));
  conversations.synced('c', { fetchStatus: 'successful' });
  const { unreadHere: unread } = createUnread({ conversations, messages, listed: signal(false) });
  const clock = createFakeClock();
  const stop = keepRead({
    conversations,
    messages,
    messaging: service.messaging,
    clock,
    author: () => ({ role: 'appUser', appUserId: 'u' }),
    unread,
    reading,
  });
  const told = () => service.callsOf('sendActivity');
  return {
    service,
    clock,
    conversations,
    messages,
    reading,
    unread,
    stop,
    told,
    conversation: () => conversations.find('c'),
  };
};

const it = test.extend('side', () => create(1));

describe('reading', () => {
  it('sets the unread count to 0, records the newest message and tells the service (msg-15)', ({ side }) => {
    side.messages.merge('c', [wire('m1', 5), wire('m2', 6)]);
    side.conversations.read('c', { unreadCount: 2 });
    side.reading.value = true;
    expect(side.conversation()).toMatchObject({ unreadCount: 0, lastRead: 6 });
    expect(side.unread.value).toBe(0);
    expect(side.told()).toEqual([
      [
        'c',
        {
          author: { role: 'appUser', appUserId: 'u' },
          activity: { type: 'conversation:read', messageId: 'm2' },
        },
      ],
    ]);
  });

  it('waits until the visitor sees the conversation (msg-16)', ({ side }) => {
    side.messages.merge('c', [wire('m1', 5)]);
    expect([side.conversation()?.lastRead, side.told().length]).toEqual([1, 0]);
  });

  it('continues for messages that arrive in view, each reported once', ({ side }) => {
    side.reading.value = true;
    expect(side.told()).toHaveLength(0);
    side.messages.merge('c', [wire('m1', 5)]);
    side.messages.merge('c', [wire('m2', 6)]);
    expect([side.conversation()?.lastRead, side.told().length]).toEqual([6, 2]);
  });

  it('reports nothing if nothing is unread', () => {
    const side = create(5);
    side.messages.merge('c', [wire('m1', 5), own('m2', 6)]);
    side.reading.value = true;
    side.messages.add('c', unsent('ref', 7));
    expect(side.told()).toHaveLength(0);
  });

  it('uses neither the visitor’s clock nor unconfirmed messages', ({ side }) => {
    side.messages.merge('c', [wire('m1', 5)]);
    side.messages.add('c', unsent('ref', 9e9));
    side.reading.value = true;
    expect(side.conversation()?.lastRead).toBe(5);
  });

  it('names the newest confirmed message, and repeats it when the service refuses', async ({ side }) => {
    const named = () => side.told().map(([, body]) => (body as ActivityBody).activity.messageId);
    side.messages.merge('c', [wire('m1', 5)]);
    side.messages.add('c', unsent('ref', 9e9));
    side.service.next('sendActivity', { fail: lost() });
    side.reading.value = true;
    side.reading.value = false;
    await side.clock.advance(60_000);
    expect(named()).toEqual(['m1', 'm1']);
    side.messages.merge('c', [wire('m2', 6)]);
    side.reading.value = true;
    expect(named()).toEqual(['m1', 'm1', 'm2']);
  });

  it('stops when the visitor looks away, and after the undo', ({ side }) => {
    side.reading.value = true;
    side.reading.value = false;
    side.messages.merge('c', [wire('m1', 5)]);
    expect(side.told()).toHaveLength(0);
    side.stop();
    side.reading.value = true;
    expect(side.told()).toHaveLength(0);
  });

  it('keeps the conversation read when the service cannot be told', async ({ side }) => {
    side.service.next('sendActivity', { fail: lost() });
    side.messages.merge('c', [wire('m1', 5)]);
    side.reading.value = true;
    await flush();
    expect(side.conversation()?.unreadCount).toBe(0);
  });
});

describe('the divider', () => {
  it('stands after the messages read before the visitor returned', () => {
    const side = create(3);
    side.messages.merge('c', [wire('m1', 5)]);
    side.reading.value = true;
    expect(side.conversation()?.dividerAt).toBe(3);
  });

  it('stays for messages in view and moves after the next absence', () => {
    const side = create(3);
    side.messages.merge('c', [wire('m1', 5)]);
    side.reading.value = true;
    side.messages.merge('c', [wire('m2', 6)]);
    expect(side.conversation()?.dividerAt).toBe(3);
    side.reading.value = false;
    side.messages.merge('c', [wire('m3', 7)]);
    side.reading.value = true;
    expect(side.conversation()?.dividerAt).toBe(6);
  });

  it('stands before the messages of the history, and stays there', () => {
    const side = create(3);
    side.conversations.synced('c', { fetchStatus: 'pending', unreadCount: 2 });
    side.reading.value = true;
    expect([side.told().length, side.conversation()?.unreadCount]).toEqual([0, 2]);
    side.messages.merge('c', [wire('m1', 5), wire('m2', 6)]);
    side.messages.merge('c', [wire('m3', 7)]);
    side.conversations.synced('c', { fetchStatus: 'successful' });
    side.messages.merge('c', [wire('m4', 8)]);
    expect(side.conversation()).toMatchObject({ dividerAt: 3, lastRead: 8, unreadCount: 0 });
  });

  it('is not shown to a visitor who was never away', () => {
    const side = create(3);
    side.reading.value = true;
    side.messages.merge('c', [wire('m1', 5)]);
    expect(side.conversation()?.dividerAt).toBeUndefined();
  });

  it('repeats a failed report unless there is a newer message', async ({ side }) => {
    side.service.next('sendActivity', { fail: refused(429) });
    side.messages.merge('c', [wire('m1', 5)]);
    side.reading.value = true;
    side.reading.value = false;
    await side.clock.advance(60_000);
    expect(side.told().length).toBe(2);
    side.service.next('sendActivity', { fail: lost() });
    side.messages.merge('c', [wire('m2', 6)]);
    side.reading.value = true;
    side.reading.value = false;
    await side.clock.advance(1);
    side.messages.merge('c', [wire('m3', 7)]);
    await side.clock.advance(60_000);
    expect(side.told().length).toBe(3);
    side.stop();
    expect(side.clock.pending()).toBe(0);
  });
});
