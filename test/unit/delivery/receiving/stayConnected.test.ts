import { effect } from '@preact/signals-react';
import { describe, expect, test, vi } from 'vitest';
import { createSubscriptionRefusal } from '../../../../src/delivery/identity/refusedSubscription';
import { createSilence } from '../../../../src/delivery/receiving/silence';
import { createConnectionKeeper } from '../../../../src/delivery/receiving/stayConnected';
import type { RealtimeListener } from '../../../../src/services/realtime';
import { RequestError } from '../../../../src/services/requestError';
import { createConnection } from '../../../../src/slices/connection';
import { createUser } from '../../../../src/slices/user';
import type { SubscribeExt } from '../../../../src/wire/realtime';
import type { RealtimeSettings } from '../../../../src/wire/user';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { createFakePage } from '../../../support/fakePage';
import { createFakeStore } from '../../../support/fakeStorage';
import { createOwner } from '../../../support/owner';

type Opened = { ext: SubscribeExt; listener: RealtimeListener; closed: boolean };

const create = (
  settings: RealtimeSettings | undefined = { enabled: true, baseUrl: 'https://rt.example' },
) => {
  const clock = createFakeClock();
  const page = createFakePage();
  const connection = createConnection({ clock });
  const user = createUser({
    store: createFakeStore(),
    session: createFakeStore(),
    integrationId: 'int',
    createId: () => 'id',
    now: Date.now,
  });
  const opened: Opened[] = [];
  const state = { broken: false, refreshed: false };
  const onEvents = vi.fn();
  const onGap = vi.fn();
  const onSilence = vi.fn();
  const report = vi.fn();
  const refresh = vi.fn(async () => state.refreshed);
  const owner = createOwner(clock);
  const keeper = createConnectionKeeper({
    onDispose: owner.onDispose,
    realtime: {
      connect(ext, _settings, listener) {
        const one: Opened = { ext, listener, closed: false };
        opened.push(one);
        if (state.broken) throw new Error('no chunk');
        return {
          close() {
            one.closed = true;
          },
        };
      },
    },
    user,
    connection,
    page,
    clock: owner.clock,
    appId: 'app',
    onEvents,
    onGap,
    silence: createSilence(owner.clock, onSilence),
    refused: createSubscriptionRefusal({ user, refresh, report }),
    report,
  });
  const dispose = () => {
    keeper.stop();
    owner.dispose();
  };
  const signIn = () => user.signIn({ _id: 'u' }, 'token', settings);
  /** Signs the visitor in, and wants a connection for them. */
  const begin = () => {
    signIn();
    keeper.start();
    return flush();
  };
  const last = () => opened[opened.length - 1] as Opened;
  const open = () => opened.filter((o) => !o.closed).length;
  return {
    clock,
    page,
    connection,
    user,
    opened,
    state,
    onEvents,
    onGap,
    onSilence,
    report,
    refresh,
    keeper,
    dispose,
    signIn,
    begin,
    last,
    open,
  };
};

/** A side that is connected and subscribed, long enough that the connection no longer counts as new. */
const connected = async () => {
  const side = create();
  await side.begin();
  side.last().listener.onSubscribed();
  await side.clock.advance(5000);
  side.onGap.mockClear();
  return side;
};

const it = test.extend('side', () => connected());

