import { act, fireEvent, screen, waitFor } from '@testing-library/preact';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AttentionBrowser } from '../../../examples/support-desk/inbox/platform/attentionBrowser';
import { createSafeStorage } from '../../../examples/support-desk/inbox/platform/storage';
import { createAttention, HEARD_MS } from '../../../examples/support-desk/inbox/state/alerts/attention';
import { BACK_MS } from '../../../examples/support-desk/inbox/state/alerts/passing';
import { createFakeClock } from '../../support/fakeClock';
import { createFakeStorage } from '../../support/fakeStorage';
import { account } from './support/fakeAccounts';
import { FakeDesk, T0 } from './support/fakeDesk';
import { openConversation, quietBrowser, renderInbox } from './support/renderInbox';

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
const MESSAGE = { received: 5, title: 'Ada', body: 'Hello', tag: 'c', conversation: 'c', open: () => {} };

/** A tab of a browser with this storage. `hears` is what the browser tells it of a change by another tab. */
const tabOf = (storage: Storage, isWatched = false, mayPlay = true) => {
  const page = new EventTarget();
  const clock = createFakeClock();
  const notify = vi.fn();
  const plays = vi.fn(() => play());
  const may = { play: mayPlay };
  const local = createSafeStorage(() => storage, page);
  const attention = createAttention(
    local,
    { ...browser, watched: () => isWatched, mayPlay: () => may.play, play: plays, notify },
    clock,
  );
  const hears = (key: string) => page.dispatchEvent(Object.assign(new Event('storage'), { key }));
  return { attention, clock, notify, hears, plays, may };
};

const openMenu = () => fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const flip = (name: string) => fireEvent.click(box(name));

