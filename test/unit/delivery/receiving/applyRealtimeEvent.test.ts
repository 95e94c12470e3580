import { effect } from '@preact/signals-react';
import { describe, expect, it, vi } from 'vitest';
import { createEventApplier } from '../../../../src/delivery/receiving/applyRealtimeEvent';
import { createChannelEvents } from '../../../../src/slices/channelEvents';
import { createConversations } from '../../../../src/slices/conversations';
import { createMessages } from '../../../../src/slices/messages';
import { decodeRealtimeEvent, type RealtimeEvent } from '../../../../src/wire/realtime';
import { createFakeClock } from '../../../support/fakeClock';
import { unsent, wireConversation } from '../../../support/messages';

const event = (value: Record<string, unknown>): RealtimeEvent => {
  const decoded = decodeRealtimeEvent({ conversationId: 'c', ...value });
  if (!decoded) throw new Error('this is no event');
  return decoded;
};
const says = (_id: string, received: number, more = {}) =>
  event({ type: 'message', message: { _id, received, role: 'appMaker', text: `text of ${_id}`, ...more } });
const wrote = (_id: string, received: number, referenceId?: string) =>
  says(_id, received, { role: 'appUser', referenceId });
const activity = (type: string, more: Record<string, unknown> = {}, conversationId = 'c') =>
  event({ type: 'activity', conversationId, activity: { type, role: 'appMaker', ...more } });

const create = () => {
  const clock = createFakeClock();
  const conversations = createConversations();
  const messages = createMessages();
  const onOwnMessage = vi.fn();
  const onIncoming = vi.fn();
  const onRare = vi.fn();
  const applier = createEventApplier({
    channelEvents: createChannelEvents(),
    messages,
    conversations,
    clock,
    connected: () => true,
    onOwnMessage,
    onIncoming,
    onRare,
  });
  for (const id of ['c', 'd']) conversations.upsert(wireConversation(id));
  const conversation = (id = 'c') => conversations.find(id);
  return {
    clock,
    conversations,
    messages,
    onOwnMessage,
    onIncoming,
    onRare,
    ...applier,
    conversation,
  };
};

describe('an incoming message', () => {
  it('is added to its log, counted as unread and announced (msg-13)', () => {
    const { apply, messages, conversation, onIncoming } = create();
    apply([says('m1', 5), says('m2', 6)]);
    expect(messages.of('c').value.map((m) => [m._id, m.status])).toEqual([
      ['m1', 'sent'],
      ['m2', 'sent'],
    ]);
    expect(conversation()).toMatchObject({ unreadCount: 2, lastUpdatedAt: 6 });
    expect(onIncoming.mock.calls.map(([m]) => m._id)).toEqual(['m1', 'm2']);
  });

  it('that its author has changed is new text, and no news (grow-7)', () => {
    const { apply, conversation, onIncoming, messages } = create();
    apply([says('m1', 5)]);
    const changed = (id: string) =>
      event({
        type: 'message:changed',
        message: { _id: id, received: 4, role: 'appMaker', text: 'other', edited: 7, grown: 1 },
      });
    apply([changed('m1'), changed('m0')]);
    expect(messages.of('c').value.map((m) => [m._id, m.text])).toEqual([['m1', 'other']]);
    expect(conversation()).toMatchObject({ unreadCount: 1, lastUpdatedAt: 5 });
    expect(onIncoming).toHaveBeenCalledTimes(1);
  });

  it('is counted and announced once, even when repeated', () => {
    const { apply, conversation, onIncoming, messages } = create();
    apply([says('m1', 5), says('m1', 5)]);
    apply([says('m1', 5)]);
    expect([
      conversation()?.unreadCount,
      onIncoming.mock.calls.length,
      messages.of('c').value.length,
    ]).toEqual([1, 1, 1]);
  });

  it('is not announced when the history already had it', () => {
    const { apply, messages, onIncoming, conversation } = create();
    const known = says('m1', 5) as Extract<RealtimeEvent, { type: 'message' }>;
    messages.merge('c', [known.message]);
    apply([known]);
    expect([onIncoming.mock.calls.length, conversation()?.unreadCount]).toEqual([0, 0]);
  });

  it('of the visitor sets the unread count to 0 and clears the outbox, without an announcement (msg-13, sound-2)', () => {
    const { apply, conversation, onIncoming, onOwnMessage, messages } = create();
    messages.add('c', unsent('ref', 1));
    apply([says('m1', 5), wrote('m2', 6, 'ref')]);
    expect(conversation()?.unreadCount).toBe(0);
    expect(onIncoming).toHaveBeenCalledTimes(1);
    expect(onOwnMessage.mock.calls).toEqual([['ref']]);
    expect(messages.of('c').value.map((m) => [m._id, m.isOptimistic])).toEqual([
      ['m1', false],
      ['m2', false],
    ]);
  });

  it('for a conversation that was not here brings it along', () => {
    const { apply, conversations, messages } = create();
    apply([
      event({
        type: 'message',
        conversation: { _id: 'new', displayName: 'Order 7' },
        message: { _id: 'm1', received: 5, text: 'hi' },
      }),
    ]);
    expect(conversations.find('new')?.displayName).toBe('Order 7');
    expect(messages.of('new').value).toHaveLength(1);
  });

  it('is drawn in one go with the others that came with it', () => {
    const { apply, messages } = create();
    const seen: number[] = [];
    const stop = effect(() => void seen.push(messages.of('c').value.length));
    apply([says('m1', 5), says('m2', 6), says('m3', 7)]);
    expect(seen).toEqual([0, 3]);
    stop();
  });
});