describe('a connection', () => {
  it('is opened once for any number of starts, with the visitor’s credential', async () => {
    const side = create();
    side.signIn();
    side.keeper.start();
    side.keeper.start();
    await flush();
    side.keeper.start();
    expect(side.opened.map((o) => o.ext)).toEqual([{ appId: 'app', appUserId: 'u', sessionToken: 'token' }]);
  });

  it('is not opened without a visitor or an address, or with realtime off', async () => {
    const nobody = create();
    nobody.keeper.start();
    const off = create({ enabled: false, baseUrl: 'https://rt.example' });
    const nowhere = create({ enabled: true });
    for (const side of [off, nowhere]) {
      side.signIn();
      side.keeper.start();
    }
    await flush();
    expect([nobody, off, nowhere].map((s) => s.opened.length)).toEqual([0, 0, 0]);
  });

  it('waits as long as the service asks before the first one, unless something wakes it (live-13)', async () => {
    const settings = { enabled: true, baseUrl: 'https://rt.example', connectionDelay: 5 };
    const [patient, woken, greedy] = [
      create(settings),
      create(settings),
      create({ ...settings, connectionDelay: 999 }),
    ];
    for (const side of [patient, woken, greedy]) {
      side.signIn();
      side.keeper.start();
    }
    await patient.clock.advance(4999);
    expect(patient.opened).toHaveLength(0);
    await patient.clock.advance(1);
    expect(patient.opened).toHaveLength(1);
    woken.keeper.start();
    await woken.clock.advance(60_000);
    expect(woken.opened).toHaveLength(1);
    await greedy.clock.advance(59_999);
    expect(greedy.opened).toHaveLength(0);
    await greedy.clock.advance(1);
    expect(greedy.opened).toHaveLength(1);
    for (const side of [patient, woken, greedy]) {
      side.dispose();
      expect(side.clock.pending()).toBe(0);
    }
  });

  it('is connected once subscribed, reads missed messages and passes on events (msg-20)', async () => {
    const side = create();
    await side.begin();
    expect(side.connection.status.value).toBe('disconnected');
    side.last().listener.onSubscribed();
    expect([side.connection.status.value, side.onGap.mock.calls.length]).toEqual(['connected', 1]);
    side.last().listener.onEvents([]);
    expect(side.onEvents).toHaveBeenCalledWith([]);
  });

  it('is reconnecting when lost, and connected again when restored (live-1)', async ({ side }) => {
    side.last().listener.onDown('long-polling');
    expect(side.connection.status.value).toBe('reconnecting');
    side.last().listener.onSubscribed();
    expect([side.connection.status.value, side.onGap.mock.calls.length]).toEqual(['connected', 1]);
  });

  it('is connected again when an answer comes after a loss, without a new subscription', async ({ side }) => {
    side.last().listener.onDown('long-polling');
    side.last().listener.onAlive('long-polling', 8000);
    expect([side.connection.status.value, side.onGap.mock.calls.length]).toEqual(['connected', 1]);
    side.last().listener.onAlive('long-polling', 8000);
    expect(side.onGap).toHaveBeenCalledTimes(1);
  });

  it('is not reconnecting before it was ever connected', async () => {
    const side = create();
    await side.begin();
    side.last().listener.onDown('long-polling');
    expect(side.connection.status.value).toBe('disconnected');
  });
});

describe('a WebSocket', () => {
  const lost = (side: Awaited<ReturnType<typeof connected>>) => side.last().listener.onDown('websocket');

  it('that fails before anything came through it is left at once (live-15)', async ({ side }) => {
    lost(side);
    expect([side.opened.length, side.open(), side.last().listener.maySocket()]).toEqual([2, 1, false]);
    expect([side.connection.status.value, side.connection.state.value]).toEqual(['reconnecting', 'switched']);
  });

  it('that worked may fail once, and is left at the second failure (live-15)', async ({ side }) => {
    side.last().listener.onAlive('websocket', 8000);
    lost(side);
    lost(side);
    expect([side.opened.length, side.connection.state.value]).toEqual([1, 'down']);
    await side.clock.advance(12_000);
    lost(side);
    expect([side.opened.length, side.last().listener.maySocket()]).toEqual([2, false]);
  });

  it('is avoided for 10 min where another way works, then tried again (live-15)', async ({ side }) => {
    lost(side);
    const { listener } = side.last();
    listener.onSubscribed();
    for (let minute = 0; minute < 10; minute++) {
      listener.onAlive('long-polling', 8000);
      expect([side.opened.length, listener.maySocket()]).toEqual([2, false]);
      await side.clock.advance(60_000);
    }
    listener.onAlive('long-polling', 8000);
    expect([side.opened.length, side.open(), side.last().listener.maySocket()]).toEqual([3, 1, true]);
  });

  it('is kept in mind for the next connections, until the network is gone (live-15)', async ({ side }) => {
    lost(side);
    side.last().listener.onAlive('long-polling', 8000);
    side.keeper.stop();
    side.keeper.start();
    await flush();
    expect(side.last().listener.maySocket()).toBe(false);
    side.page.setOnline(false);
    side.page.setOnline(true);
    expect(side.last().listener.maySocket()).toBe(true);
  });
});

