import { effect } from '@preact/signals-react';
import { describe, expect, test } from 'vitest';
import { resync } from '../../../../src/delivery/receiving/catchUp';
import { decodeConversation, type WireConversation } from '../../../../src/wire/conversation';
import { createCatchUpSide } from '../../../support/catchUpSide';
import { flush } from '../../../support/fakeClock';
import { lost } from '../../../support/fakeService';

const create = () => {
  const side = createCatchUpSide();
  const { getConversation } = side.messaging;
  /** The conversation that the service returns. */
  const described = { conversation: undefined as WireConversation | undefined };
  side.messaging.getConversation = async (id) => ({ ...(await getConversation(id)), ...described });
  const describeAs = (fields: Record<string, unknown>) => {
    described.conversation = decodeConversation({ _id: 'c', ...fields });
  };
  return { ...side, describeAs, resync: () => resync(side.deps, 'c') };
};

const it = test.extend('side', () => create());

describe('a resync', () => {
  it('reads missed messages and the state of the conversation', async ({ side }) => {
    side.says(2);
    side.describeAs({ status: 'active', businessLastRead: 1500, participants: [{ unreadCount: 2 }] });
    await side.resync();
    expect(side.ids()).toEqual(side.serverIds());
    expect(side.conversation()).toMatchObject({
      status: 'active',
      businessLastRead: 1500,
      unreadCount: 2,
      fetchStatus: 'successful',
    });
  });

  it('requests the conversation before its messages and applies it after them', async ({ side }) => {
    side.says(1);
    side.describeAs({ participants: [{ unreadCount: 1 }] });
    const release = side.service.hold('getMessages');
    const done = side.resync();
    await flush();
    expect(side.service.calls.map((c) => c.method)).toEqual(['getConversation', 'getMessages']);
    expect([side.ids(), side.conversation()?.unreadCount]).toEqual([[], 0]);
    release();
    await done;
    expect([side.ids().length, side.conversation()?.unreadCount]).toEqual([1, 1]);
  });

  it.each([
    ['idle', 'active'],
    ['active', 'idle'],
  ] as const)(
    'takes no status back that has changed since it was asked for: from %s to %s',
    async (old, now) => {
      const side = create();
      side.conversations.routed('c', { status: old });
      side.describeAs({ status: old, displayName: 'Order 5' });
      const release = side.service.hold('getMessages');
      const done = side.resync();
      await flush();
      side.conversations.routed('c', { status: now });
      const seen: unknown[] = [];
      const stop = effect(() => void seen.push(side.conversations.find('c')?.status));
      release();
      await done;
      stop();
      expect(new Set(seen)).toEqual(new Set([now]));
      await side.resync();
      expect(side.conversation()).toMatchObject({ displayName: 'Order 5' });
    },
  );

  it('takes over that it was closed while nothing was heard', async ({ side }) => {
    side.conversations.routed('c', { status: 'active', routingStatus: 'assigned' });
    side.describeAs({ status: 'idle' });
    await side.resync();
    expect(side.conversation()).toMatchObject({ status: 'idle' });
  });

  it('leaves the conversation unchanged when the answer has none', async ({ side }) => {
    side.says(1);
    const before = side.conversation();
    await side.resync();
    expect(side.conversation()).toMatchObject({ ...before, fetchStatus: 'successful' });
    expect(side.ids()).toEqual(side.serverIds());
  });

  it('reads the messages even if the conversation fails, and rejects with the cause', async ({ side }) => {
    side.says(1);
    side.service.next('getConversation', { fail: lost() });
    await expect(side.resync()).rejects.toThrow('Request failed after 3 retries');
    expect(side.ids()).toEqual(side.serverIds());
  });

  it('changes no conversation whose messages could not be read', async ({ side }) => {
    side.describeAs({ participants: [{ unreadCount: 1 }] });
    side.service.next('getMessages', { fail: lost() });
    await expect(side.resync()).rejects.toThrow('Request failed after 3 retries');
    expect(side.conversation()).toMatchObject({ unreadCount: 0, fetchStatus: 'failed' });
  });

  it('does nothing for a conversation that was removed meanwhile', async ({ side }) => {
    side.describeAs({});
    const release = side.service.hold('getConversation');
    const done = side.resync();
    side.conversations.reset();
    release();
    await done;
    expect([side.reads(), side.conversations.all.value]).toEqual([[], []]);
  });
});