describe('typing', () => {
  it('shows who types, until they stop (msg-14)', () => {
    const { apply, conversation } = create();
    apply([activity('typing:start', { data: { name: 'Ann', avatarUrl: 'a.png' } })]);
    expect(conversation()?.typingUser).toEqual({ name: 'Ann', avatarUrl: 'a.png' });
    apply([activity('typing:stop')]);
    expect(conversation()?.typingUser).toBeUndefined();
  });

  it('ends by itself 10 s after its last start (msg-14)', async () => {
    const { apply, conversation, clock } = create();
    apply([activity('typing:start')]);
    await clock.advance(9000);
    apply([activity('typing:start')]);
    await clock.advance(9999);
    expect(conversation()?.typingUser).toBeDefined();
    await clock.advance(1);
    expect(conversation()?.typingUser).toBeUndefined();
  });

  it('is cleared by a new message of the business (msg-14)', () => {
    const { apply, conversation } = create();
    apply([says('m1', 5), activity('typing:start')]);
    apply([says('m1', 5)]);
    expect(conversation()?.typingUser).toBeDefined();
    apply([says('m2', 6)]);
    expect(conversation()?.typingUser).toBeUndefined();
  });

  it('of the visitor, in another tab, is not shown', () => {
    const { apply, conversation } = create();
    apply([activity('typing:start', { role: 'appUser' })]);
    expect(conversation()?.typingUser).toBeUndefined();
  });

  it('in one conversation does not keep it on in another', async () => {
    const { apply, conversation, clock } = create();
    apply([activity('typing:start', {}, 'c')]);
    await clock.advance(5000);
    apply([activity('typing:start', {}, 'd')]);
    await clock.advance(5000);
    expect([conversation('c')?.typingUser, conversation('d')?.typingUser]).toEqual([undefined, {}]);
    await clock.advance(5000);
    expect(conversation('d')?.typingUser).toBeUndefined();
  });
});

