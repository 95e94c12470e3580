import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createRealtime, realtimeLimits } from '../../../src/services/realtime';
import type { SubscribeExt } from '../../../src/wire/realtime';
import { decodeUserAnswer, type RealtimeSettings } from '../../../src/wire/user';
import { createFakeClock } from '../../support/fakeClock';
import { createFakeFaye } from '../../support/fakeFaye';
import { hostileNumber, hostileValue, spoilt } from '../../support/hostileValues';

const EXT = { appId: 'app', appUserId: 'u', sessionToken: 't' };

const connect = async (settings: Partial<RealtimeSettings> = {}, ext: SubscribeExt = EXT) => {
  const faye = createFakeFaye();
  const report = vi.fn();
  const clock = createFakeClock();
  const listener = {
    onEvents: vi.fn(),
    onSubscribed: vi.fn(),
    onDown: vi.fn(),
    onAlive: vi.fn(),
    maySocket: vi.fn(() => true),
    onRefused: vi.fn(),
    onRestart: vi.fn(),
    onExhausted: vi.fn(),
  };
  const realtime = createRealtime({ createClient: faye.create, clock, report });
  const connection = await realtime.connect(
    ext,
    {
      enabled: true,
      baseUrl: 'https://rt.example/faye',
      retryInterval: 15,
      maxConnectionAttempts: 5,
      ...settings,
    },
    listener,
  );
  return { faye, report, clock, listener, connection };
};

describe('the limits', () => {
  it('correct an interval below 15 s and more than 5 attempts, and say so (live-2)', () => {
    const report = vi.fn();
    expect(realtimeLimits({ enabled: true, retryInterval: 14, maxConnectionAttempts: 6 }, report)).toEqual({
      retryInterval: 15,
      maxAttempts: 5,
    });
    expect(report.mock.calls.flat()).toEqual([
      'Realtime retry interval cannot be below 15 seconds',
      'Realtime connection attempts cannot exceed 5',
    ]);
  });

  it('keep values in range and use the defaults for missing ones', () => {
    const report = vi.fn();
    expect(realtimeLimits({ enabled: true, retryInterval: 60, maxConnectionAttempts: 2 }, report)).toEqual({
      retryInterval: 60,
      maxAttempts: 2,
    });
    expect(realtimeLimits({ enabled: true }, report)).toEqual({ retryInterval: 15, maxAttempts: 5 });
    expect(report).not.toHaveBeenCalled();
  });

  it('hold for any numbers a service may send', () => {
    const number = fc.oneof(hostileNumber, hostileValue);
    fc.assert(
      fc.property(number, number, (retryInterval, maxConnectionAttempts) => {
        const { realtime } = decodeUserAnswer({
          settings: { realtime: { retryInterval, maxConnectionAttempts } },
        });
        const limits = realtimeLimits(realtime as RealtimeSettings, () => {});
        expect(limits.retryInterval >= 15 && limits.retryInterval <= 3600).toBe(true);
        expect(limits.maxAttempts >= 1 && limits.maxAttempts <= 5).toBe(true);
      }),
    );
  });

  it('reach the client', async () => {
    const { faye, report } = await connect({ retryInterval: 1, maxConnectionAttempts: 50 });
    expect(faye.made[0]?.endpoint).toBe('https://rt.example/faye');
    expect(faye.made[0]?.options).toMatchObject({ retryInterval: 15, maxAttempts: 5 });
    expect(report).toHaveBeenCalledTimes(2);
  });
});

