import { signal } from '@preact/signals-react';
import { screen, waitFor } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import { createConversations } from '../../../examples/support-desk/inbox/state/conversations/conversations';
import { listRow } from '../../../examples/support-desk/shared/listRow';
import { conversation, FakeDesk, message, T0 } from './support/fakeDesk';
import { openConversation, openInbox, openInboxOf, renderInbox, row, texts } from './support/renderInbox';

const it = test.extend('desk', () => new FakeDesk());

describe('the open conversation', () => {
  it('shows what came between its first page and the subscription to it, and what came twice once', async () => {
    const { desk } = await openInboxOf('ana');
    desk.followed = undefined;
    desk.visitorWrites('ana', 'In between');
    desk.followed = 'ana';
    const stored = desk.visitorWrites('ana', 'After it');
    desk.live?.onFollowing();
    desk.emit({ type: 'message', conversation: desk.of('ana'), message: stored });
    await waitFor(() => expect(texts()).toEqual(['text of m-ana', 'In between', 'After it']));
  });

  it('has its details although the inbox has only heard of its row', async ({ desk }) => {
    const { inbox } = await renderInbox(desk);
    desk.add('ana', { visitor: { appUserId: 'user-ana', email: 'ana@shop.example' } });
    desk.emit({ type: 'conversation:added', conversation: desk.of('ana') });
    await waitFor(() => row('Visitor ana'));
    expect(inbox.workspace.value?.conversations.get('ana')?.visitor).toEqual({ appUserId: 'user-ana' });
    await openConversation(inbox, 'Visitor ana');
    await waitFor(() => expect(screen.getByText('ana@shop.example')).toBeTruthy());
  });

  it('has the details that changed while it was closed', async ({ desk }) => {
    desk.add('ana', { visitor: { appUserId: 'user-ana', email: 'old@shop.example' } });
    const { inbox } = await renderInbox(desk);
    desk.of('ana').visitor.email = 'new@shop.example';
    desk.emit({ type: 'conversation:updated', conversation: desk.of('ana') });
    await openConversation(inbox, 'Visitor ana');
    await waitFor(() => expect(screen.getByText('new@shop.example')).toBeTruthy());
  });

  it('is not marked as read before its newest message is shown', async ({ desk }) => {
    desk.add('ana');
    desk.add('bo');
    const inbox = await openInbox(desk, 'Visitor ana');
    await openConversation(inbox, 'Visitor bo');
    desk.visitorWrites('ana', 'While closed');
    const read = desk.api.messages;
    let answer: (() => void) | undefined;
    desk.api.messages = (...asked) =>
      new Promise((done) => {
        answer = () => void read(...asked).then(done);
      });
    inbox.workspace.value?.open('ana');
    await waitFor(() => expect(answer).toBeDefined());
    expect(desk.activitiesOf('ana')).toEqual([]);
    answer?.();
    await waitFor(() => expect(desk.activitiesOf('ana')).toEqual(['conversation:read']));
    expect(texts()).toContain('While closed');
  });

  it('shows typing as its own channel tells it, and the others as their rows do', async ({ desk }) => {
    desk.add('ana');
    desk.add('bo');
    await openInbox(desk, 'Visitor ana');
    for (const id of ['ana', 'bo'])
      desk.live?.onEvent({ type: 'row', conversation: listRow(desk.of(id)), typing: true });
    await waitFor(() => expect(row('Visitor bo').textContent).toContain('Typing…'));
    expect(row('Visitor ana').textContent).not.toContain('Typing…');
    const activity = { type: 'typing:start', role: 'appUser' } as const;
    desk.emit({ type: 'activity', conversation: desk.of('ana'), activity });
    await waitFor(() => expect(row('Visitor ana').textContent).toContain('Typing…'));
  });

  it('alone is followed, from when it is opened until it is left', async ({ desk }) => {
    desk.add('ana');
    desk.add('bo');
    const { inbox } = await renderInbox(desk);
    inbox.workspace.value?.open('ana');
    inbox.workspace.value?.open('bo');
    expect(desk.followed).toBe('bo');
    inbox.workspace.value?.open(undefined);
    expect(desk.followed).toBeUndefined();
  });
});

describe('what the list knows of a conversation', () => {
  const withEmail = (email: string, lastUpdatedAt = T0) =>
    conversation('ana', { lastUpdatedAt, visitor: { appUserId: 'user-ana', email } });
  const standing = () => createConversations(new FakeDesk().api, signal(undefined));

  it('takes the details from an answer although a row came after it was asked for, and the row from the row', () => {
    const conversations = standing();
    const asOf = conversations.moment();
    const last = message('newer', { received: T0 + 1 });
    conversations.upsertRow(listRow(conversation('ana', { lastUpdatedAt: T0 + 1, lastMessage: last })));
    conversations.absorb([withEmail('ana@shop.example')], asOf);
    expect(conversations.get('ana')).toMatchObject({
      visitor: { email: 'ana@shop.example' },
      lastUpdatedAt: T0 + 1,
      lastMessage: { _id: 'newer' },
    });
  });

  it('keeps the details of an event over those of an answer that was asked for before', () => {
    const conversations = standing();
    const asOf = conversations.moment();
    conversations.upsert(withEmail('newer@shop.example'));
    conversations.absorb([withEmail('older@shop.example')], asOf);
    expect(conversations.get('ana')?.visitor.email).toBe('newer@shop.example');
    conversations.absorb([withEmail('newest@shop.example')], conversations.moment());
    expect(conversations.get('ana')?.visitor.email).toBe('newest@shop.example');
  });

  it('takes nothing of a row from what was deleted, and clears what a row no longer has', () => {
    const conversations = standing();
    conversations.upsert(conversation('ana', { routingStatus: 'assigned', assignee: 'Bo' }));
    conversations.upsertRow(listRow(conversation('ana')));
    expect(conversations.get('ana')).toMatchObject({ routingStatus: undefined, assignee: undefined });
    conversations.remove(['ana']);
    conversations.upsertRow(listRow(conversation('ana')));
    expect(conversations.items.value).toEqual([]);
  });
});
