import { signal } from '@preact/signals-react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ArrivalDeps, createArrivals } from '../../../../src/delivery/receiving/arrivals';
import type { AttentionDeps } from '../../../../src/delivery/receiving/attentionDeps';
import { createAttention } from '../../../../src/features/attention/attention';
import { createPageEvents } from '../../../../src/slices/pageEvents';
import type { WireMessage } from '../../../../src/wire/message';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { createFakePage } from '../../../support/fakePage';
import { createFakeStore } from '../../../support/fakeStorage';

type Shown = { title: string; body: string; onclick?: () => void; close(): void };

let undos: (() => void)[] = [];
afterEach(() => {
  for (const undo of undos.reverse()) undo();
  undos = [];
});

const clock = createFakeClock();
/** What all tabs of a browser share: the storage, and a lock that one of them has at a time. */
let lasting = createFakeStore();
let queue: Promise<unknown> = Promise.resolve();
beforeEach(() => {
  lasting = createFakeStore();
  queue = Promise.resolve();
});
const request = (_name: string, work: () => unknown) => {
  const done = queue.then(work);
  queue = done.catch(() => {});
  return done;
};

type Options = {
  flags?: Record<string, unknown>;
  session?: ReturnType<typeof createFakeStore>;
  permission?: NotificationPermission;
  /** What the visitor answers when they are asked. */
  answer?: NotificationPermission;
  gesture?: boolean;
  state?: string;
};

/** One tab: a page with a title, whose sounds and notifications are counted. */
const openTab = (options: Options = {}) => {
  const page = createFakePage();
  let focused = true;
  page.focused = () => focused;
  const listeners = new Map<string, () => void>();
  const notices: Shown[] = [];
  const tones = vi.fn();
  class FakeNotification implements Shown {
    static permission = options.permission ?? 'default';
    static requestPermission = vi.fn(async () => {
      FakeNotification.permission = options.answer ?? 'granted';
      return FakeNotification.permission;
    });
    title: string;
    body: string;
    close = vi.fn();
    constructor(title: string, { body }: { body: string }) {
      this.title = title;
      this.body = body;
      notices.push(this);
    }
  }
  const node = { connect: (to: unknown) => to };
  const param = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  class FakeAudio {
    state = options.state ?? 'running';
    currentTime = 0;
    resume = () => (this.state === 'running' ? Promise.resolve() : new Promise(() => {}));
    suspend = async () => {};
    close = async () => {};
    createGain = () => ({ ...node, gain: param });
    createOscillator = () => ({ ...node, frequency: {}, start: tones, stop() {} });
  }
  const document = { title: 'Shoes' };
  const host = {
    document,
    isSecureContext: true,
    AudioContext: FakeAudio,
    Notification: FakeNotification,
    navigator: { locks: { request }, userActivation: { hasBeenActive: options.gesture ?? true } },
    addEventListener: (type: string, run: () => void) => listeners.set(type, run),
    removeEventListener: (type: string) => listeners.delete(type),
    focus: vi.fn(),
  };
  const unread = signal(0);
  const router = { openWidget: vi.fn() };
  const conversations = { show: vi.fn() };
  const own: (() => void)[] = [];
  const session = options.session ?? createFakeStore();
  const deps = {
    host,
    page,
    clock,
    unread,
    router,
    conversations,
    storages: { lasting, session },
    onDispose: (undo: () => void) => own.push(undo),
    flags: options.flags ?? { soundNotificationEnabled: true, desktopNotificationsEnabled: true },
    integrationId: 'web',
    title: 'The shop',
    locale: { words: signal(undefined) },
    pageEvents: createPageEvents(),
    messages: { shown: () => [] as WireMessage[] },
  };
  const attention = createAttention(deps as unknown as AttentionDeps);
  const dispose = () => {
    for (const undo of own.splice(0).reverse()) undo();
  };
  undos.push(dispose);
  return {
    attention,
    deps,
    page,
    document,
    unread,
    notices,
    router,
    conversations,
    host,
    session,
    listeners,
    dispose,
    requestPermission: FakeNotification.requestPermission,
    /** How often the sound was heard; it has two tones. */
    sounds: () => tones.mock.calls.length / 2,
    focus(now: boolean) {
      focused = now;
      if (now) listeners.get('focus')?.();
    },
  };
};

let received = 1_800_000_000;
const message = (fields: Partial<WireMessage> = {}): WireMessage =>
  ({
    _id: `m${++received}`,
    received,
    role: 'appMaker',
    type: 'text',
    text: 'Hello',
    name: 'Ada',
    raw: {},
    ...fields,
  }) as WireMessage;

/** The tab takes a message, and time passes. */
const take = async (tab: ReturnType<typeof openTab>, ms: number, one = message()) => {
  tab.attention.take(one, 'c');
  await clock.advance(ms);
};