describe('the subscription', () => {
  it('names the visitor’s channel and is the only message with a credential (live-8)', async () => {
    const { faye } = await connect();
    expect(faye.subscriptions.map((s) => s.channel)).toEqual(['/sdk/apps/app/appusers/u']);
    expect(faye.send({ channel: '/meta/subscribe' })?.ext).toEqual(EXT);
    expect(faye.send({ channel: '/meta/handshake' })?.ext).toBeUndefined();
    expect(faye.send({ channel: '/meta/connect' })?.ext).toBeUndefined();
  });

  it('is reported each time it is acknowledged', async () => {
    const { faye, listener } = await connect();
    expect(listener.onSubscribed).not.toHaveBeenCalled();
    faye.answer({ channel: '/meta/handshake', successful: true });
    faye.answer({ channel: '/meta/subscribe', successful: true });
    faye.answer({ channel: '/meta/connect', successful: true });
    expect(listener.onSubscribed).toHaveBeenCalledTimes(1);
    faye.answer({ channel: '/meta/subscribe', successful: true });
    expect(listener.onSubscribed).toHaveBeenCalledTimes(2);
  });

  it('is reported with the reason when it is refused', async () => {
    const { faye, listener } = await connect();
    faye.answer({ channel: '/meta/subscribe', successful: false, error: '401::invalid_auth' });
    faye.answer({ channel: '/meta/subscribe', successful: false });
    expect(listener.onRefused.mock.calls).toEqual([['401::invalid_auth'], ['']]);
    expect(listener.onSubscribed).not.toHaveBeenCalled();
  });

  it('is reported as refused at once when the handshake is refused', async () => {
    const { faye, listener, clock } = await connect();
    // faye does not see it, which would shake hands again after 5 s.
    expect(
      faye.answer({
        channel: '/meta/handshake',
        successful: false,
        error: '301:x:Connection types not supported',
      }),
    ).toBeNull();
    expect(listener.onRefused.mock.calls).toEqual([['301:x:Connection types not supported']]);
    expect(clock.pending()).toBe(0);
  });

  it('counts as hanging when it is not answered soon after the handshake', async () => {
    const { faye, listener, clock } = await connect();
    faye.answer({ channel: '/meta/handshake', successful: true });
    await clock.advance(19_999);
    expect(listener.onRefused).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(listener.onRefused.mock.calls).toEqual([['The subscription hangs']]);
  });

  it.each(['AZaz09', '-_!~()$@'])(
    'is made for an id of letters, digits and signs: %s (live-9)',
    async (appUserId) => {
      const { faye, listener } = await connect({}, { ...EXT, appUserId });
      expect(faye.subscriptions.map((s) => s.channel)).toEqual([`/sdk/apps/app/appusers/${appUserId}`]);
      expect(listener.onRefused).not.toHaveBeenCalled();
    },
  );

  it.each(['', '*', '**', 'a/', 'a b', 'ü', 'a.b', 'a\n', 'a//b', '%2f'])(
    'is not made for a channel with %j in its name, which is told of (live-9)',
    async (id) => {
      for (const ext of [
        { ...EXT, appUserId: id },
        { ...EXT, appId: id },
      ]) {
        const { faye, listener, connection } = await connect({}, ext);
        expect(faye.subscriptions).toEqual([]);
        expect(listener.onRefused.mock.calls).toEqual([
          [`405:/sdk/apps/${ext.appId}/appusers/${ext.appUserId}:Invalid channel`],
        ]);
        connection.close();
      }
    },
  );

  it('tells by which way an answer came, and when the next one is due', async () => {
    const { faye, listener } = await connect();
    for (const channel of ['/meta/handshake', '/meta/subscribe', '/meta/connect', '/sdk/apps/app/appusers/u'])
      faye.answer({ channel, successful: true });
    faye.answer({ channel: '/meta/connect', successful: false, error: '401::Unknown client' });
    expect(listener.onAlive.mock.calls).toEqual([
      ['websocket', 8000],
      ['websocket', 8000],
    ]);
  });

  it('tells by which way a message got no answer, and when the transport is lost', async () => {
    const { faye, listener } = await connect();
    faye.made[0]?.options.onFailed();
    faye.transport('transport:down');
    expect(listener.onDown.mock.calls).toEqual([['websocket'], ['websocket']]);
  });
});

describe('a service that restarts', () => {
  const advice = (fields: object) => ({ channel: '/meta/connect', successful: true, advice: fields });

  it.each([
    [1500, 1500],
    [0, 1000],
    [-5, 1000],
    ['soon', 1000],
    [600_000, 2000],
  ])('and asks for %j ms is told of with %i', async (interval, afterMs) => {
    const { faye, listener } = await connect();
    faye.answer(advice({ reconnect: 'handshake', interval, restart: true }));
    expect(listener.onRestart.mock.calls).toEqual([[afterMs]]);
  });

  it('is not reconnected by the library', async () => {
    const { faye } = await connect();
    expect(faye.answer(advice({ reconnect: 'handshake', interval: 0 }))).not.toBeNull();
    expect(faye.answer(advice({ reconnect: 'handshake', interval: 0, restart: true }))).toBeNull();
  });

  it('is not recognised in other advice', async () => {
    const { faye, listener } = await connect();
    for (const odd of [{ reconnect: 'handshake', interval: 9 }, { restart: 'true' }, null, 5])
      faye.answer({ channel: '/meta/connect', successful: true, advice: odd });
    expect(listener.onRestart).not.toHaveBeenCalled();
  });
});