describe('routing', () => {
  const told = (type: string, conversation: Record<string, unknown>) =>
    event({
      type: 'activity',
      conversation: { _id: 'c', ...conversation },
      activity: { type, role: 'appMaker' },
    });

  it('is set by its activities, together with whether the conversation rests (wait-1)', () => {
    const { apply, conversation } = create();
    const now = () => [conversation()?.routingStatus, conversation()?.status];
    apply([told('queued', { status: 'active' })]);
    expect(now()).toEqual(['queued', 'active']);
    apply([told('assigned', { status: 'active' })]);
    expect(now()).toEqual(['assigned', 'active']);
    apply([told('cleared', { status: 'idle' })]);
    expect(now()).toEqual([undefined, 'idle']);
    apply([told('cleared', {})]);
    expect(now()).toEqual([undefined, 'idle']);
    apply([told('queued', {})]);
    expect(now()).toEqual(['queued', 'active']);
  });

  it('ends where the visitor writes, also if the answer to the message came before the event of its end', () => {
    const { apply, conversation, messages } = create();
    apply([told('cleared', { status: 'idle' }), wrote('m1', 5)]);
    expect(conversation()?.status).toBe('active');
    const { message } = wrote('m2', 6) as Extract<RealtimeEvent, { type: 'message' }>;
    messages.merge('c', [message]);
    apply([told('cleared', { status: 'idle' })]);
    expect(conversation()?.status).toBe('idle');
    apply([wrote('m2', 6)]);
    expect(conversation()?.status).toBe('active');
  });

  it('is not set by any other activity', () => {
    const { apply, conversation } = create();
    apply([told('queued', {}), told('typing:start', { status: 'idle' }), told('unqueued', {})]);
    expect([conversation()?.routingStatus, conversation()?.status]).toEqual(['queued', 'active']);
  });
});

it('events that change no log changes nothing: a linked channel, an upload, another participant', () => {
  const { apply, conversations, messages } = create();
  const before = conversations.all.value;
  apply([
    event({ type: 'link', client: { id: 'k' } }),
    event({ type: 'link:failed', conversationId: undefined, err: { code: 'x' } }),
    event({ type: 'upload:failed', data: { messageId: 'm' } }),
    event({ type: 'participant:added', participant: { appUserId: 'u' } }),
  ]);
  expect(conversations.all.value).toBe(before);
  expect(messages.of('c').value).toEqual([]);
});

describe('reading', () => {
  it('by the business is kept', () => {
    const { apply, conversation } = create();
    apply([activity('conversation:read', { data: { lastRead: 8 } })]);
    expect(conversation()?.businessLastRead).toBe(8);
    apply([activity('conversation:read')]);
    expect(conversation()?.businessLastRead).toBe(8);
  });

  it('by the visitor elsewhere leaves later messages unread', () => {
    const { apply, conversation } = create();
    apply([says('m1', 5), says('m2', 6), says('m3', 7)]);
    const read = (lastRead?: number) =>
      apply([activity('conversation:read', { role: 'appUser', data: { lastRead } })]);
    read(6);
    expect(conversation()).toMatchObject({ unreadCount: 1, lastRead: 6 });
    // A late copy of an earlier read event changes nothing.
    read(5);
    expect(conversation()).toMatchObject({ unreadCount: 1, lastRead: 6 });
    // Some services send read events without a position.
    read();
    expect(conversation()).toMatchObject({ unreadCount: 0, lastRead: 6 });
  });

  it('by the visitor elsewhere clears the unread count and never moves back', () => {
    const { apply, conversation } = create();
    apply([says('m1', 5), says('m2', 6)]);
    apply([activity('conversation:read', { role: 'appUser', data: { lastRead: 6 } })]);
    expect(conversation()).toMatchObject({ unreadCount: 0, lastRead: 6 });
    apply([activity('conversation:read', { role: 'appUser', data: { lastRead: 5 } })]);
    expect(conversation()?.lastRead).toBe(6);
  });
});

