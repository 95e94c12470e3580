import { signal } from '@preact/signals-react';
import { fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, test, vi } from 'vitest';
import { takeSettings } from '../../src/delivery/readExperience';
import { ConversationList } from '../../src/features/conversationList/List';
import type { Status } from '../../src/slices/status';
import { decodeMessage, type WireMessage } from '../../src/wire/message';
import { wireConversation } from '../support/messages';
import { draw, renderHome } from './support/renderHome';

const renderList = async () => {
  const home = renderHome({
    messenger: { title: 'Shoe shop', canUserSeeConversationList: true },
  });
  const list = {
    listStatus: signal<Status>('successful'),
    createConversationStatus: signal<Status>('notConnected'),
    hasMore: signal(false),
    mayCreate: signal(true),
    refresh: vi.fn(),
    loadMore: vi.fn(),
    retry: vi.fn(),
    open: vi.fn(),
    create: vi.fn(),
  };
  const { conversations, messages } = home;
  const add = (id: string, at: number, message?: object, more?: object) => {
    conversations.upsert(wireConversation(id, { lastUpdatedAt: at, ...more }));
    if (message)
      messages.merge(id, [decodeMessage({ _id: `m${id}`, received: at, ...message }) as WireMessage]);
  };
  await draw(() => {
    conversations.reset();
    add('old', home.ago(600), { text: 'Thank you', role: 'appUser' });
    add('new', home.ago(60), { text: 'It has shipped', name: 'Ada' }, { participants: [{ unreadCount: 2 }] });
    home.features.conversationList.value = () => (
      <ConversationList list={list} conversations={conversations.all} messages={messages.shown} />
    );
    conversations.show();
  });
  return { ...home, list };
};
const rows = () => within(screen.getByRole('list', { name: 'Conversations' })).getAllByRole('button');

const it = test.extend('list', async () => (await renderList()).list);

