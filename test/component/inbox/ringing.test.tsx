import { signal } from '@preact/signals-react';
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSafeStorage } from '../../../examples/support-desk/inbox/platform/storage';
import { type Calls, createCalls } from '../../../examples/support-desk/inbox/state/alerts/calls';
import { createRinging } from '../../../examples/support-desk/inbox/state/alerts/ringing';
import { createFakeClock, flush } from '../../support/fakeClock';
import { createFakeStorage } from '../../support/fakeStorage';
import { createCall, FakeCalls } from './support/fakeCalls';
import { FakeDesk, T0 } from './support/fakeDesk';
import { openConversation, openInbox, quietBrowser, renderInbox, reply, row } from './support/renderInbox';

afterEach(() => void vi.restoreAllMocks());

/** A tab of the inbox in a browser with this storage. */
const open = (time = createFakeClock(), storage = createFakeStorage(), mayPlay = true) => {
  const calls = createCalls({
    api: new FakeCalls().api,
    ownId: 'maya',
    clock: time,
    onFailure: vi.fn(),
    ask: () => new Promise(() => {}),
  });
  const workspace = signal<{ calls: Calls } | undefined>({ calls });
  const sound = signal(true);
  const notifications = signal(true);
  const play = vi.fn();
  const notify = vi.fn();
  const unheard = vi.fn();
  let watched = false;
  const ringing = createRinging({
    workspace,
    sound,
    notifications,
    unheard,
    browser: { mayPlay: () => mayPlay, play, notify, watched: () => watched, alone: async (work) => work() },
    local: createSafeStorage(() => storage),
    clock: time,
  });
  const watch = () => {
    watched = true;
  };
  return { calls, workspace, sound, notifications, play, unheard, notify, watch, ringing, time };
};