describe('events', () => {
  it('arrive decoded and in order, without invalid ones', async () => {
    const { faye, listener } = await connect();
    const message = (_id: string) => ({
      type: 'message',
      conversationId: 'c',
      message: { _id, received: 1 },
    });
    faye.publish({ events: [message('a'), null, { type: 'hologram' }, message('b'), 5] });
    expect(
      listener.onEvents.mock.calls[0]?.[0].map((e: { message: { _id: string } }) => e.message._id),
    ).toEqual(['a', 'b']);
  });

  it('may have any shape without an error', async () => {
    const { faye, listener } = await connect();
    fc.assert(fc.property(fc.anything(), (data) => faye.publish(data)));
    for (const [events] of listener.onEvents.mock.calls) expect(events).toEqual([]);
  });
});

describe('a closed connection', () => {
  it('reports and sends nothing more, is closed once and leaves no timer', async () => {
    const { faye, listener, connection, clock } = await connect();
    faye.answer({ channel: '/meta/handshake', successful: true });
    connection.close();
    connection.close();
    expect(faye.closed).toEqual(['client', 'dispatcher']);
    faye.answer({ channel: '/meta/subscribe', successful: true });
    faye.answer({ channel: '/meta/subscribe', successful: false, error: '401::' });
    faye.answer({ channel: '/meta/handshake', successful: true });
    faye.publish({ events: [{ type: 'message', conversationId: 'c', message: { _id: 'a', received: 1 } }] });
    faye.transport('transport:down');
    faye.transport('transport:up');
    await clock.advance(600_000);
    for (const heard of Object.values(listener)) expect(heard).not.toHaveBeenCalled();
    expect(faye.send({ channel: '/meta/connect' })).toBeNull();
    expect(clock.pending()).toBe(0);
  });

  it('throws when no client can be created', () => {
    const realtime = createRealtime({
      createClient() {
        throw new Error('no client');
      },
      clock: createFakeClock(),
      report: () => {},
    });
    const nothing = () => {};
    const listener = {
      onEvents: nothing,
      onSubscribed: nothing,
      onDown: nothing,
      onAlive: nothing,
      maySocket: () => true,
      onRefused: nothing,
      onRestart: nothing,
      onExhausted: nothing,
    };
    expect(() => realtime.connect(EXT, { enabled: true, baseUrl: 'x' }, listener)).toThrow('no client');
  });
});

describe('a service that breaks the protocol', () => {
  it('refuses with a text, whatever the type of its error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('/meta/subscribe', '/meta/handshake'),
        hostileValue,
        async (channel, error) => {
          const { faye, listener } = await connect();
          faye.answer({ channel, successful: false, error: error as string });
          expect(listener.onRefused.mock.calls.map(([said]) => typeof said)).toEqual(['string']);
        },
      ),
    );
  });

  it('is asked within a minute and awaited for 10 s to 2 min, whatever it advises', async () => {
    const good = { reconnect: 'retry', interval: 0, timeout: 25_000 };
    await fc.assert(
      fc.asyncProperty(fc.oneof(spoilt(good), hostileValue), async (advice) => {
        const { faye } = await connect();
        const message = { channel: '/meta/connect', successful: true, advice };
        faye.answer(message);
        const { interval = -1, timeout = 45_000, reconnect = '' } = message.advice as Record<string, number>;
        expect(interval >= 0 && interval <= 60_000 && timeout >= 8000 && timeout <= 120_000).toBe(true);
        expect(typeof reconnect).toBe('string');
      }),
    );
  });

  it('keeps its interval until it names another', async () => {
    const { faye } = await connect();
    const ask = (advice?: object) => {
      const message = { channel: '/meta/connect', successful: true, advice };
      faye.answer(message);
      return (message.advice as { interval?: number } | undefined)?.interval;
    };
    expect([ask(), ask({ interval: 3000 }), ask(), ask({ interval: 10 })]).toEqual([0, 3000, 3000, 10]);
  });

  it('is asked every two seconds when it always answers at once', async () => {
    const { faye, clock } = await connect();
    let [at, asked] = [0, 0];
    while (at < 60_000) {
      const message = { channel: '/meta/connect', successful: true, advice: { interval: 0 } };
      faye.answer(message);
      asked += 1;
      const wait = Math.max(message.advice.interval, 5);
      at += wait;
      await clock.advance(wait);
    }
    expect(asked).toBeLessThan(160);
  });

  it('has its transports read as a list', async () => {
    await fc.assert(
      fc.asyncProperty(hostileValue, async (supportedConnectionTypes) => {
        const { faye } = await connect();
        const message = { channel: '/meta/handshake', successful: true, supportedConnectionTypes };
        faye.answer(message);
        const types = message.supportedConnectionTypes as unknown[];
        expect(Array.isArray(types) && types.every((type) => typeof type === 'string')).toBe(true);
      }),
    );
  });
});