describe('the list of conversations', () => {
  it('replaces the conversation and requests its rows', async ({ list }) => {
    expect(screen.queryByRole('log')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(list.refresh).toHaveBeenCalledTimes(1);
  });

  it('has the newest first, with who, what, and how much of it is unread (list-7)', async () => {
    await renderList();
    const [first, second] = rows().map((row) => row.textContent);
    expect(first).toMatch(/Ada.*It has shipped.*2 unread messages/);
    expect(second).toMatch(/Shoe shop.*You: Thank you/);
    expect(second).not.toMatch(/unread/);
  });

  it('is named and pictured by the agent who answered, also once the visitor has written again', async () => {
    const { messages } = await renderList();
    const avatarUrl = 'https://shop.example/ada.png';
    const answered = { _id: 'a', received: 1, role: 'appMaker', name: 'Ada', avatarUrl, text: 'Hello' };
    await draw(() => messages.merge('old', [decodeMessage(answered) as WireMessage]));
    const row = rows()[1];
    expect(row?.textContent).toMatch(/Ada.*You: Thank you/);
    expect(row?.querySelector('img')?.src).toBe(avatarUrl);
  });

  it('marks a conversation unread where it stands, and has its day in an element of its own', async () => {
    const { conversations, ago } = await renderList();
    const [top, below] = screen.getAllByRole('listitem');
    expect([top, below].map((li) => li?.querySelector(':scope > p')?.textContent)).toEqual([
      'Today',
      undefined,
    ]);
    await draw(() => {
      conversations.upsert(
        wireConversation('old', { lastUpdatedAt: ago(1), participants: [{ unreadCount: 1 }] }),
      );
    });
    // Chromium loses the look of a row that moves while an attribute of it changes which CSS draws as text.
    const row = screen.getAllByRole('listitem').find((li) => li.hasAttribute('data-unread') && li === below);
    expect(row?.getAttributeNames()).toEqual(['data-unread']);
  });

  it('opens the pressed conversation, by pointer or keyboard', async ({ list }) => {
    fireEvent.click(rows()[1] as HTMLElement);
    expect(list.open).toHaveBeenCalledWith('old');
  });

  it('takes the focus when it opens', async () => {
    await renderList();
    expect(document.activeElement).toBe(rows()[0]);
  });

  it('says when it could not be read, and offers another try (list-9)', async ({ list }) => {
    await draw(() => {
      list.listStatus.value = 'failed';
    });
    expect(screen.getByRole('alert').textContent).toBe('Conversations failed to load');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(list.retry).toHaveBeenCalledTimes(1);
  });

  it('has more on demand (list-8)', async ({ list }) => {
    expect(screen.queryByRole('button', { name: 'Show earlier conversations' })).toBeNull();
    await draw(() => {
      list.hasMore.value = true;
    });
    fireEvent.click(screen.getByRole('button', { name: 'Show earlier conversations' }));
    expect(list.loadMore).toHaveBeenCalledTimes(1);
  });

  it('has the shape of rows until its file is there, and a failure in their place (list-15)', async () => {
    const { features, missing, actions } = await renderList();
    const { value: view } = features.conversationList;
    await draw(() => {
      features.conversationList.value = undefined;
    });
    expect(document.querySelectorAll('[data-coming]')).toHaveLength(1);
    await draw(() => {
      missing.value = new Map([['conversationList', false]]);
    });
    expect(document.querySelector('[data-coming]')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(actions.retryFeatures).toHaveBeenCalledTimes(1);
    await draw(() => {
      features.conversationList.value = view;
      missing.value = new Map();
    });
    expect(rows().length).toBeGreaterThan(0);
  });

  it('says that it is empty, with a next step, once it has loaded', async () => {
    const { list, features } = await renderList();
    expect(screen.queryByText('No conversations yet')).toBeNull();
    await draw(() => {
      list.listStatus.value = 'pending';
      features.conversationList.value = () => (
        <ConversationList list={list} conversations={signal([])} messages={() => []} />
      );
    });
    expect(screen.queryByText('No conversations yet')).toBeNull();
    // Shapes of rows are in their place, and are described in words.
    expect(document.querySelectorAll('[data-coming]')).toHaveLength(1);
    expect(screen.getByText('Loading conversations').role).toBe('status');
    await draw(() => {
      list.listStatus.value = 'successful';
    });
    expect(document.querySelector('[data-coming]')).toBeNull();
    expect(screen.getByRole('heading', { name: 'No conversations yet' })).toBeTruthy();
    expect(screen.getByText(/^Send us a message/)).toBeTruthy();
    await draw(() => {
      list.mayCreate.value = false;
    });
    expect(screen.getByText('No conversations yet')).toBeTruthy();
    expect(screen.queryByText(/^Send us a message/)).toBeNull();
  });

  it('starts a new conversation if allowed, and reports a failure (list-14)', async ({ list }) => {
    fireEvent.click(screen.getByRole('button', { name: 'New conversation' }));
    expect(list.create).toHaveBeenCalledTimes(1);
    await draw(() => {
      list.createConversationStatus.value = 'failed';
    });
    expect(screen.getByRole('alert').textContent).toBe('We couldn’t start a conversation. Try again.');
    await draw(() => {
      list.mayCreate.value = false;
    });
    expect(screen.queryByRole('button', { name: 'New conversation' })).toBeNull();
  });
});

describe('the way back to the list', () => {
  it('is shown when there is a list (home-2, list-1)', async () => {
    const { actions, conversations } = renderHome({
      messenger: { canUserSeeConversationList: true },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Back to conversations' }));
    expect(actions.showList).toHaveBeenCalledTimes(1);
    await draw(() => conversations.show());
    expect(screen.queryByRole('button', { name: 'Back to conversations' })).toBeNull();
  });

  it('disappears when the integration allows no list, and with it further conversations (home-2, list-1, list-2, list-3)', async () => {
    for (const settings of [{ multiConvoEnabled: false }, { canUserSeeConversationList: false }]) {
      const { experience, unmount } = renderHome({
        messenger: { canUserSeeConversationList: true },
      });
      const all = { multiConvoEnabled: true, canUserCreateMoreConversations: true };
      await draw(() => takeSettings(experience, { ...all, ...settings }));
      expect(experience.mayCreate.value).toBe(false);
      expect(screen.queryByRole('button', { name: 'Back to conversations' })).toBeNull();
      unmount();
    }
  });

  it('is not shown with a single conversation (list-2)', () => {
    renderHome();
    expect(screen.queryByRole('button', { name: 'Back to conversations' })).toBeNull();
  });

  it('draws fifty of thousands, and fifty more with each press', async () => {
    const { conversations, list } = await renderList();
    const many = Array.from({ length: 5000 }, (_, i) => wireConversation(`n${i}`, { lastUpdatedAt: i }));
    await draw(() => {
      list.hasMore.value = true;
      conversations.upsertAll(many);
    });
    expect(rows()).toHaveLength(50);
    const more = () => screen.getByRole('button', { name: 'Show earlier conversations' });
    await draw(() => void fireEvent.click(more()));
    expect(rows()).toHaveLength(100);
    // Show the loaded conversations before asking the service for more.
    expect(list.loadMore).not.toHaveBeenCalled();
  });
});