const it = test.extend('storage', () => createFakeStorage());

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

  it('is heard by its visitor’s agent, by everybody while that agent is not there, and counted likewise', async () => {
    watched = true;
    const desk = new FakeDesk();
    desk.accounts.team = [
      { ...account('ben', 'Ben'), online: true },
      { ...account('cleo', 'Cleo'), online: false },
    ];
    for (const [id, assigneeId] of Object.entries({ mine: 'maya', bens: 'ben', cleos: 'cleo' }))
      desk.add(id, { assigneeId, assignee: assigneeId, routingStatus: 'assigned' });
    const { inbox } = await renderInbox(desk, undefined, browser);
    for (const id of ['bens', 'bens', 'mine', 'cleos']) desk.visitorWrites(id, 'Hello');
    await waitFor(() => expect(play).toHaveBeenCalledTimes(2));
    expect(inbox.title.value).toBe('(2) Inbox · Porch');
  });

  describe('of a colleague who goes', () => {
    const pass = (ms: number) =>
      act(async () => {
        await vi.advanceTimersByTimeAsync(ms);
      });
    const bensVisitors = async (more: object = {}, waits: object = { waitingSince: T0 }) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
      onTestFinished(() => void vi.useRealTimers());
      watched = true;
      const desk = new FakeDesk();
      desk.accounts.team = [{ ...account('ben', 'Ben'), online: true, ...more }];
      for (const [id, displayName] of Object.entries({ c1: 'Ada', c2: 'Grace' }))
        desk.add(id, {
          displayName,
          assigneeId: 'ben',
          assignee: 'Ben',
          routingStatus: 'assigned',
          ...waits,
        });
      await renderInbox(desk, undefined, browser);
      await pass(100);
      const is = async (online: boolean, ms: number) => {
        desk.emit({ type: 'presence', agentId: 'ben', online });
        await pass(ms);
      };
      return { desk, is };
    };

    it('is passed on once if they wait, though they wrote before', async () => {
      const { is } = await bensVisitors();
      await is(false, BACK_MS);
      await is(true, BACK_MS);
      expect(play).toHaveBeenCalledTimes(1);
      await screen.findByText('Ben is not there. 2 visitors wait for an answer');
    });

    it('stays theirs if they only reload, or nobody waits', async () => {
      const { is } = await bensVisitors();
      await is(false, BACK_MS / 2);
      await is(true, BACK_MS);
      const quiet = await bensVisitors({}, {});
      await quiet.is(false, BACK_MS);
      expect(play).not.toHaveBeenCalled();
    });

    it('is everybody’s if they write after that, or if the colleague wants no alerts', async () => {
      const { desk, is } = await bensVisitors({}, {});
      await is(false, 0);
      desk.visitorWrites('c1', 'Hello?');
      await pass(100);
      expect(play).toHaveBeenCalledTimes(1);
      play.mockClear();
      const { desk: other } = await bensVisitors({ alerted: false }, {});
      other.visitorWrites('c1', 'Hello?');
      await pass(100);
      expect(play).toHaveBeenCalledTimes(1);
    });

    it('is told of when an admin removes the colleague', async () => {
      const { desk } = await bensVisitors();
      const free = { assigneeId: undefined, assignee: undefined, routingStatus: undefined };
      desk.emit({
        type: 'conversation:updated',
        conversation: Object.assign(desk.of('c1'), free),
        change: { _id: 'h', createdAt: T0 + 9000, what: 'unassigned', assignee: 'Ben' },
      });
      await pass(100);
      expect(play).toHaveBeenCalledTimes(1);
      await screen.findByText('The visitor waits, and their agent was removed: Ada');
    });
  });

  it('alerts the agent to whom a colleague gives its conversation, and nobody else', async () => {
    watched = true;
    const desk = new FakeDesk();
    desk.add('c1', { displayName: 'Ada' });
    desk.add('c2', { displayName: 'Grace' });
    await renderInbox(desk, undefined, browser);
    const give = (id: string, assigneeId: string, maker: string, at: number) =>
      desk.emit({
        type: 'conversation:updated',
        conversation: Object.assign(desk.of(id), {
          assigneeId,
          assignee: 'Agent',
          routingStatus: 'assigned',
        }),
        change: { _id: `h${at}`, createdAt: T0 + at, what: 'assigned', by: { id: maker, name: 'Ben' } },
      });
    give('c1', 'cleo', 'ben', 5000);
    give('c1', 'maya', 'maya', 5001);
    give('c2', 'maya', 'ben', 5002);
    await waitFor(() => expect(play).toHaveBeenCalledOnce());
    await screen.findByText('Ben assigned the conversation to you: Grace');
  });

  it('alerts the agent whose turn it is, and nobody else', async () => {
    watched = true;
    const desk = new FakeDesk();
    for (const [id, displayName] of [
      ['c1', 'Ada'],
      ['c2', 'Grace'],
    ] as const)
      desk.add(id, { displayName });
    await renderInbox(desk, undefined, browser);
    const give = (id: string, assigneeId: string, at: number) =>
      desk.emit({
        type: 'conversation:updated',
        conversation: Object.assign(desk.of(id), {
          assigneeId,
          assignee: 'Agent',
          routingStatus: 'assigned',
        }),
        change: { _id: `h${at}`, createdAt: T0 + at, what: 'assigned', why: 'turn' },
      });
    give('c1', 'cleo', 5000);
    give('c2', 'maya', 5001);
    await waitFor(() => expect(play).toHaveBeenCalledOnce());
    await screen.findByText('It is your turn: Grace');
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

it('a conversation that a bot handles alerts nobody until the bot hands it over', async () => {
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

  it('are kept in the browser', async ({ storage }) => {
    const first = tabOf(storage).attention;
    await first.set('sound', false);
    await first.set('notifications', true);
    const { ways } = tabOf(storage).attention;
    expect([ways.sound.value, ways.title.value, ways.notifications.value]).toEqual([false, true, true]);
    permission = 'denied';
    expect(tabOf(storage).attention.ways.notifications.value).toBe(false);
  });

  it('hold in all tabs at once', async ({ storage }) => {
    const [here, there] = [tabOf(storage), tabOf(storage)];
    await here.attention.set('sound', false);
    await here.attention.set('notifications', true);
    for (const key of ['porch.agentSound', 'porch.agentNotifications']) there.hears(key);
    const { ways, obstacle } = there.attention;
    expect([ways.sound.value, ways.notifications.value, obstacle.value]).toEqual([false, true, undefined]);
    there.attention.take(MESSAGE, false);
    await there.clock.advance(1000);
    expect(play).not.toHaveBeenCalled();
    expect(there.notify).toHaveBeenCalledOnce();
  });
});

describe('of several tabs', () => {
  const ring = async (tabs: ReturnType<typeof tabOf>[], readIn?: (typeof tabs)[number]) => {
    for (const tab of tabs) tab.attention.take(MESSAGE, tab === readIn);
    for (const tab of tabs) await tab.clock.advance(1000);
  };

  it('one is heard, and one notifies', async ({ storage }) => {
    const tabs = [tabOf(storage), tabOf(storage)];
    for (const { attention } of tabs) await attention.set('notifications', true);
    await ring(tabs);
    expect(play).toHaveBeenCalledOnce();
    expect(tabs.map(({ notify }) => notify.mock.calls.length)).toEqual([1, 0]);
  });

  it('none draws attention to what the agent has before them in another', async ({ storage }) => {
    const tabs = [tabOf(storage), tabOf(storage, true)] as const;
    for (const { attention } of tabs) await attention.set('notifications', true);
    await ring([...tabs], tabs[1]);
    expect(play).not.toHaveBeenCalled();
    expect(tabs.map(({ notify }) => notify.mock.calls.length)).toEqual([0, 0]);
  });

  it('none notifies an agent who looks at another, where they hear it', async ({ storage }) => {
    const tabs = [tabOf(storage), tabOf(storage, true)];
    for (const { attention } of tabs) await attention.set('notifications', true);
    await ring(tabs);
    expect(play).toHaveBeenCalledOnce();
    expect(tabs.map(({ notify }) => notify.mock.calls.length)).toEqual([0, 0]);
  });

  it.for([
    [true, false],
    [false, true],
  ])('the one that may play is heard, whichever the agent looks at: %j', async (looked, { storage }) => {
    const tabs = [tabOf(storage, looked[0], false), tabOf(storage, looked[1], true)] as const;
    await ring([...tabs]);
    expect(tabs.map(({ plays }) => plays.mock.calls.length)).toEqual([0, 1]);
    await tabs[0].clock.advance(HEARD_MS);
    expect(tabs[0].attention.muted.value).toBe(false);
  });

  it('each asks for a click where none may play, until it is used', async ({ storage }) => {
    const tabs = [tabOf(storage, true, false), tabOf(storage, false, false)] as const;
    await ring([...tabs]);
    for (const { clock } of tabs) await clock.advance(HEARD_MS);
    const asks = () => tabs.map(({ attention }) => attention.muted.value);
    expect([play.mock.calls, asks()]).toEqual([[], [true, true]]);
    tabs[0].attention.used();
    expect(asks()).toEqual([true, true]);
    tabs[0].may.play = true;
    tabs[0].attention.used();
    expect(asks()).toEqual([false, true]);
    tabs[1].hears('porch.agentSounded');
    expect(asks()).toEqual([false, false]);
  });
});
