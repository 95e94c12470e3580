import type { BayeuxMessage, Client, Extension, Scheduler, SchedulerClass } from 'faye/src/faye_browser.js';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLive, type LiveOptions } from '../../../examples/support-desk/inbox/services/live';
import { createClock } from '../../../src/platform/clock';
import { conversation, message } from './support/fakeDesk';

/** A Bayeux client without a network; the test acts as the server. */
class FakeClient {
  static all: FakeClient[] = [];
  extension: Extension = {};
  listeners = new Map<string, () => void>();
  listener: ((data: unknown) => void) | undefined;
  /** The channels that the inbox is subscribed to. */
  channels: string[] = [];
  disabled: string[] = [];
  disconnected = 0;
  _advice = { interval: 0, timeout: 8000 };
  _dispatcher: { connectionType: string; maySocket?: () => boolean } = { connectionType: 'long-polling' };
  constructor(
    readonly endpoint: string,
    readonly scheduler: SchedulerClass,
  ) {
    FakeClient.all.push(this);
  }
  addExtension(extension: Extension): void {
    this.extension = extension;
  }
  disable(feature: string): void {
    this.disabled.push(feature);
  }
  subscribe(channel: string, listener: (data: unknown) => void): { cancel(): void } {
    this.listener = listener;
    this.channels.push(channel);
    return {
      cancel: () => {
        this.channels = this.channels.filter((other) => other !== channel);
      },
    };
  }
  disconnect(): void {
    this.disconnected += 1;
  }
  on(event: string, listener: () => void): void {
    this.listeners.set(event, listener);
  }
  sends(sent: BayeuxMessage): Promise<BayeuxMessage | null> {
    return new Promise((resolve) => this.extension.outgoing?.(sent, resolve));
  }
  /** What faye has got. */
  passed: BayeuxMessage[] = [];
  receives(received: BayeuxMessage): void {
    this.extension.incoming?.(received, (m) => {
      if (m) this.passed.push(m);
    });
  }
}

const start = (ticket: LiveOptions['ticket'] = async () => ({ ok: true, value: 'ticket' })) => {
  const calls: string[] = [];
  const events: unknown[] = [];
  const options: LiveOptions = {
    clock: createClock(),
    baseUrl: '/faye',
    ticket,
    onEvent: (event) => events.push(event),
    onReady: () => calls.push('ready'),
    onFollowing: () => calls.push('following'),
    onSilence: async () => void calls.push('silence'),
    onDenied: () => calls.push('denied'),
    onState: (state) => calls.push(state),
    createClient: (endpoint, scheduler) => new FakeClient(endpoint, scheduler) as unknown as Client,
  };
  const live = createLive(options);
  onTestFinished(() => live.close());
  const client = (): FakeClient => {
    const last = FakeClient.all.at(-1);
    if (!last) throw new Error('no client was made');
    return last;
  };
  return { live, calls, events, client };
};

afterEach(() => {
  FakeClient.all = [];
  vi.restoreAllMocks();
});

const confirmed = (subscription: string): BayeuxMessage => ({
  channel: '/meta/subscribe',
  successful: true,
  subscription,
});
const subscribed = confirmed('/desk/list');
const subscribing: BayeuxMessage = { channel: '/meta/subscribe', subscription: '/desk/list' };