describe('the history', () => {
  const READ_MS = 7800;
  const reads = async (side: ReturnType<typeof create>, ms: number) => {
    side.onSilence.mockClear();
    await side.clock.advance(ms);
    return side.onSilence.mock.calls.length;
  };

  it('is read every 5 to 8 s from the start until something comes by realtime (live-16)', async () => {
    const side = create();
    side.signIn();
    side.keeper.start();
    expect(await reads(side, READ_MS)).toBe(1);
    const many = await reads(side, 100 * READ_MS);
    expect(many).toBeGreaterThanOrEqual(100);
    expect(many).toBeLessThan(150);
  });

  it('is not read while answers come in time, and again when one is late (live-16)', async ({ side }) => {
    for (let i = 0; i < 20; i++) {
      side.last().listener.onAlive('websocket', 8000);
      expect(await reads(side, 7999)).toBe(0);
    }
    expect(await reads(side, 1)).toBe(1);
    expect(await reads(side, READ_MS)).toBe(1);
  });

  it('is not waited for anew by rounds that fail (live-16)', async () => {
    const side = create();
    side.signIn();
    side.keeper.start();
    const times = [side.clock.now()];
    side.onSilence.mockImplementation(() => times.push(side.clock.now()));
    for (let i = 0; i < 20; i++) {
      side.last().listener.onExhausted();
      await side.clock.advance(72_000);
    }
    expect(side.opened.length).toBeGreaterThan(20);
    const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(READ_MS);
  });

  it.each([
    ['left', (side: ReturnType<typeof create>) => side.page.hide()],
    ['without a visitor', (side: ReturnType<typeof create>) => side.keeper.stop()],
  ])('is not read while the page is %s (live-16)', async (_why, happen) => {
    const side = await connected();
    happen(side);
    expect(await reads(side, 100_000)).toBe(0);
  });

  it('is not read by a page that never connected', async () => {
    const side = create({ enabled: false, baseUrl: 'https://rt.example' });
    side.signIn();
    side.keeper.start();
    expect(await reads(side, 100_000)).toBe(0);
  });
});

describe('a round that failed', () => {
  it.each([
    ['the code could not be had', 'load'],
    ['every attempt was in vain', 'exhausted'],
    ['the service refused for a reason of its own', 'refused'],
  ])('as %s is followed by another after 48 to 72 s', async (_name, why) => {
    const side = create();
    side.signIn();
    side.state.broken = why === 'load';
    side.keeper.start();
    await flush();
    if (why === 'exhausted') side.last().listener.onExhausted();
    if (why === 'refused') side.last().listener.onRefused('500::oops');
    await side.clock.advance(47_999);
    expect(side.opened).toHaveLength(1);
    await side.clock.advance(24_001);
    expect(side.opened).toHaveLength(2);
    expect(side.open()).toBeLessThanOrEqual(why === 'load' ? 2 : 1);
  });

  it('is over: an answer that still comes is taken for no subscription', async ({ side }) => {
    const { listener } = side.last();
    listener.onRefused('500::oops');
    await flush();
    listener.onDown('websocket');
    listener.onAlive('websocket', 8000);
    listener.onSubscribed();
    expect([side.open(), side.connection.state.value, side.onGap.mock.calls.length]).toEqual([
      0,
      'refused',
      0,
    ]);
  });

  it('waits while the page is hidden, and starts again when it is visible (live-3)', async ({ side }) => {
    side.last().listener.onDown('long-polling');
    side.last().listener.onExhausted();
    side.page.setVisible(false);
    await side.clock.advance(1_000_000);
    expect(side.opened).toHaveLength(1);
    side.page.setVisible(true);
    await flush();
    expect(side.opened).toHaveLength(2);
  });
});

