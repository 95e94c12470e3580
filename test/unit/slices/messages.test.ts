import { effect } from '@preact/signals-react';
import { describe, expect, it } from 'vitest';
import { createMessages, NEW_CONVERSATION } from '../../../src/slices/messages';
import { held, own, unsent, wire } from '../../support/messages';

const create = () => {
  const messages = createMessages();
  const ids = (conversationId: string) => messages.of(conversationId).value.map((m) => m._id);
  return { messages, ids };
};

describe('the messages held', () => {
  it('are each conversation’s own', () => {
    const { messages, ids } = create();
    messages.merge('a', [wire('m1', 1)]);
    messages.merge('b', [wire('m2', 2)]);
    expect([ids('a'), ids('b'), ids('c')]).toEqual([['m1'], ['m2'], []]);
  });

  it('reach readers that subscribed before the first message', () => {
    const { messages } = create();
    const seen: number[] = [];
    effect(() => void seen.push(messages.of('a').value.length));
    messages.merge('a', [wire('m1', 1)]);
    messages.merge('a', [wire('m1', 1)]);
    messages.add('a', unsent('ref', 2));
    expect(seen).toEqual([0, 1, 2]);
  });

  it('are changed by key and by rule', () => {
    const { messages, ids } = create();
    messages.add('a', unsent('r1', 1));
    messages.add('a', unsent('r2', 2));
    messages.patch('a', 'r2', { status: 'failed' });
    expect(messages.of('a').value.map((m) => m.status)).toEqual(['sending', 'failed']);
    messages.change('a', (now) => now.filter((m) => m.status !== 'failed'));
    expect(ids('a')).toEqual(['r1']);
  });

  it('are gone in every conversation once they are reset', () => {
    const { messages, ids } = create();
    const before = messages.of('a');
    messages.merge('a', [wire('m1', 1)]);
    messages.add(NEW_CONVERSATION, unsent('ref', 2));
    messages.reset();
    expect([ids('a'), ids(NEW_CONVERSATION), before.value]).toEqual([[], [], []]);
  });
});

describe('messages written before the conversation existed', () => {
  it('move into it, in order, after its messages, and leave nothing behind', () => {
    const { messages, ids } = create();
    messages.merge('a', [wire('m1', 1)]);
    messages.add(NEW_CONVERSATION, unsent('r1', 2));
    messages.add(NEW_CONVERSATION, unsent('r2', 3));
    messages.adopt('a');
    expect([ids('a'), ids(NEW_CONVERSATION)]).toEqual([['m1', 'r1', 'r2'], []]);
  });

  it('is not there twice where another tab has sent it already', () => {
    const { messages, ids } = create();
    messages.merge('a', [wire('m1', 1), own('m2', 2, 'r1')]);
    messages.add(NEW_CONVERSATION, unsent('r1', 3));
    messages.add(NEW_CONVERSATION, unsent('r2', 4));
    messages.adopt('a');
    expect(ids('a')).toEqual(['m1', 'm2', 'r2']);
    expect(messages.of('a').value[1]).toEqual({ ...held('m2', 2, { role: 'appUser', referenceId: 'r1' }) });
  });
});
