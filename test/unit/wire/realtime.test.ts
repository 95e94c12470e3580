import { describe, expect, it } from 'vitest';
import { decodeRealtimeEvent, userChannel } from '../../../src/wire/realtime';

const message = { _id: 'm1', received: 5, role: 'appMaker', text: 'hi' };

describe('a realtime event', () => {
  it('comes on the channel of the visitor', () => {
    expect(userChannel('app', 'user')).toBe('/sdk/apps/app/appusers/user');
  });

  it('may be a message', () => {
    expect(decodeRealtimeEvent({ type: 'message', conversation: { _id: 'c' }, message })).toMatchObject({
      type: 'message',
      conversationId: 'c',
      message: { _id: 'm1', text: 'hi' },
    });
    expect(decodeRealtimeEvent({ type: 'message', conversationId: 'c', message })).toMatchObject({
      conversationId: 'c',
    });
  });

  it('may be typing, reading or routing', () => {
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
    expect(decodeRealtimeEvent({ type: 'activity', conversation: { _id: 'c' }, activity })).toEqual({
      type: 'activity',
      conversationId: 'c',
      activity: { type: 'typing:start', role: 'appMaker', appUserId: undefined, ...activity.data },
    });
  });

  it('may be about a conversation, a participant or an upload', () => {
    expect(decodeRealtimeEvent({ type: 'conversation:added', conversation: { _id: 'c' } })).toMatchObject({
      type: 'conversation',
      name: 'conversation:added',
      conversation: { _id: 'c' },
    });
    expect(
      decodeRealtimeEvent({
        type: 'participant:removed',
        conversationId: 'c',
        participant: { appUserId: 'u' },
      }),
    ).toMatchObject({ type: 'participant', name: 'participant:removed', appUserId: 'u' });
    expect(
      decodeRealtimeEvent({
        type: 'upload:failed',
        conversationId: 'c',
        data: { messageId: 'm' },
        err: { code: 'fileSize' },
      }),
    ).toEqual({ type: 'upload', conversationId: 'c', messageId: 'm', code: 'fileSize' });
  });

  it.each([
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