describe('the live connection', () => {
  it('shows a ticket to the first subscription of each connection, and to nothing else', async () => {
    let tickets = 0;
    const { client } = start(async () => {
      tickets += 1;
      return { ok: true, value: `ticket ${tickets}` };
    });
    const extOf = async (sent: BayeuxMessage) => (await client().sends(sent))?.ext;
    expect(await extOf(subscribing)).toEqual({ ticket: 'ticket 1' });
    for (const channel of ['/meta/handshake', '/meta/connect'])
      expect(await extOf({ channel })).toBeUndefined();
    expect(await extOf({ ...subscribing, subscription: '/desk/conversations/ana' })).toBeUndefined();
    // Faye has connected again.
    const subscription = ['/desk/list', '/desk/conversations/ana'];
    expect(await extOf({ ...subscribing, subscription })).toEqual({ ticket: 'ticket 2' });
  });

  it('is denied when the desk gives no ticket to it', async () => {
    const { client, calls } = start(async () => ({ ok: false, failure: 'unauthorized' }));
    expect(await client().sends(subscribing)).toBeNull();
    expect(calls.at(-1)).toBe('denied');
  });

  it('sends no subscription whose ticket arrived after it was closed', async () => {
    const { client, live, calls } = start();
    const sent = client().sends(subscribing);
    live.close();
    expect(await sent).toBeNull();
    expect(calls).not.toContain('denied');
  });

  it('asks for a catch-up after each subscription and each return of the connection', () => {
    const { calls, client } = start();
    client().receives(subscribed);
    expect(calls).toEqual(['connecting', 'connected', 'ready']);
    client().listeners.get('transport:down')?.();
    client().listeners.get('transport:up')?.();
    client().receives(subscribed);
    expect(calls.slice(3)).toEqual(['reconnecting', 'connected', 'ready', 'connected', 'ready']);
  });

  it('passes valid events on and leaves out others', () => {
    const { events, client } = start();
    const event = { type: 'message', conversation: conversation('ana'), message: message('1') };
    client().listener?.({
      events: [null, { type: 'message' }, { ...event, message: {} }, event, { type: '?' }],
    });
    client().listener?.('nonsense');
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ type: 'message', message: { _id: '1' } });
  });

  it.each(['401::Unauthorized', '500::Oops', '403:/desk/list:Forbidden'])(
    'takes %s, which may be about an old ticket or an older desk, for no end of the session',
    (error) => {
      vi.useFakeTimers();
      const { calls, live, client } = start();
      const first = client();
      first.receives({ channel: '/meta/subscribe', successful: false, error });
      vi.advanceTimersByTime(5000);
      expect(calls).not.toContain('denied');
      expect(client()).not.toBe(first);
      live.close();
      vi.useRealTimers();
    },
  );

  it('is silent once closed and cancels a pending handshake', async () => {
    const { live, calls, events, client } = start();
    live.close();
    const before = calls.length;
    expect(await client().sends({ channel: '/meta/handshake' })).toBeNull();
    client().receives({ channel: '/meta/handshake', successful: true });
    client().receives(subscribed);
    client().listeners.get('transport:down')?.();
    client().listener?.({ events: [{ type: 'conversation:added', conversation: conversation('ana') }] });
    await Promise.resolve();
    expect(calls).toHaveLength(before);
    expect(events).toEqual([]);
    expect(client().disconnected).toBe(2);
  });

  it('retries with growing pauses of at most 3 s (± 25 %) and gives up when closed', () => {
    const { live, client } = start();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const scheduler: Scheduler = new (client().scheduler)(
      { channel: '/meta/connect' },
      { timeout: 60, interval: 5 },
    );
    const pauses = [1, 2, 3, 4, 5, 6].map(() => {
      scheduler.fail();
      return scheduler.getInterval();
    });
    expect(pauses).toEqual([1, 2, 3, 3, 3, 3]);
    expect(scheduler.isDeliverable()).toBe(true);
    live.close();
    expect(scheduler.isDeliverable()).toBe(false);
  });

  it('makes another connection at once when the network is back', () => {
    const { live, calls, client } = start();
    const first = client();
    live.restart();
    expect(first.disconnected).toBe(1);
    expect(client()).not.toBe(first);
    expect(calls.at(-1)).toBe('reconnecting');
  });
});