describe('a service that goes down to start again', () => {
  const goingDown = async () => {
    const side = await connected();
    side.last().listener.onRestart(1500);
    await flush();
    return side;
  };

  it('is left at once and reconnected after its interval, with jitter', async () => {
    const random = vi.spyOn(Math, 'random');
    for (const [share, ms] of [
      [0, 1500],
      [0.999, 2999],
    ] as const) {
      random.mockReturnValue(share);
      const side = await goingDown();
      expect([side.open(), side.connection.status.value]).toEqual([0, 'reconnecting']);
      await side.clock.advance(ms - 1);
      expect(side.opened).toHaveLength(1);
      await side.clock.advance(1);
      expect([side.opened.length, side.open()]).toEqual([2, 1]);
    }
    random.mockRestore();
  });

  it('gets a new round within 3 s of each failed attempt until it is back', async () => {
    const side = await goingDown();
    for (let round = 2; round <= 6; round++) {
      await side.clock.advance(3000);
      expect([side.opened.length, side.open()]).toEqual([round, 1]);
      side.last().listener.onDown('long-polling');
      await flush();
      expect(side.open()).toBe(0);
    }
    await side.clock.advance(3000);
    side.last().listener.onSubscribed();
    expect([side.connection.status.value, side.onGap.mock.calls.length]).toEqual(['connected', 1]);
    await side.clock.advance(100_000);
    expect(side.opened).toHaveLength(7);
  });

  it('gets normal rounds when it is not back after 30 s', async () => {
    const side = await goingDown();
    while (side.connection.restarting()) {
      await side.clock.advance(1000);
      if (side.open()) side.last().listener.onDown('long-polling');
      await flush();
    }
    await side.clock.advance(3000);
    const rounds = side.opened.length;
    side.last().listener.onDown('long-polling');
    await side.clock.advance(60_000);
    // The open round makes its own attempts, so no new round starts.
    expect([side.opened.length, side.open()]).toEqual([rounds, 1]);
  });

  it('is reconnected at once when the visitor writes, returns or is online (live-3)', async () => {
    const side = await goingDown();
    side.keeper.start();
    await flush();
    expect([side.opened.length, side.open()]).toEqual([2, 1]);
    await side.clock.advance(5000);
    side.page.setOnline(true);
    await flush();
    expect([side.opened.length, side.open()]).toEqual([3, 1]);
  });

  it('is not reconnected by a visitor who has left', async () => {
    const side = await goingDown();
    side.dispose();
    await side.clock.advance(100_000);
    expect([side.opened.length, side.clock.pending()]).toEqual([1, 0]);
  });
});

describe('a refused credential', () => {
  it('is renewed and the subscription repeated (live-4)', async ({ side }) => {
    side.state.refreshed = true;
    side.last().listener.onRefused('401::invalid_auth');
    await flush();
    expect([side.refresh.mock.calls.length, side.opened.length, side.open()]).toEqual([1, 2, 1]);
  });

  it('is tried again while attempts are below 4, and then disconnects (live-4)', async ({ side }) => {
    side.state.refreshed = true;
    for (let i = 0; i < 6; i++) {
      side.last().listener.onRefused('401::invalid_auth');
      await flush();
    }
    expect(side.opened).toHaveLength(4);
    expect([side.connection.status.value, side.open()]).toEqual(['disconnected', 0]);
    await side.clock.advance(600_000);
    expect(side.opened).toHaveLength(4);
  });

  it('is not repeated more often when it is accepted and refused in turns', async ({ side }) => {
    side.state.refreshed = true;
    for (let i = 0; i < 100 && side.open(); i++) {
      side.last().listener.onSubscribed();
      side.last().listener.onRefused('401::invalid_auth');
      await flush();
    }
    expect(side.opened).toHaveLength(4);
    expect(side.connection.status.value).toBe('disconnected');
  });

  it('may expire and be renewed any number of times', async ({ side }) => {
    side.state.refreshed = true;
    for (let i = 0; i < 10; i++) {
      await side.clock.advance(15_000);
      side.last().listener.onRefused('401::invalid_auth');
      await flush();
      side.last().listener.onSubscribed();
    }
    expect([side.opened.length, side.connection.status.value]).toEqual([11, 'connected']);
  });

  it('disconnects when it cannot be renewed (live-5)', async ({ side }) => {
    side.last().listener.onRefused('401::invalid_auth');
    await flush();
    expect([side.connection.status.value, side.open(), side.opened.length]).toEqual(['disconnected', 0, 1]);
    await vi.waitFor(() =>
      expect(side.report.mock.calls).toEqual([['Realtime subscription refused: 401: invalid_auth']]),
    );
  });

  it.each([
    ['the service itself refuses that', new RequestError('http', '401: Why', 401, 'invalid_auth'), true],
    ['the service fails', new RequestError('http', '500: Why', 500, 'internal_error'), false],
    ['a proxy refuses that', new RequestError('network', '401'), false],
    ['a portal answers with its page', new RequestError('network', '200'), false],
    ['nobody answers', new RequestError('network', 'Request failed after 3 retries'), false],
    ['another visitor has come', new RequestError('cancelled', 'Another visitor'), false],
    ['a file does not load', new TypeError('Failed to fetch'), false],
  ])(
    'where %s when it is renewed, ends only by the service’s own word: %s (live-5)',
    async (_, failure, ends) => {
      const side = await connected();
      side.refresh.mockRejectedValue(failure);
      side.last().listener.onRefused('401::invalid_auth');
      await flush();
      expect(side.connection.status.value).toBe(ends ? 'disconnected' : 'reconnecting');
      await side.clock.advance(72_000);
      expect(side.opened.length).toBe(ends ? 1 : 2);
    },
  );

  it('for an invalid channel is reported and repeated in the next round only', async ({ side }) => {
    side.last().listener.onRefused('405:/sdk/apps/a/appusers/*:');
    await vi.waitFor(() =>
      expect(side.report.mock.calls).toEqual([
        ['Realtime subscription refused: 405: Invalid channel (/sdk/apps/a/appusers/*)'],
      ]),
    );
    expect([side.opened.length, side.connection.status.value]).toEqual([1, 'reconnecting']);
    await side.clock.advance(72_000);
    expect(side.opened.length).toBe(2);
  });
});

