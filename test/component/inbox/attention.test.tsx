import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AttentionBrowser, createAttention } from '../../../examples/support-desk/inbox/state/attention';
import { createSafeStorage } from '../../../examples/support-desk/inbox/state/storage';
import { createFakeStorage } from '../../support/fakeStorage';
import { FakeDesk, T0 } from './support/fakeDesk';
import { closeInboxes, openConversation, quietBrowser, renderInbox } from './support/renderInbox';

type Notice = Parameters<AttentionBrowser['notify']>[0];

let watched: boolean;
let permission: NotificationPermission | undefined;
let answer: NotificationPermission;
const play = vi.fn();
const notices: Notice[] = [];
const browser: AttentionBrowser = {
  ...quietBrowser(),
  watched: () => watched,
  play,
  permission: () => permission,
  askPermission: async () => {
    permission = answer;
    return answer;
  },
  notify: (notice) => notices.push(notice),
};

beforeEach(() => {
  watched = false;
  permission = 'default';
  answer = 'granted';
  play.mockClear();
  notices.length = 0;
});
afterEach(() => {
  closeInboxes();
  cleanup();
});

const openMenu = () => fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const flip = (name: string) => fireEvent.click(box(name));

describe('a visitor’s new message', () => {
  const open = async () => {
    const desk = new FakeDesk();
    desk.add('c1', { displayName: 'Ada' });
    desk.add('c2', { displayName: 'Grace' });
    const { inbox } = await renderInbox(desk, undefined, browser);
    return { desk, inbox };
  };

  it('is heard, and counted in the title', async () => {
    const { desk, inbox } = await open();
    desk.visitorWrites('c1', 'Hello');
    await waitFor(() => expect(play).toHaveBeenCalledOnce());
    expect(inbox.title.value).toBe('(1) Inbox · Porch');
  });

  it('is not heard by an agent who has its conversation before them, but from another one it is', async () => {
    const { desk, inbox } = await open();
    await openConversation(inbox, 'Ada');
    watched = true;
    desk.visitorWrites('c1', 'Hello');
    await Promise.resolve();
    expect(play).not.toHaveBeenCalled();
    desk.visitorWrites('c2', 'Hello');
    await waitFor(() => expect(play).toHaveBeenCalledOnce());
  });

  it('is told by a notification to an agent who asked for them and looks elsewhere; it opens the conversation', async () => {
    const { desk, inbox } = await open();
    openMenu();
    expect(box('Desktop notifications').checked).toBe(false);
    flip('Desktop notifications');
    await waitFor(() => expect(inbox.attention.ways.notifications.value).toBe(true));
    desk.visitorWrites('c2', 'Have you got boots?');
    await waitFor(() => expect(notices).toMatchObject([{ title: 'Grace', body: 'Have you got boots?' }]));
    // Whatever page covers the conversations.
    for (const page of [undefined, 'insights', 'account', 'settings-texts'] as const) {
      inbox.workspace.value?.open(undefined);
      inbox.workspace.value?.pages.show(page);
      notices[0]?.onClick();
      expect(inbox.workspace.value?.activeId.value).toBe('c2');
      expect(inbox.workspace.value?.pages.current.value).toBeUndefined();
      await screen.findByRole('textbox', { name: 'Reply' });
    }
    watched = true;
    desk.visitorWrites('c1', 'Hello');
    await waitFor(() => expect(play).toHaveBeenCalledTimes(2));
    expect(notices).toHaveLength(1);
  });

  it('is neither heard nor counted once the agent has switched both off', async () => {
    const { desk, inbox } = await open();
    openMenu();
    flip('Sound');
    flip('Unread count in tab title');
    desk.visitorWrites('c1', 'Hello');
    await waitFor(() => expect(inbox.workspace.value?.conversations.unreadTotal.value).toBe(1));
    expect([play.mock.calls, inbox.title.value]).toEqual([[], 'Inbox · Porch']);
  });
});

describe('a conversation that a bot handles', () => {
  it('alerts nobody until the bot hands it over', async () => {
    const desk = new FakeDesk();
    desk.add('c1', { displayName: 'Ada', assignee: 'Order bot', assigneeId: 'bot_1', isHandledByBot: true });
    const { inbox } = await renderInbox(desk, undefined, browser);
    desk.visitorWrites('c1', 'Hello');
    await waitFor(() => expect(inbox.workspace.value?.conversations.unreadTotal.value).toBe(1));
    expect(play).not.toHaveBeenCalled();
    const queued = { assignee: undefined, assigneeId: undefined, isHandledByBot: undefined };
    const conversation = Object.assign(desk.of('c1'), { ...queued, routingStatus: 'queued' });
    const by = { kind: 'key', id: 'k', name: 'Order bot' };
    const change = { _id: 'h1', createdAt: T0 + 5000, what: 'queued', by };
    desk.emit({ type: 'conversation:updated', conversation, change });
    await waitFor(() => expect(play).toHaveBeenCalledOnce());
    // A colleague who puts it into the queue alerts nobody.
    const byAgent = { ...change, _id: 'h2', createdAt: T0 + 6000, by: { ...by, kind: 'agent' } };
    desk.emit({ type: 'conversation:updated', conversation, change: byAgent });
    await Promise.resolve();
    expect(play).toHaveBeenCalledOnce();
  });
});

describe('the switches', () => {
  it('say that the browser blocks notifications when the agent refuses them', async () => {
    answer = 'denied';
    await renderInbox(new FakeDesk(), undefined, browser);
    openMenu();
    flip('Desktop notifications');
    await screen.findByText('The browser blocks them. Allow them for this page.');
    expect([box('Desktop notifications').checked, box('Desktop notifications').disabled]).toEqual([
      false,
      true,
    ]);
  });

  it('say that there are no notifications where the browser has none', async () => {
    permission = undefined;
    await renderInbox(new FakeDesk(), undefined, browser);
    openMenu();
    expect(box('Desktop notifications').disabled).toBe(true);
    screen.getByText('This browser does not offer them for this address.');
  });

  it('are kept in the browser', async () => {
    const storage = createFakeStorage();
    const local = () => createSafeStorage(() => storage);
    const first = createAttention(local(), browser);
    await first.set('sound', false);
    await first.set('notifications', true);
    const { ways } = createAttention(local(), browser);
    expect([ways.sound.value, ways.title.value, ways.notifications.value]).toEqual([false, true, true]);
    permission = 'denied';
    expect(createAttention(local(), browser).ways.notifications.value).toBe(false);
  });

  it('let one tab of several be heard', async () => {
    const storage = createFakeStorage();
    const tabs = [1, 2].map(() =>
      createAttention(
        createSafeStorage(() => storage),
        browser,
      ),
    );
    const message = { received: 5, title: 'Ada', body: 'Hello', tag: 'c', open: () => {} };
    for (const tab of tabs) tab.take(message, false);
    await waitFor(() => expect(play).toHaveBeenCalled());
    expect(play).toHaveBeenCalledOnce();
  });
});