const it = test.extend('tab', () => openTab());

describe('the sound of a new message', () => {
  it('comes for one that was missed, if it is younger than 180 s, and not for what a page reads first (sound-6)', async () => {
    const heard = async (ago: number, heldTo = 1) => {
      const tab = openTab();
      const missed = message({ received: clock.now() / 1000 - ago });
      tab.deps.messages.shown = () => [missed];
      const delivery = { store: lasting, author: () => ({}), messaging: { sendActivity: async () => {} } };
      const deps = { ...delivery, ...tab.deps } as unknown as ArrivalDeps;
      await createArrivals(deps).takeSynced('c', [missed], 0, heldTo);
      await vi.dynamicImportSettled();
      await clock.advance(100);
      lasting.remove('web.attended');
      return tab.sounds();
    };
    expect([await heard(179), await heard(181), await heard(10, 0)]).toEqual([1, 0, 0]);
  });

  it('is heard at once in a tab that has the focus (sound-1)', async ({ tab }) => {
    await take(tab, 0);
    expect(tab.sounds()).toBe(1);
  });

  it('waits 50 ms in a window without the focus (sound-3)', async ({ tab }) => {
    tab.focus(false);
    await take(tab, 49);
    expect(tab.sounds()).toBe(0);
    await clock.advance(1);
    expect(tab.sounds()).toBe(1);
  });

  it('is heard in one tab of several: the one with the focus (sound-3)', async () => {
    const tabs = [openTab(), openTab(), openTab()];
    for (const [i, tab] of tabs.entries()) tab.focus(i === 2);
    const one = message();
    for (const tab of tabs) tab.attention.take(one, 'c');
    await clock.advance(1000);
    expect(tabs.map((tab) => tab.sounds())).toEqual([0, 0, 1]);
  });

  it('is heard in one tab of several when none has the focus', async () => {
    const tabs = [openTab(), openTab()];
    for (const tab of tabs) tab.focus(false);
    const one = message();
    for (const tab of tabs) tab.attention.take(one, 'c');
    await clock.advance(1000);
    expect(tabs.map((tab) => tab.sounds()).sort()).toEqual([0, 1]);
  });

  it('is heard once for a message that comes twice, and again for the next', async ({ tab }) => {
    const one = message();
    tab.attention.take(one, 'c');
    tab.attention.take(one, 'c');
    await clock.advance(1000);
    expect(tab.sounds()).toBe(1);
    await take(tab, 1000);
    expect(tab.sounds()).toBe(2);
  });

  it('is neither heard nor offered where the configuration has none (home-8, sound-1)', async () => {
    const tab = openTab({ flags: {} });
    await take(tab, 1000);
    expect([tab.sounds(), tab.attention.sound.available.value]).toEqual([0, false]);
  });

  it('is not heard once the visitor has switched it off, on the next page of the tab too (sound-4, store-5)', async () => {
    const tab = openTab();
    tab.attention.sound.toggle();
    expect(tab.session.get('soundDisabled')).toBe('true');
    const next = openTab({ session: tab.session });
    expect(next.attention.sound.on.value).toBe(false);
    next.attention.take(message(), 'c');
    await clock.advance(1000);
    expect(next.sounds()).toBe(0);
  });

  it('is heard as a sample when the visitor switches it on again', async ({ tab }) => {
    tab.attention.sound.toggle();
    tab.attention.sound.toggle();
    await flush();
    expect([tab.sounds(), tab.session.get('soundDisabled')]).toEqual([1, null]);
  });

  it('is not tried on a page that the visitor has not touched', async () => {
    const tab = openTab({ gesture: false });
    await take(tab, 1000);
    expect(tab.sounds()).toBe(0);
  });

  it('does not come late when the browser refuses it', async () => {
    const tab = openTab({ state: 'suspended' });
    await take(tab, 60_000);
    expect(tab.sounds()).toBe(0);
  });

  it('does without a lock where the page has none', async ({ tab }) => {
    Object.assign(tab.host.navigator, { locks: undefined });
    await take(tab, 1000);
    expect(tab.sounds()).toBe(1);
  });

  it('is not heard after the messenger has ended', async ({ tab }) => {
    tab.focus(false);
    tab.attention.take(message(), 'c');
    tab.dispose();
    await clock.advance(1000);
    expect([tab.sounds(), tab.listeners.size, tab.page.listeners()]).toEqual([0, 0, 0]);
  });
});