describe('a line that lies', () => {
  afterEach(() => vi.useRealTimers());

  /** A message over the present way gets no answer. */
  const fail = (client: FakeClient) =>
    new client.scheduler({ channel: '/meta/connect' }, { timeout: 60, interval: 5 }).fail();
  const answer = (client: FakeClient, by: string) => {
    client._dispatcher.connectionType = by;
    client.receives({ channel: '/meta/connect', successful: true });
  };

  it('has its socket left when nothing came through it, and long polls are no reason for another connection', () => {
    const { client } = start();
    const first = client();
    fail(first);
    expect(client()).toBe(first);
    first._dispatcher.connectionType = 'websocket';
    fail(first);
    expect([client() === first, client()._dispatcher.maySocket?.()]).toEqual([false, false]);
  });

  it('has a socket that worked left when it fails twice, and tried again 10 min later', () => {
    vi.useFakeTimers();
    const { client } = start();
    const first = client();
    answer(first, 'websocket');
    fail(first);
    expect(client()).toBe(first);
    vi.advanceTimersByTime(2000);
    fail(first);
    const second = client();
    expect(second).not.toBe(first);
    answer(second, 'long-polling');
    vi.advanceTimersByTime(600_000);
    answer(second, 'long-polling');
    expect([client() === second, client()._dispatcher.maySocket?.()]).toEqual([false, true]);
  });

  it('has its news fetched every 6.5 s until an answer comes, whatever restarts, and not after that', async () => {
    vi.useFakeTimers();
    const { client, live, calls } = start();
    const silences = () => calls.filter((call) => call === 'silence').length;
    await vi.advanceTimersByTimeAsync(6499);
    live.restart();
    expect(silences()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(silences()).toBe(1);
    await vi.advanceTimersByTimeAsync(6500);
    expect(silences()).toBe(2);
    for (let i = 0; i < 20; i++) {
      answer(client(), 'websocket');
      await vi.advanceTimersByTimeAsync(7999);
    }
    expect(silences()).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(silences()).toBe(3);
    live.close();
    await vi.advanceTimersByTimeAsync(100_000);
    expect([silences(), vi.getTimerCount()]).toEqual([3, 0]);
  });
});

describe('following a conversation', () => {
  const ANA = '/desk/conversations/ana';
  const BO = '/desk/conversations/bo';

  it('begins once the list is subscribed, and asks for a catch-up of the conversation each time', () => {
    const { calls, live, client } = start();
    live.follow('ana');
    expect(client().channels).toEqual(['/desk/list']);
    client().receives(subscribed);
    expect(client().channels).toEqual(['/desk/list', ANA]);
    expect(calls).not.toContain('following');
    client().receives(confirmed(ANA));
    expect(calls.at(-1)).toBe('following');
    // The desk has restarted, and Faye subscribes to all channels again.
    client().receives(subscribed);
    client().receives(confirmed(ANA));
    expect(calls.slice(-3)).toEqual(['connected', 'ready', 'following']);
  });

  it('leaves one conversation for the next, and both when none is open', () => {
    const { live, client } = start();
    client().receives(subscribed);
    live.follow('ana');
    client().receives(confirmed(ANA));
    live.follow('bo');
    expect(client().channels).toEqual(['/desk/list', BO]);
    client().receives(confirmed(BO));
    live.follow(undefined);
    expect(client().channels).toEqual(['/desk/list']);
  });

  it('leaves also one whose subscription was still under way, as soon as the desk confirms it', () => {
    const { calls, live, client } = start();
    client().receives(subscribed);
    live.follow('ana');
    live.follow('bo');
    client().receives(confirmed(BO));
    // Faye would subscribe to it all the same.
    expect(client().channels).toEqual(['/desk/list', ANA, BO]);
    client().receives(confirmed(ANA));
    expect(client().channels).toEqual(['/desk/list', BO]);
    expect(calls.filter((call) => call === 'following')).toHaveLength(1);
  });

  it('goes on after a restart of the connection, with the conversation that is open then', () => {
    const { live, client } = start();
    client().receives(subscribed);
    live.follow('ana');
    live.close();
    live.follow('bo');
    live.restart();
    client().receives(subscribed);
    expect(client().channels).toEqual(['/desk/list', BO]);
  });

  it('tries again when the desk refuses it for the moment', () => {
    vi.useFakeTimers();
    const { live, client } = start();
    const first = client();
    first.receives(subscribed);
    live.follow('ana');
    first.receives({ channel: '/meta/subscribe', successful: false, error: '429:9:', subscription: ANA });
    vi.advanceTimersByTime(9000);
    expect(client()).not.toBe(first);
    client().receives(subscribed);
    expect(client().channels).toEqual(['/desk/list', ANA]);
    live.close();
    vi.useRealTimers();
  });
});

describe('a desk that had too much', () => {
  afterEach(() => vi.useRealTimers());

  it('has its time before the next handshake', () => {
    vi.useFakeTimers();
    const { client } = start();
    const advice = { reconnect: 'retry', interval: 30_000 };
    const refused = {
      channel: '/meta/handshake',
      successful: false,
      error: '429:30:Too many handshakes',
      advice,
    };
    client().receives(refused);
    vi.advanceTimersByTime(29_999);
    expect(client().passed).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(client().passed).toEqual([refused]);
  });

  it.each([
    ['429:30:Too many subscriptions', 30_000],
    ['500::Internal server error', 5_000],
  ])('has its time before the next subscription after %s', (error, ms) => {
    vi.useFakeTimers();
    const { client, calls } = start();
    const first = client();
    first.receives({ channel: '/meta/subscribe', successful: false, error });
    vi.advanceTimersByTime(ms - 1);
    expect(client()).toBe(first);
    vi.advanceTimersByTime(1);
    expect(client()).not.toBe(first);
    const states = calls.filter((call) => call !== 'silence');
    expect([first.disconnected, states]).toEqual([1, ['connecting', 'reconnecting']]);
    client().receives(subscribed);
    expect(calls.slice(-2)).toEqual(['connected', 'ready']);
  });

  it.each([
    ['30 s', { failure: 'busy', waitS: 30 }, 30_000],
    ['5 s where it does not say', { failure: 'busy' }, 5_000],
    ['5 s where it cannot be reached', { failure: 'network' }, 5_000],
    ['no more than 5 min', { failure: 'busy', waitS: 1e9 }, 300_000],
  ] as const)('is asked for another ticket after %s', async (_time, refusal, ms) => {
    vi.useFakeTimers();
    const { client } = start(async () => ({ ok: false, ...refusal }));
    const first = client();
    expect(await first.sends(subscribing)).toBeNull();
    vi.advanceTimersByTime(ms - 1);
    expect(client()).toBe(first);
    vi.advanceTimersByTime(1);
    expect(client()).not.toBe(first);
  });

  it('is asked for later and later after tickets that the desk refuses, and soon after one that it takes', () => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { client } = start();
    const refuse = () =>
      client().receives({ channel: '/meta/subscribe', successful: false, error: '401::invalid_auth' });
    const waitAfterRefusal = (): number => {
      const before = client();
      refuse();
      let seconds = 0;
      for (; client() === before; seconds += 1) vi.advanceTimersByTime(1000);
      return seconds;
    };
    expect(Array.from({ length: 8 }, waitAfterRefusal)).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
    client().receives(subscribed);
    expect(waitAfterRefusal()).toBe(1);
  });

  it('is not asked again once the inbox is closed', () => {
    vi.useFakeTimers();
    const { client, live } = start();
    client().receives({
      channel: '/meta/subscribe',
      successful: false,
      error: '429:30:Too many subscriptions',
    });
    live.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