describe('the page', () => {
  it('closes the connection when it is left, so that the browser can cache it (live-12)', async () => {
    const side = await connected();
    side.page.hide();
    await flush();
    expect(side.open()).toBe(0);
  });

  it('reconnects and reads missed messages when it returns from the cache (live-12)', async ({ side }) => {
    side.page.hide();
    side.page.show(true);
    await flush();
    expect([side.opened.length, side.open()]).toEqual([2, 1]);
    expect(side.onGap).toHaveBeenCalled();
  });

  it('reads missed messages each time it wakes, also where the connection has held (msg-20)', async () => {
    const side = await connected();
    side.page.setVisible(false);
    side.page.setVisible(true);
    expect([side.onGap.mock.calls.length, side.opened.length]).toEqual([1, 1]);
    side.page.setOnline(false);
    side.page.setOnline(true);
    expect(side.onGap).toHaveBeenCalledTimes(2);
    side.page.show(true);
    expect(side.onGap).toHaveBeenCalledTimes(3);
  });

  it('does nothing more when it is shown for the first time', async ({ side }) => {
    side.page.show(false);
    await flush();
    expect(side.opened).toHaveLength(1);
  });

  it('reconnects at once when it is online again (live-3)', async ({ side }) => {
    side.page.setOnline(false);
    await side.clock.advance(1000);
    side.page.setOnline(true);
    await flush();
    expect([side.opened.length, side.open()]).toEqual([2, 1]);
  });

  it('reconnects after a short loss even if a round has just begun', async ({ side }) => {
    side.page.setOnline(true);
    await side.clock.advance(400);
    side.page.setOnline(false);
    side.page.setOnline(true);
    await flush();
    expect([side.opened.length, side.open()]).toEqual([3, 1]);
  });

  it('counts as offline after 5 s without network (live-6)', async ({ side }) => {
    side.page.setOnline(false);
    await side.clock.advance(4999);
    expect(side.connection.status.value).toBe('connected');
    await side.clock.advance(1);
    expect(side.connection.status.value).not.toBe('connected');
    const other = await connected();
    other.page.setOnline(false);
    await other.clock.advance(4000);
    other.page.setOnline(true);
    other.last().listener.onSubscribed();
    await other.clock.advance(60_000);
    expect(other.connection.status.value).toBe('connected');
  });

  it('does nothing if no connection is wanted', async () => {
    const side = create();
    side.signIn();
    side.page.setOnline(false);
    side.page.setOnline(true);
    side.page.setVisible(true);
    side.page.show(true);
    await side.clock.advance(100_000);
    expect([side.opened.length, side.connection.status.value]).toEqual([0, 'disconnected']);
  });
});

