import { describe, expect, it } from 'vitest';
import { decodeRealtimeEvent, userChannel } from '../../../src/wire/realtime';

const message = { _id: 'm1', received: 5, role: 'appMaker', text: 'hi' };

describe('a realtime event', () => {
  it('comes on the channel of the visitor (live-8)', () => {
    expect(userChannel('app', 'user')).toBe('/sdk/apps/app/appusers/user');
  });

  it('may be a message (live-7)', () => {
    expect(decodeRealtimeEvent({ type: 'message', conversation: { _id: 'c' }, message })).toMatchObject({
      type: 'message',
      conversationId: 'c',
      message: { _id: 'm1', text: 'hi' },
    });
    expect(decodeRealtimeEvent({ type: 'message', conversationId: 'c', message })).toMatchObject({
      conversationId: 'c',
    });
  });

  it('may be typing, reading or routing (live-7)', () => {
    const activity = {
      type: 'typing:start',
      role: 'appMaker',
      data: {
        name: 'Ann',
        avatarUrl: 'a.png',
        lastRead: 4,
        queuePosition: 2,
        responseTime: 9,
        isInitialRouting: true,
      },
    };
    expect(decodeRealtimeEvent({ type: 'activity', conversation: { _id: 'c' }, activity })).toMatchObject({
      type: 'activity',
      conversationId: 'c',
      activity: { type: 'typing:start', role: 'appMaker', appUserId: undefined, ...activity.data },
    });
  });

  it('of a delivery says which message', () => {
    const activity = { type: 'message:delivery', role: 'appUser', appUserId: 'u', data: { messageId: 'm' } };
    expect(decodeRealtimeEvent({ type: 'activity', conversationId: 'c', activity })).toMatchObject({
      activity: { type: 'message:delivery', role: 'appUser', appUserId: 'u', messageId: 'm' },
    });
  });

  it('takes nothing of a wrong type', () => {
    const data = {
      name: 5,
      avatarUrl: {},
      messageId: [],
      lastRead: 'x',
      queuePosition: null,
      responseTime: '9',
    };
    const activity = { type: 'queued', role: 'appMaker', appUserId: 7, data };
    expect(decodeRealtimeEvent({ type: 'activity', conversationId: 'c', activity })).toMatchObject({
      activity: {
        appUserId: undefined,
        name: undefined,
        avatarUrl: undefined,
        messageId: undefined,
        lastRead: undefined,
        queuePosition: undefined,
        responseTime: undefined,
        isInitialRouting: false,
      },
    });
  });

  const client = { id: 'k', platform: 'whatsapp', integrationId: 'i', displayName: 'Ann', status: 'pending' };
  it.each(['link', 'link:matched', 'link:cancelled', 'link:failed'])(
    'may be %s, of a channel and of no conversation (live-7)',
    (type) => {
      const received = { type, client, integrationId: 'i' };
      expect(decodeRealtimeEvent(received)).toMatchObject({
        type: 'link',
        name: type,
        conversationId: '',
        raw: received,
      });
      expect(decodeRealtimeEvent({ type, conversation: { _id: 'c' }, client: 'odd' })).toMatchObject({
        name: type,
        conversationId: 'c',
      });
    },
  );

  it('may be about a conversation, a participant or an upload (live-7)', () => {
    expect(decodeRealtimeEvent({ type: 'conversation:added', conversation: { _id: 'c' } })).toMatchObject({
      type: 'conversation',
      name: 'conversation:added',
      conversation: { _id: 'c' },
    });
    const removed = { type: 'participant:removed', conversationId: 'c', participant: { appUserId: 'u' } };
    expect(decodeRealtimeEvent(removed)).toMatchObject({
      type: 'participant',
      name: 'participant:removed',
      conversationId: 'c',
      raw: removed,
    });
    const failed = { type: 'upload:failed', conversationId: 'c', data: { messageId: 'm' } };
    expect(decodeRealtimeEvent(failed)).toMatchObject({ type: 'upload', conversationId: 'c', raw: failed });
  });

  it.each([
    ['of a type that only begins like one', { type: 'messages', conversationId: 'c', message }],
    ['of a type that every object has', { type: 'toString', conversationId: 'c' }],
    ['of an unknown type', { type: 'hologram', conversationId: 'c' }],
    ['of no type', { conversationId: 'c', message }],
    ['of no conversation', { type: 'message', message }],
    ['of an empty conversation', { type: 'message', conversationId: '', message }],
    ['with a message that is none', { type: 'message', conversationId: 'c', message: {} }],
    ['with an activity that is none', { type: 'activity', conversationId: 'c', activity: {} }],
    ['that is text', 'message'],
    ['that is nothing', null],
  ])('%s is left out', (_name, value) => {
    expect(decodeRealtimeEvent(value)).toBeUndefined();
  });
});
