import { signal } from '@preact/signals-react';
import { describe, expect, it, vi } from 'vitest';
import { applyRareEvent, type RareEvent } from '../../../../src/delivery/receiving/applyRareEvent';
import { createConversations } from '../../../../src/slices/conversations';
import { createExperience } from '../../../../src/slices/experience';
import { createMessages } from '../../../../src/slices/messages';
import { decodeRealtimeEvent } from '../../../../src/wire/realtime';
import { unsent, wireConversation } from '../../../support/messages';

const create = (visitor: string | undefined = 'u') => {
  const conversations = createConversations();
  const messages = createMessages();
  for (const id of ['c', 'd']) conversations.upsert(wireConversation(id));
  messages.add('c', unsent('k1', 5));
  const deps = {
    conversations,
    messages,
    experience: createExperience(false),
    user: { appUserId: signal(visitor) },
    onLeft: vi.fn(),
  };
  return {
    conversations,
    take: (value: object) =>
      applyRareEvent(deps, decodeRealtimeEvent({ conversationId: 'c', ...value }) as RareEvent),
    ids: () => conversations.all.value.map((c) => c._id),
    message: () => messages.of('c').value[0],
  };
};

describe('a rare realtime event', () => {
  it.each([
    ['the conversation is removed', { type: 'conversation:removed' }],
    ['it is told of as a whole', { type: 'conversation:removed', conversation: { _id: 'c' } }],
    ['the visitor is taken out of it', { type: 'participant:removed', participant: { appUserId: 'u' } }],
  ])('takes the conversation away when %s', (_, value) => {
    const { take, ids } = create();
    take(value);
    expect(ids()).toEqual(['d']);
  });

  it.each([
    ['another participant is removed', { type: 'participant:removed', participant: { appUserId: 'x' } }],
    ['it names no participant', { type: 'participant:removed' }],
    ['its participant is malformed', { type: 'participant:removed', participant: { appUserId: {} } }],
    ['it is unknown', { type: 'conversation:archived:removed' }],
    ['the failed file is unknown', { type: 'upload:failed', data: { messageId: 'k2' } }],
    ['the failed file has no name', { type: 'upload:failed', data: { messageId: 5 }, err: 'odd' }],
  ])('changes nothing when %s', (_, value) => {
    const { take, ids, message } = create();
    take(value);
    expect([ids(), message()?.status]).toEqual([['c', 'd'], 'sending']);
  });

  it('takes no conversation away before there is a visitor', () => {
    const { take, ids } = create('');
    take({ type: 'participant:removed', participant: { appUserId: '' } });
    expect(ids()).toEqual(['c', 'd']);
  });

  it.each([
    [{ code: 'fileSize' }, 'fileSize'],
    [{ status: 415 }, 'fileType'],
    [{ code: 5, status: '413' }, 'unknown'],
  ])('says why a file failed: %o', (err, reason) => {
    const { take, message } = create();
    take({ type: 'upload:failed', data: { messageId: 'k1' }, err });
    expect(message()).toMatchObject({ status: 'failed', errorReason: reason });
  });
});
