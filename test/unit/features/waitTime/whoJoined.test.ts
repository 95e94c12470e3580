import { describe, expect, it } from 'vitest';
import { whoJoined } from '../../../../src/features/waitTime/whoJoined';
import { createConversations } from '../../../../src/slices/conversations';
import { createMessages } from '../../../../src/slices/messages';
import { own, wire, wireConversation } from '../../../support/messages';

const create = () => {
  const conversations = createConversations();
  const messages = createMessages();
  for (const _id of ['c', 'other']) conversations.upsert(wireConversation(_id));
  conversations.show('c');
  const route = (routingStatus: string | undefined, queue: object = {}) =>
    conversations.routed('c', { routingStatus, queue });
  return { conversations, messages, route, joined: whoJoined({ conversations, messages }) };
};

describe('who has joined (wait-9)', () => {
  it('is the agent of the assignment, until the team writes', () => {
    const { messages, route, joined } = create();
    expect(joined.value).toBeUndefined();
    route('queued', { queuePosition: 1 });
    expect(joined.value).toBeUndefined();
    route('assigned', { name: 'Ada' });
    expect(joined.value).toBe('Ada');
    messages.merge('c', [own('m1', 5)]);
    expect(joined.value).toBe('Ada');
    // The service may call the author of messages by another name.
    messages.merge('c', [wire('m2', 6, { name: 'Support' })]);
    expect(joined.value).toBeUndefined();
    messages.merge('c', [own('m3', 7)]);
    expect(joined.value).toBeUndefined();
  });

  it('is the next agent, too, after the team has written', () => {
    const { messages, route, joined } = create();
    messages.merge('c', [wire('m1', 5, { name: 'Ada' })]);
    route('assigned', { name: 'Bob' });
    expect(joined.value).toBe('Bob');
    messages.merge('c', [wire('m2', 6, { name: 'Bob' })]);
    expect(joined.value).toBeUndefined();
  });

  it('is nobody without a name, once the routing is cleared, and in another conversation', () => {
    const { conversations, messages, route, joined } = create();
    route('assigned');
    expect(joined.value).toBeUndefined();
    route('assigned', { name: 'Ada' });
    expect(joined.value).toBe('Ada');
    conversations.show('other');
    expect(joined.value).toBeUndefined();
    conversations.show('c');
    expect(joined.value).toBe('Ada');
    messages.merge('c', [wire('m1', 5)]);
    expect(joined.value).toBeUndefined();
    conversations.show('other');
    conversations.show('c');
    expect(joined.value).toBeUndefined();
    route('assigned', { name: 'Bob' });
    route(undefined);
    expect(joined.value).toBeUndefined();
  });
});