describe('a visitor’s call', () => {
  it('rings every three seconds until it is taken or has ended', async () => {
    const { calls, play, time } = open();
    calls.heard(createCall());
    await time.advance(0);
    expect(play).toHaveBeenCalledTimes(1);
    await time.advance(6_000);
    expect(play).toHaveBeenCalledTimes(3);
    calls.heard(createCall({ state: 'answered' }));
    await time.advance(60_000);
    expect(play).toHaveBeenCalledTimes(3);
    expect(time.pending()).toBe(0);
  });

  it('does not ring on while this agent answers, after the sign-out, and once the page is gone', async () => {
    for (const end of [
      ({ calls }: ReturnType<typeof open>) => void calls.answer('a'),
      ({ workspace }: ReturnType<typeof open>) => {
        workspace.value = undefined;
      },
      ({ ringing }: ReturnType<typeof open>) => ringing.dispose(),
    ]) {
      const tab = open();
      tab.calls.heard(createCall());
      await flush();
      end(tab);
      expect(tab.time.pending()).toBe(0);
      await tab.time.advance(9_000);
      expect(tab.play).toHaveBeenCalledTimes(1);
    }
  });

  it('is silent where the agent has the sound off, and heard once it is on', async () => {
    const { calls, play, sound, time } = open();
    sound.value = false;
    calls.heard(createCall());
    await time.advance(9_000);
    expect(play).not.toHaveBeenCalled();
    sound.value = true;
    await flush();
    expect(play).toHaveBeenCalledTimes(1);
  });

  it('rings in one tab of several', async () => {
    const time = createFakeClock();
    const storage = createFakeStorage();
    const tabs = [open(time, storage), open(time, storage)];
    for (const tab of tabs) tab.calls.heard(createCall());
    await time.advance(6_500);
    expect(tabs.reduce((sum, tab) => sum + tab.play.mock.calls.length, 0)).toBe(3);
  });

  it('rings in the tab that may play, and asks for a click where none may', async () => {
    for (const [may, rings, asks] of [
      [
        [false, true],
        [0, 3],
        [0, 0],
      ],
      [
        [false, false],
        [0, 0],
        [2, 2],
      ],
    ] as const) {
      const time = createFakeClock();
      const storage = createFakeStorage();
      const tabs = may.map((mayPlay) => open(time, storage, mayPlay));
      for (const tab of tabs) tab.calls.heard(createCall());
      await time.advance(6_500);
      expect(tabs.map(({ play }) => play.mock.calls.length)).toEqual(rings);
      expect(tabs.map(({ unheard }) => unheard.mock.calls.length)).toEqual(asks);
    }
  });

  it('notifies an agent who looks elsewhere, once in all tabs', async () => {
    const time = createFakeClock();
    const storage = createFakeStorage();
    const tabs = [open(time, storage), open(time, storage)];
    for (const tab of tabs) tab.calls.heard(createCall());
    await time.advance(9_000);
    const notices = tabs.flatMap((tab) => tab.notify.mock.calls.map(([notice]) => notice));
    expect(notices).toMatchObject([{ title: 'Ann is calling', tag: 'call a' }]);
  });

  it('does not notify an agent who looks at another tab', async () => {
    const time = createFakeClock();
    const storage = createFakeStorage();
    const [hidden, looking] = [open(time, storage), open(time, storage)];
    looking.watch();
    for (const tab of [hidden, looking]) tab.calls.heard(createCall());
    await time.advance(9_000);
    expect([hidden.notify, looking.notify].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });

  it('does not notify an agent who looks at the inbox, or has notifications off', async () => {
    const looking = open();
    looking.watch();
    const quiet = open();
    quiet.notifications.value = false;
    for (const tab of [looking, quiet]) {
      tab.calls.heard(createCall());
      await tab.time.advance(3_000);
      expect(tab.notify).not.toHaveBeenCalled();
    }
  });

  it('is in the title of the page until it is taken, unless the agent has that off', async () => {
    const { inbox } = await renderInbox(new FakeDesk(), undefined, quietBrowser());
    const title = () => inbox.title.value;
    inbox.workspace.value?.calls.heard(createCall());
    expect(title()).toBe('Ann is calling · Inbox · Porch');
    await inbox.attention.set('title', false);
    expect(title()).toBe('Inbox · Porch');
    await inbox.attention.set('title', true);
    inbox.workspace.value?.calls.heard(createCall({ state: 'answered' }));
    expect(title()).toBe('Inbox · Porch');
  });
});

describe('the keyboard focus in a call', () => {
  const start = async () => {
    const desk = new FakeDesk();
    desk.add('ana', { visitor: { appUserId: 'u' } });
    const inbox = await openInbox(desk, 'Visitor ana');
    inbox.workspace.value?.calls.heard(createCall());
    return inbox;
  };
  const press = async (name: string) => {
    const button = await screen.findByRole('button', { name });
    button.focus();
    fireEvent.click(button);
  };
  const focused = () => document.activeElement?.textContent;
  const microphone = (getUserMedia: () => Promise<MediaStream>) =>
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, { mediaDevices: { value: { getUserMedia } }, platform: { value: 'Linux' } }),
    );
  afterEach(() => vi.unstubAllGlobals());

  /** More time has passed than a double click takes. */
  const later = () => {
    const now = Date.now() + 600;
    vi.spyOn(Date, 'now').mockReturnValue(now);
  };

  it('goes to Mute after an answer, and to the reply after the end', async () => {
    microphone(() => new Promise(() => {}));
    await start();
    await press('Answer');
    await waitFor(() => expect(focused()).toBe('Mute'));
    later();
    await press('End call');
    await waitFor(() => expect(document.activeElement).toBe(reply()));
  });

  it('opens the caller’s conversation, and a second press of Answer neither mutes nor ends', async () => {
    microphone(() => new Promise(() => {}));
    const inbox = await start();
    inbox.workspace.value?.open(undefined);
    await press('Answer');
    for (const name of ['Mute', 'End call']) await press(name);
    expect(screen.getByRole('button', { name: 'Mute' }).getAttribute('aria-pressed')).toBe('false');
    expect(inbox.workspace.value?.activeId.value).toBeDefined();
    later();
    await press('Mute');
    expect(screen.getByRole('button', { name: 'Mute' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('goes to Close where the call could not be taken, and then to the reply', async () => {
    microphone(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    await start();
    await press('Answer');
    await waitFor(() => expect(focused()).toBe('Close'));
    fireEvent.click(document.activeElement as HTMLElement);
    await waitFor(() => expect(document.activeElement).toBe(reply()));
  });

  it('goes to the list where no conversation is open', async () => {
    const inbox = await start();
    inbox.workspace.value?.open(undefined);
    await press('Decline');
    await waitFor(() => expect(document.activeElement).toBe(row('Visitor ana')));
  });

  it('stays in the reply when a call ends by itself', async () => {
    const inbox = await start();
    await screen.findByRole('button', { name: 'Answer' });
    reply().focus();
    inbox.workspace.value?.calls.heard(createCall({ state: 'ended' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull());
    expect(document.activeElement).toBe(reply());
  });
});

describe('a missed call', () => {
  const missed = (id: string, received: number) =>
    ({ id, kind: 'change', what: 'callMissed', received }) as const;

  it('is in the row, and its line in the log leads to the reply while nobody has answered it', async () => {
    const desk = new FakeDesk();
    desk.add('ana', { missedCallAt: T0 + 9, waitingSince: T0 + 9 });
    desk.happenings.set('ana', [missed('new', T0 + 9), missed('old', T0 + 5)]);
    const { inbox } = await renderInbox(desk);
    await openConversation(inbox, 'Visitor ana');
    expect(row('Visitor ana').textContent).toContain('Missed call · text of m-ana');
    fireEvent.click(screen.getByRole('button', { name: 'Note' }));
    expect(await screen.findAllByText(/^Missed call from/)).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'Write' }));
    await waitFor(() => expect(document.activeElement).toBe(reply()));
    const conversation = { ...desk.of('ana'), missedCallAt: undefined, waitingSince: undefined };
    desk.emit({ type: 'conversation:updated', conversation });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Write' })).toBeNull());
    expect(row('Visitor ana').textContent).not.toContain('Missed call');
  });
});