describe('other events', () => {
  it('about a conversation bring it up to date', () => {
    const { apply, conversations } = create();
    apply([event({ type: 'conversation:added', conversation: { _id: 'e', displayName: 'E' } })]);
    expect(conversations.find('e')?.displayName).toBe('E');
  });

  it('about a conversation leave what they do not name as it is', () => {
    const { apply, conversations } = create();
    const known = {
      displayName: 'Order 7',
      description: 'A canoe',
      iconUrl: 'https://a.example/i.png',
      status: 'idle',
      lastUpdatedAt: 5,
      createdAt: 4,
      businessLastRead: 3,
      metadata: { plan: 'gold' },
      routingStatus: 'queued',
    };
    apply([event({ type: 'conversation:added', conversation: { _id: 'e', ...known } })]);
    expect(conversations.find('e')).toMatchObject(known);
    apply([event({ type: 'conversation:changed', conversation: { _id: 'e' } })]);
    expect(conversations.find('e')).toMatchObject(known);
    for (const [key, value] of Object.entries({ displayName: 'Order 8', status: 'active', metadata: {} })) {
      apply([event({ type: 'conversation:changed', conversation: { _id: 'e', [key]: value } })]);
      Object.assign(known, { [key]: value });
      expect(conversations.find('e')).toMatchObject(known);
    }
    apply([event({ type: 'conversation:changed', conversation: { _id: 'e', displayName: null } })]);
    expect(conversations.find('e')?.displayName).toBeUndefined();
  });

  it.each([
    { type: 'conversation:removed' },
    { type: 'conversation:removed', conversation: { _id: 'c', displayName: 'Told of' } },
    { type: 'participant:removed', participant: { appUserId: 'u' } },
    { type: 'upload:failed', data: { messageId: 'm' } },
  ])('that few visitors get are handed on, and update nothing: %o', (value) => {
    const { apply, onRare, conversations } = create();
    const before = conversations.all.value;
    const rare = event(value);
    apply([rare]);
    expect(onRare.mock.calls).toEqual([[rare]]);
    expect(conversations.all.value).toBe(before);
  });

  it('that mean nothing here change nothing', () => {
    const { apply, conversations, onRare } = create();
    const before = conversations.all.value;
    apply([
      event({ type: 'participant:added', participant: { appUserId: 'x' } }),
      activity('hologram:start'),
    ]);
    apply([]);
    expect(conversations.all.value).toEqual(before);
    expect(onRare).not.toHaveBeenCalled();
  });
});

describe('thousands of messages in one frame', () => {
  it('are folded in as one for each conversation, and count as one after the other', () => {
    const { apply, messages, conversations, conversation, onIncoming } = create();
    let written = 0;
    // The effect below would run for each change made outside a batch.
    const looked = vi.spyOn(messages, 'merge');
    const patched = vi.spyOn(conversations, 'synced');
    const stop = effect(() => {
      written += messages.of('c').value.length > 0 ? 1 : 0;
    });
    const frame = Array.from({ length: 5000 }, (_, i) => says(`m${i}`, i + 1));
    apply([...frame, wrote('own', 6000), says('after', 6001), says('after', 6001)]);
    stop();
    expect(looked).toHaveBeenCalledTimes(1);
    expect(patched.mock.calls.length).toBeLessThan(5);
    expect(written).toBe(1);
    expect(messages.of('c').value).toHaveLength(5002);
    expect(conversation()).toMatchObject({ unreadCount: 1, lastUpdatedAt: 6001, lastRead: 6000 });
    expect(onIncoming).toHaveBeenCalledTimes(5001);
  });

  it('keep their order among other events', () => {
    const { apply, conversation } = create();
    apply([says('m1', 1), activity('typing:start', { data: { name: 'Ann' } })]);
    expect(conversation()?.typingUser).toBeDefined();
    apply([activity('typing:start'), says('m2', 2)]);
    expect(conversation()?.typingUser).toBeUndefined();
  });
});

it.each([-5, 0, 0.5, Number.NaN, Number.NEGATIVE_INFINITY, '3', null])(
  'a place in the queue is none at %s',
  (queuePosition) => {
    const { apply, conversation } = create();
    apply([activity('queued', { data: { queuePosition, responseTime: -1 } })]);
    expect(conversation()).toMatchObject({ routingStatus: 'queued' });
    expect(conversation()?.queue).toMatchObject({ queuePosition: undefined, responseTime: undefined });
  },
);
