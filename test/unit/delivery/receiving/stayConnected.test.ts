import { describe, expect, it, vi } from 'vitest';
import { createConnectionKeeper } from '../../../../src/delivery/receiving/stayConnected';
import type { RealtimeListener } from '../../../../src/services/realtime';
import { createConnection } from '../../../../src/slices/connection';
import { createUser } from '../../../../src/slices/user';
import type { SubscribeExt } from '../../../../src/wire/realtime';
import type { RealtimeSettings } from '../../../../src/wire/user';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { createFakePage } from '../../../support/fakePage';
import { createFakeStore } from '../../../support/fakeStorage';

type Opened = { ext: SubscribeExt; listener: RealtimeListener; closed: boolean };

const create = (
  settings: RealtimeSettings | undefined = { enabled: true, baseUrl: 'https://rt.example' },
) => {
  const clock = createFakeClock();
  const page = createFakePage();
  const connection = createConnection({ clock });
  const user = createUser({ store: createFakeStore(), integrationId: 'int', createId: () => 'id' });
  const opened: Opened[] = [];
  const state = { broken: false, refreshed: false };
  const onEvents = vi.fn();
  const onGap = vi.fn();
  const report = vi.fn();
  const refresh = vi.fn(async () => state.refreshed);
  const keeper = createConnectionKeeper({
    realtime: {
      async connect(ext, _settings, listener) {
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
    clock,
    appId: 'app',
    onEvents,
    onGap,
    refresh,
    report,
  });
  const signIn = () => user.signIn({ _id: 'u', conversationStarted: true }, 'token', settings);
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
    report,
    refresh,
    keeper,
    signIn,
    last,
    open,
  };
};

/** A side that is connected and subscribed, long enough that the connection no longer counts as new. */
const connected = async () => {
  const side = create();
  side.signIn();
  side.keeper.start();
  await flush();
  side.last().listener.onSubscribed();
  await side.clock.advance(5000);
  side.onGap.mockClear();
  return side;
};

describe('a connection', () => {
  it('is made once for however many starts, with who the visitor is', async () => {
    const side = create();
    side.signIn();
    side.keeper.start();
    side.keeper.start();
    await flush();
    side.keeper.start();
    expect(side.opened.map((o) => o.ext)).toEqual([{ appId: 'app', appUserId: 'u', sessionToken: 'token' }]);
  });

  it('is not made where there is no visitor, no address, or realtime is off', async () => {
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

  it('is connected once subscribed, asks for what was missed, and passes on events', async () => {
    const side = create();
    side.signIn();
    side.keeper.start();
    await flush();
    expect(side.connection.status.value).toBe('disconnected');
    side.last().listener.onSubscribed();
    expect([side.connection.status.value, side.onGap.mock.calls.length]).toEqual(['connected', 1]);
    side.last().listener.onEvents([]);
    expect(side.onEvents).toHaveBeenCalledWith([]);
  });

  it('that is lost is reconnecting, and connected again when it is back', async () => {
    const side = await connected();
    side.last().listener.onDown();
    expect(side.connection.status.value).toBe('reconnecting');
    side.last().listener.onSubscribed();
    expect([side.connection.status.value, side.onGap.mock.calls.length]).toEqual(['connected', 1]);
  });

  it('that never was is not called lost', async () => {
    const side = create();
    side.signIn();
    side.keeper.start();
    await flush();
    side.last().listener.onDown();
    expect(side.connection.status.value).toBe('disconnected');
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

  it('waits for the visitor to look while the page is hidden, and then begins at once', async () => {
    const side = await connected();
    side.last().listener.onDown();
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

  it('is left at once and asked again after the time it gave, not by all visitors together', async () => {
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

  it('is asked within 3 s of each attempt in vain, by a new round, until it is back', async () => {
    const side = await goingDown();
    for (let round = 2; round <= 6; round++) {
      await side.clock.advance(3000);
      expect([side.opened.length, side.open()]).toEqual([round, 1]);
      side.last().listener.onDown();
      await flush();
      expect(side.open()).toBe(0);
    }
    await side.clock.advance(3000);
    side.last().listener.onSubscribed();
    expect([side.connection.status.value, side.onGap.mock.calls.length]).toEqual(['connected', 1]);
    await side.clock.advance(100_000);
    expect(side.opened).toHaveLength(7);
  });

  it('that is not back after half a minute is tried as one that said nothing', async () => {
    const side = await goingDown();
    while (side.connection.restarting()) {
      await side.clock.advance(1000);
      if (side.open()) side.last().listener.onDown();
      await flush();
    }
    await side.clock.advance(3000);
    const rounds = side.opened.length;
    side.last().listener.onDown();
    await side.clock.advance(60_000);
    // The open round makes its own attempts, so no new round starts.
    expect([side.opened.length, side.open()]).toEqual([rounds, 1]);
  });

  it('is asked at once when the visitor writes, comes back or is on line again', async () => {
    const side = await goingDown();
    side.keeper.start();
    await flush();
    expect([side.opened.length, side.open()]).toEqual([2, 1]);
    await side.clock.advance(5000);
    side.page.setOnline(true);
    await flush();
    expect([side.opened.length, side.open()]).toEqual([3, 1]);
  });

  it('is not asked by who has left', async () => {
    const side = await goingDown();
    side.keeper.dispose();
    await side.clock.advance(100_000);
    expect([side.opened.length, side.clock.pending()]).toEqual([1, 0]);
  });
});

describe('a refused credential', () => {
  it('that can be had anew is tried again with the new one', async () => {
    const side = await connected();
    side.state.refreshed = true;
    side.last().listener.onRefused('401::invalid_auth');
    await flush();
    expect([side.refresh.mock.calls.length, side.opened.length, side.open()]).toEqual([1, 2, 1]);
  });

  it('is tried again while attempts are below 4, and then disconnects', async () => {
    const side = await connected();
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

  it('that is acknowledged and refused by turns is tried no more often', async () => {
    const side = await connected();
    side.state.refreshed = true;
    for (let i = 0; i < 100 && side.open(); i++) {
      side.last().listener.onSubscribed();
      side.last().listener.onRefused('401::invalid_auth');
      await flush();
    }
    expect(side.opened).toHaveLength(4);
    expect(side.connection.status.value).toBe('disconnected');
  });

  it('that is had anew each time the one before has run out does not end, however often', async () => {
    const side = await connected();
    side.state.refreshed = true;
    for (let i = 0; i < 10; i++) {
      await side.clock.advance(15_000);
      side.last().listener.onRefused('401::invalid_auth');
      await flush();
      side.last().listener.onSubscribed();
    }
    expect([side.opened.length, side.connection.status.value]).toEqual([11, 'connected']);
  });

  it('that cannot be had anew disconnects', async () => {
    const side = await connected();
    side.last().listener.onRefused('401::invalid_auth');
    await flush();
    expect([side.connection.status.value, side.open(), side.opened.length]).toEqual(['disconnected', 0, 1]);
    await vi.waitFor(() =>
      expect(side.report.mock.calls).toEqual([['Realtime subscription refused: 401: invalid_auth']]),
    );
  });

  it('of a channel that is no channel is told of and tried again with the next round, not sooner', async () => {
    const side = await connected();
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
  it('that is left closes the connection, so that it may be kept', async () => {
    const side = await connected();
    side.page.hide();
    await flush();
    expect(side.open()).toBe(0);
  });

  it('that comes back from the cache connects again and asks for what was missed', async () => {
    const side = await connected();
    side.page.hide();
    side.page.show(true);
    await flush();
    expect([side.opened.length, side.open()]).toEqual([2, 1]);
    expect(side.onGap).toHaveBeenCalled();
  });

  it('that is shown for the first time does nothing more', async () => {
    const side = await connected();
    side.page.show(false);
    await flush();
    expect(side.opened).toHaveLength(1);
  });

  it('that is on line again connects anew at once', async () => {
    const side = await connected();
    side.page.setOnline(false);
    await side.clock.advance(1000);
    side.page.setOnline(true);
    await flush();
    expect([side.opened.length, side.open()]).toEqual([2, 1]);
  });

  it('that was off line for a moment does so too, though a round had only just begun', async () => {
    const side = await connected();
    side.page.setOnline(true);
    await side.clock.advance(400);
    side.page.setOnline(false);
    side.page.setOnline(true);
    await flush();
    expect([side.opened.length, side.open()]).toEqual([3, 1]);
  });

  it('that is off line is called so after 5 s, and not for a moment', async () => {
    const side = await connected();
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

  it('does nothing where no connection is wanted', async () => {
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

describe('what an old connection still says', () => {
  it('is not listened to', async () => {
    const side = await connected();
    const old = side.last().listener;
    side.page.setOnline(true);
    await flush();
    side.last().listener.onSubscribed();
    side.onGap.mockClear();
    old.onDown();
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
});

describe('the end', () => {
  it('closes, forgets and leaves nothing behind', async () => {
    const side = await connected();
    side.page.setOnline(false);
    side.last().listener.onExhausted();
    side.keeper.dispose();
    await flush();
    expect([side.open(), side.clock.pending(), side.page.listeners()]).toEqual([0, 0, 0]);
    expect([side.connection.status.value, side.connection.everConnected.value]).toEqual([
      'disconnected',
      false,
    ]);
  });

  it('of a connection under way closes it as soon as it is there', async () => {
    const side = create();
    side.signIn();
    side.keeper.start();
    side.keeper.stop();
    await flush();
    expect(side.open()).toBe(0);
  });

  it('may be followed by a new start', async () => {
    const side = await connected();
    side.keeper.stop();
    side.keeper.start();
    await flush();
    expect(side.open()).toBe(1);
  });
});

describe('a service that acknowledges a thousand times', () => {
  it('has what may be missing read back once a second', async () => {
    const side = create();
    side.signIn();
    side.keeper.start();
    await flush();
    for (let i = 0; i < 1000; i++) side.last().listener.onSubscribed();
    expect(side.onGap).toHaveBeenCalledTimes(1);
    await side.clock.advance(1000);
    expect(side.onGap).toHaveBeenCalledTimes(2);
    side.last().listener.onDown();
    side.last().listener.onSubscribed();
    expect(side.onGap).toHaveBeenCalledTimes(3);
    for (let i = 0; i < 10; i++) side.last().listener.onSubscribed();
    side.keeper.dispose();
    await side.clock.advance(60_000);
    expect([side.onGap.mock.calls.length, side.clock.pending()]).toEqual([3, 0]);
  });
});