it('an event of an old connection is ignored', async ({ side }) => {
  const old = side.last().listener;
  side.page.setOnline(true);
  await flush();
  side.last().listener.onSubscribed();
  side.onGap.mockClear();
  old.onDown('long-polling');
  old.onExhausted();
  old.onSubscribed();
  old.onRefused('401::');
  old.onEvents([]);
  await flush();
  expect(side.connection.status.value).toBe('connected');
  expect([side.onGap.mock.calls.length, side.onEvents.mock.calls.length, side.opened.length]).toEqual([
    0, 0, 2,
  ]);
});

describe('the end', () => {
  it('closes the connection, resets its state and leaves no timer', async ({ side }) => {
    side.page.setOnline(false);
    side.last().listener.onExhausted();
    side.dispose();
    await flush();
    expect([side.open(), side.clock.pending(), side.page.listeners()]).toEqual([0, 0, 0]);
    expect([side.connection.status.value, side.connection.note.value]).toEqual(['disconnected', undefined]);
  });

  it('closes a connection that is still being opened', async () => {
    const side = create();
    side.signIn();
    side.keeper.start();
    side.keeper.stop();
    await flush();
    expect(side.open()).toBe(0);
  });

  it('may be followed by a new start', async ({ side }) => {
    side.keeper.stop();
    side.keeper.start();
    await flush();
    expect(side.open()).toBe(1);
  });
});

it('a service that acknowledges a thousand times starts a history sync at most once a second', async () => {
  const side = create();
  await side.begin();
  for (let i = 0; i < 1000; i++) side.last().listener.onSubscribed();
  expect(side.onGap).toHaveBeenCalledTimes(1);
  await side.clock.advance(1000);
  expect(side.onGap).toHaveBeenCalledTimes(2);
  side.last().listener.onDown('long-polling');
  side.last().listener.onSubscribed();
  expect(side.onGap).toHaveBeenCalledTimes(3);
  for (let i = 0; i < 10; i++) side.last().listener.onSubscribed();
  side.dispose();
  await side.clock.advance(60_000);
  expect([side.onGap.mock.calls.length, side.clock.pending()]).toEqual([3, 0]);
});

describe('the state of the connection', () => {
  it('is named by what led to it, from the start to the end', async () => {
    const side = create({ enabled: true, baseUrl: 'https://rt.example', connectionDelay: 5 });
    const seen: string[] = [];
    effect(() => {
      seen.push(`${side.connection.state.value} ${side.connection.status.value}`);
    });
    side.signIn();
    side.keeper.start();
    await side.clock.advance(5000);
    side.last().listener.onSubscribed();
    await side.clock.advance(5000);
    side.last().listener.onDown('long-polling');
    side.last().listener.onSubscribed();
    side.last().listener.onExhausted();
    side.page.setOnline(true);
    side.last().listener.onSubscribed();
    side.last().listener.onRestart(1000);
    await side.clock.advance(2000);
    side.page.hide();
    side.page.show(true);
    side.page.setOnline(false);
    await side.clock.advance(5000);
    side.keeper.stop();
    expect(seen).toEqual([
      'stopped disconnected',
      'delayed disconnected',
      'started disconnected',
      'subscribed connected',
      'down reconnecting',
      'subscribed connected',
      'failed reconnecting',
      'woken reconnecting',
      'subscribed connected',
      'restart reconnecting',
      'left reconnecting',
      'woken reconnecting',
      'offline disconnected',
      'stopped disconnected',
    ]);
  });

  it('tells why there is nothing to connect to, that it failed, and that the service refuses', async () => {
    const nobody = create();
    nobody.keeper.start();
    expect(nobody.connection.state.value).toBe('none');
    const broken = create();
    broken.state.broken = true;
    await broken.begin();
    expect(broken.connection.state.value).toBe('failed');
    const refused = await connected();
    refused.last().listener.onRefused('401::Unauthorized');
    await flush();
    expect(refused.connection.state.value).toBe('rejected');
  });
});
