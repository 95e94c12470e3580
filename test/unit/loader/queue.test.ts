import { describe, expect, it, vi } from 'vitest';
import type { Call } from '../../../src/loader/call';
import { createQueue } from '../../../src/loader/queue';

const create = () => {
  const onCall = vi.fn();
  const log = vi.fn();
  return { onCall, log, ...createQueue(onCall, log) };
};
const live = (call: (args: readonly unknown[]) => unknown = () => undefined) => vi.fn(call);

describe('before the messenger has loaded', () => {
  it('calls are kept and replayed in order, with all they were given (api-1)', () => {
    const { zE, takeOver } = create();
    const listener = () => {};
    zE('messenger', 'hide');
    zE('messenger:on', 'open', listener);
    zE('messenger:set', 'zIndex', 5);
    zE('messenger', 'hide');
    const messenger = live();
    takeOver(messenger);
    expect(messenger.mock.calls.map(([args]) => args)).toEqual([
      ['messenger', 'hide'],
      ['messenger:on', 'open', listener],
      ['messenger:set', 'zIndex', 5],
      ['messenger', 'hide'],
    ]);
  });

  it('each call is reported to the loader at once', () => {
    const { zE, onCall } = create();
    zE('messenger:set', 'locale', 'de');
    const [call] = onCall.mock.calls[0] ?? [];
    expect([call.method, [...call]]).toEqual(['messenger:set.locale', ['messenger:set', 'locale', 'de']]);
  });

  it('an unknown method throws at once and is not kept (api-2)', () => {
    const { zE, takeOver, onCall } = create();
    expect(() => zE('messenger', 'nope')).toThrow(new Error('Method messenger.nope does not exist'));
    const messenger = live();
    takeOver(messenger);
    expect([messenger.mock.calls, onCall.mock.calls]).toEqual([[], []]);
  });

  it('a function is called at once (api-14)', () => {
    const { zE, onCall } = create();
    expect(zE(() => 'ready')).toBe('ready');
    expect(onCall).not.toHaveBeenCalled();
  });

  it('a call may be taken back', () => {
    const { zE, takeOver } = create();
    const cancel = zE('messenger:on', 'open', () => {}) as () => void;
    zE('messenger', 'open');
    cancel();
    const messenger = live();
    takeOver(messenger);
    expect(messenger.mock.calls).toEqual([[['messenger', 'open']]]);
  });
});

describe('the replay', () => {
  it('continues after a call that throws, and logs it', () => {
    const { zE, takeOver, log } = create();
    for (const name of ['open', 'close', 'show']) zE('messenger', name);
    const broken = new Error('no');
    const messenger = live(([, name]) => {
      if (name === 'close') throw broken;
    });
    takeOver(messenger);
    expect(messenger).toHaveBeenCalledTimes(3);
    expect(log.mock.calls).toEqual([[broken]]);
  });

  it('connects an undo handed out before with its call', () => {
    const { zE, takeOver } = create();
    const off = zE('messenger:on', 'open', () => {}) as () => void;
    const unsubscribe = vi.fn();
    takeOver(() => unsubscribe);
    off();
    expect(unsubscribe).toHaveBeenCalledTimes(1);
  });

  it('makes an undo harmless for calls without one', () => {
    const { zE, takeOver } = create();
    const off = zE('messenger', 'open') as () => void;
    takeOver(live());
    expect(off).not.toThrow();
  });

  it('may itself bring calls, which go straight to the messenger', () => {
    const { zE, takeOver } = create();
    zE('messenger', 'open');
    const names: unknown[] = [];
    takeOver(
      live(([, name]) => {
        names.push(name);
        if (name === 'open') zE('messenger', 'close');
      }),
    );
    expect(names).toEqual(['open', 'close']);
  });
});

describe('once the messenger has loaded', () => {
  it('each call is replayed once', () => {
    const { zE, takeOver } = create();
    zE('messenger', 'open');
    const messenger = live();
    takeOver(messenger);
    takeOver(messenger);
    expect(messenger).toHaveBeenCalledTimes(1);
  });

  it('calls go to it and return its result', () => {
    const { zE, takeOver, onCall } = create();
    takeOver(live(([, name]) => `did ${name}`));
    expect(zE('messenger', 'open')).toBe('did open');
    expect(onCall).not.toHaveBeenCalled();
  });

  it('its errors reach the page', () => {
    const { zE, takeOver } = create();
    takeOver(
      live(() => {
        throw new Error('Method messenger.fly does not exist');
      }),
    );
    expect(() => zE('messenger', 'fly')).toThrow('Method messenger.fly does not exist');
  });
});

describe('calls kept by a stub or an earlier build', () => {
  const stub = (...calls: unknown[][]) => calls.map((call) => Object.assign(call, {}) as Call);

  it('are replayed in order without cancelled ones, and can be cancelled later', () => {
    const { zE, calls, keep } = create();
    const kept = stub(['messenger', 'hide'], ['messenger', 'open'], ['messenger', 'show']);
    (kept[1] as Call).cancelled = true;
    keep(kept);
    zE('messenger', 'close');
    expect(calls.map((call) => call[1])).toEqual(['hide', 'show', 'close']);
    kept[2]?.undo?.();
    expect(calls.map((call) => call.cancelled)).toEqual([undefined, true, undefined]);
  });

  it('may be lists of arguments that a stub pushed', () => {
    const { calls, keep } = create();
    const gather = function () {
      // biome-ignore lint/complexity/noArguments: as the stub in the README does
      return arguments;
    } as (...args: unknown[]) => ArrayLike<unknown>;
    keep([gather('messenger', 'open'), gather('messenger:set', 'zIndex', 5)]);
    expect(calls.map((call) => [...call])).toEqual([
      ['messenger', 'open'],
      ['messenger:set', 'zIndex', 5],
    ]);
  });
});