describe('the mark in the title', () => {
  const arrive = (tab: ReturnType<typeof openTab>) => {
    tab.attention.take(message(), 'c');
    tab.unread.value++;
  };

  it('counts the unread messages of a page that is not looked at, until it is (sound-5)', ({ tab }) => {
    tab.page.setVisible(false);
    arrive(tab);
    expect(tab.document.title).toBe('(1) Shoes');
    arrive(tab);
    expect(tab.document.title).toBe('(2) Shoes');
    tab.page.setVisible(true);
    expect(tab.document.title).toBe('Shoes');
  });

  it('is on a window that lost the focus, until it has it again', ({ tab }) => {
    tab.focus(false);
    arrive(tab);
    expect(tab.document.title).toBe('(1) Shoes');
    tab.focus(true);
    expect(tab.document.title).toBe('Shoes');
  });

  it('is not on a page that the visitor looks at', ({ tab }) => {
    arrive(tab);
    expect(tab.document.title).toBe('Shoes');
  });

  it('goes when the messages are read elsewhere, and keeps to two digits', ({ tab }) => {
    tab.page.setVisible(false);
    arrive(tab);
    tab.unread.value = 120;
    expect(tab.document.title).toBe('(99+) Shoes');
    tab.unread.value = 0;
    expect(tab.document.title).toBe('Shoes');
  });

  it('leaves a title that the page has set since', ({ tab }) => {
    tab.page.setVisible(false);
    arrive(tab);
    tab.document.title = 'Boots';
    arrive(tab);
    expect(tab.document.title).toBe('(2) Boots');
    tab.document.title = 'Socks';
    tab.page.setVisible(true);
    expect(tab.document.title).toBe('Socks');
  });

  it('goes from a page without a title, too', ({ tab }) => {
    let kept = '';
    // A browser leaves out blanks at the ends.
    Object.defineProperty(tab.document, 'title', { get: () => kept.trim(), set: (title) => (kept = title) });
    tab.page.setVisible(false);
    arrive(tab);
    arrive(tab);
    expect(tab.document.title).toBe('(2)');
    tab.page.setVisible(true);
    expect(tab.document.title).toBe('');
  });

  it('goes with the messenger', ({ tab }) => {
    tab.page.setVisible(false);
    arrive(tab);
    tab.dispose();
    expect(tab.document.title).toBe('Shoes');
  });
});

describe('a desktop notification', () => {
  const switchedOn = async (options?: Options) => {
    const tab = openTab(options);
    await tab.attention.notifications.toggle();
    return tab;
  };

  it('is shown by nobody who was not asked, and nobody is asked unbidden', async () => {
    const tab = openTab({ permission: 'granted' });
    tab.page.setVisible(false);
    await take(tab, 1000);
    expect([tab.notices, tab.requestPermission.mock.calls]).toEqual([[], []]);
  });

  it('tells author and text where the page is not looked at, and opens the conversation', async () => {
    const tab = await switchedOn();
    tab.page.setVisible(false);
    await take(tab, 1000, message({ text: 'We have it in blue.' }));
    expect(tab.notices).toMatchObject([{ title: 'Ada', body: 'We have it in blue.' }]);
    tab.notices[0]?.onclick?.();
    expect(tab.host.focus).toHaveBeenCalled();
    expect(tab.conversations.show).toHaveBeenCalledWith('c');
    expect(tab.router.openWidget).toHaveBeenCalled();
  });

  it('is not shown on a page that the visitor looks at', async () => {
    const tab = await switchedOn();
    await take(tab, 1000);
    expect(tab.notices).toEqual([]);
  });

  it('is shown once for several tabs', async () => {
    const tabs = [await switchedOn(), openTab({ permission: 'granted' })];
    const one = message();
    for (const tab of tabs) {
      tab.page.setVisible(false);
      tab.attention.take(one, 'c');
    }
    await clock.advance(1000);
    expect(tabs.flatMap((tab) => tab.notices)).toHaveLength(1);
  });

  it('stays on for later pages until it is switched off', async () => {
    const tab = await switchedOn();
    expect(lasting.get('web.notifications')).toBe('on');
    const later = openTab({ permission: 'granted' });
    expect(later.attention.notifications.on.value).toBe(true);
    await later.attention.notifications.toggle();
    expect([later.attention.notifications.on.value, lasting.get('web.notifications')]).toEqual([false, null]);
    expect(tab.requestPermission).toHaveBeenCalledOnce();
    expect(later.requestPermission).not.toHaveBeenCalled();
  });

  it('says that the browser blocks it once the visitor has refused', async () => {
    const tab = openTab({ answer: 'denied' });
    const { notifications } = tab.attention;
    await expect(notifications.toggle()).rejects.toEqual({ isActionCancelled: true });
    expect([notifications.on.value, notifications.available.value, notifications.blocked.value]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('is not offered where the configuration has none', () => {
    const { notifications } = openTab({ flags: { soundNotificationEnabled: true } }).attention;
    expect([notifications.available.value, notifications.blocked.value]).toEqual([false, false]);
  });
});
