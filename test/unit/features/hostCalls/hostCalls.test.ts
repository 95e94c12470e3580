import { signal } from '@preact/signals-react';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiActions } from '../../../../src/features/hostCalls/actions';
import { CALLS } from '../../../../src/features/hostCalls/callTable';
import { createApi } from '../../../../src/features/hostCalls/createApi';
import { emitState } from '../../../../src/features/hostCalls/events/emitState';
import { assertMethod } from '../../../../src/model/methods';
import { createPageEvents } from '../../../../src/slices/pageEvents';

const ACTIONS = [
  ...['open', 'close', 'show', 'hide', 'setZIndex', 'setCookies', 'customize'],
  ...['loginUser', 'logoutUser', 'useSessionAuth', 'resetWidget'],
];

const create = () => {
  const report = vi.fn();
  const events = createPageEvents();
  const actions = Object.fromEntries([...ACTIONS].map((name) => [name, vi.fn()])) as Record<
    keyof ApiActions,
    ReturnType<typeof vi.fn>
  >;
  const api = createApi({ actions: actions as unknown as ApiActions, events, report });
  // `zE` itself checks the method before it calls the API.
  const call = (args: readonly unknown[]) => {
    assertMethod(args);
    return api(args);
  };
  const zE = (...args: unknown[]) => call(args);
  const acted = () => Object.values(actions).reduce((n, f) => n + f.mock.calls.length, 0);
  return { zE, api, events, actions, report, acted };
};
let side = create();
beforeEach(() => {
  side = create();
});

/** All supported calls. */
const pairs = Object.entries({
  messenger: ['open', 'close', 'show', 'hide', 'loginUser', 'logoutUser', 'useSessionAuth', 'resetWidget'],
  'messenger:on': ['open', 'close', 'unreadMessages'],
  'messenger:set': ['zIndex', 'cookies', 'customization'],
}).flatMap(([a, names]) => names.map((b) => [a, b] as const));

describe('the commands', () => {
  it.each(['open', 'close', 'show', 'hide'] as const)('messenger %s does what it says', (name) => {
    side.zE('messenger', name, 'ignored');
    expect(side.actions[name].mock.calls).toEqual([[]]);
    expect(side.acted()).toBe(1);
  });

  it('set a z-index that is a number (api-3)', () => {
    for (const zIndex of [5, 0, -1]) side.zE('messenger:set', 'zIndex', zIndex);
    expect(side.actions.setZIndex.mock.calls).toEqual([[5], [0], [-1]]);
  });

  it('set the three levels of consent (store-2)', () => {
    for (const level of ['all', 'functional', 'none']) side.zE('messenger:set', 'cookies', level);
    expect(side.actions.setCookies.mock.calls).toEqual([['all'], ['functional'], ['none']]);
    expect(side.report).not.toHaveBeenCalled();
  });

  it('take booleans for consent, and say that they are deprecated (store-2)', () => {
    side.zE('messenger:set', 'cookies', true);
    side.zE('messenger:set', 'cookies', false);
    expect(side.actions.setCookies.mock.calls).toEqual([['all'], ['none']]);
    expect(side.report.mock.calls.map(([m]) => m)).toEqual([
      expect.stringContaining('deprecated'),
      expect.stringContaining('deprecated'),
    ]);
  });

  it.each([
    ['zIndex', [undefined, null, '5', Number.NaN, Number.POSITIVE_INFINITY, {}], 'zIndex must be a number.'],
    ['cookies', [undefined, null, 'some', 1, {}, ['all']], 'cookies must be all, functional or none.'],
  ])(
    'report a misuse of %s with a pointer to the documentation, and change nothing (api-3)',
    (name, values, message) => {
      for (const value of values) side.zE('messenger:set', name, value);
      expect(side.report.mock.calls.map(([m]) => m)).toEqual(
        values.map(() => expect.stringMatching(new RegExp(`^${message}.*README`))),
      );
      expect(side.acted()).toBe(0);
    },
  );

  it('pass a customization on, with a function that reports its errors', () => {
    const wish = { theme: { primary: '#fff' } };
    side.zE('messenger:set', 'customization', wish);
    const [given, misuse] = side.actions.customize.mock.calls[0] ?? [];
    expect(given).toBe(wish);
    misuse('theme must be an object.');
    expect(side.report.mock.calls).toEqual([[expect.stringMatching(/^theme must be an object\..*README/)]]);
  });
});

describe('the commands of the visitor’s identity', () => {
  it('log in with a supplier, and tell the callback', () => {
    const supplier = () => {};
    const done = vi.fn();
    side.zE('messenger', 'loginUser', supplier, done);
    const [given, tell] = side.actions.loginUser.mock.calls[0] ?? [];
    expect(given).toBe(supplier);
    tell(null);
    expect(done.mock.calls).toEqual([[null]]);
    expect(side.report).not.toHaveBeenCalled();
  });

  it('log in without a callback too, and not without a supplier', () => {
    side.zE('messenger', 'loginUser', () => {});
    expect(side.actions.loginUser).toHaveBeenCalledWith(expect.any(Function), undefined);
    side.zE('messenger', 'loginUser', 'a.jwt.string');
    expect(side.actions.loginUser).toHaveBeenCalledTimes(1);
    expect(side.report).toHaveBeenCalledWith(expect.stringContaining('loginUser needs a function'));
  });

  it.each(['logoutUser', 'useSessionAuth', 'resetWidget'] as const)('%s does what it says', (name) => {
    side.zE('messenger', name);
    expect(side.actions[name]).toHaveBeenCalledTimes(1);
  });

  it('report a callback that is not a function or throws (api-3)', () => {
    side.zE('messenger', 'resetWidget', 'done');
    expect(side.report).toHaveBeenCalledWith(expect.stringContaining('must be a function'));
    side.zE('messenger', 'resetWidget', () => {
      throw new Error('mine');
    });
    const [tell] = side.actions.resetWidget.mock.calls[1] ?? [];
    expect(tell).not.toThrow();
    expect(side.report).toHaveBeenLastCalledWith(expect.stringContaining('mine'));
  });
});

it.each([
  ['webWidget', 'hide'],
  ['webWidget:get', 'display'],
  ['webWidget:on', 'chat:start', () => {}],
  ['webWidget', 'updateSettings', { webWidget: {} }],
])('a call of the classic widget is logged once, and never throws: %s %s (api-15)', (...args) => {
  expect(assertMethod(args)).toBe(`${args[0]}.${args[1]}`);
  for (let times = 0; times < 3; times++) expect(side.api(args)).toBeUndefined();
  expect(side.api(['webWidget', 'other'])).toBeUndefined();
  expect(side.report).toHaveBeenCalledTimes(1);
  expect(side.report.mock.calls[0]?.[0]).toMatch(`${args[0]}.${args[1]} is a call of the classic widget.`);
  expect(side.acted()).toBe(0);
});

describe('an unknown method', () => {
  it.each([
    [['messenger', 'fly'], 'Method messenger.fly does not exist'],
    [['messenger:on', 'constructor'], 'Method messenger:on.constructor does not exist'],
    [['constructor', 'name'], 'Method constructor.name does not exist'],
    [['__proto__', 'open'], 'Method __proto__.open does not exist'],
    [['messenger'], 'Method messenger.undefined does not exist'],
    [['messenger', ''], 'Method messenger. does not exist'],
    [['messenger', 'open close'], 'Method messenger.open close does not exist'],
    [['messenger', 'open '], 'Method messenger.open  does not exist'],
    [['messenger.open', 'messenger'], 'Method messenger.open.messenger does not exist'],
    [[], 'Method undefined.undefined does not exist'],
    [[null, 5], 'Method null.5 does not exist'],
  ])('%j throws %j', (args, message) => {
    expect(() => side.api(args)).toThrow(new Error(message));
    expect(() => assertMethod(args)).toThrow(new Error(message));
    expect(side.acted()).toBe(0);
  });

  it.each([
    ['messenger', 'removeUser'],
    ['messenger:on', 'agentAssigned'],
    ['messenger:set', 'open'],
  ])('%s %s, which only looks like one, is refused by the full list', (a, b) => {
    expect(() => side.zE(a, b)).toThrow(`Method ${a}.${b} does not exist`);
  });

  it('throws for any name and does nothing (api-2)', () => {
    const known = new Set(pairs.map(([a, b]) => `${a}\n${b}`));
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom('messenger', 'messenger:on', 'messenger:set', 'open', 'close', 'zIndex', 'toString'),
    );
    fc.assert(
      fc.property(name, name, (a, b) => {
        if (known.has(`${a}\n${b}`) || CALLS[`${a}.${b}`]) return;
        expect(() => side.zE(a, b)).toThrow(`Method ${a}.${b} does not exist`);
        expect(side.acted()).toBe(0);
      }),
    );
  });
});

describe('listeners', () => {
  const envelope = { id: 'x', createdAt: 1, type: 'messagingOpened' };

  it('hear each event until they unsubscribe (api-7)', () => {
    const [opened, closed] = [vi.fn(), vi.fn()];
    const off = side.zE('messenger:on', 'open', opened) as () => void;
    side.zE('messenger:on', 'close', closed);
    side.events.emit('open', envelope);
    expect(opened.mock.calls).toEqual([[envelope]]);
    expect(closed).not.toHaveBeenCalled();
    off();
    off();
    side.events.emit('open', envelope);
    expect(opened).toHaveBeenCalledTimes(1);
  });

  it('that are the same function twice hear twice, and leave one by one', () => {
    const heard = vi.fn();
    const off = side.zE('messenger:on', 'unreadMessages', heard) as () => void;
    side.zE('messenger:on', 'unreadMessages', heard);
    side.events.emit('unreadMessages', 1);
    off();
    side.events.emit('unreadMessages', 2);
    expect(heard.mock.calls).toEqual([[1], [1], [2]]);
  });

  it('that throw are reported and do not stop others (err-4)', () => {
    const heard = vi.fn();
    const broken = new Error('mine');
    side.zE('messenger:on', 'open', () => {
      throw broken;
    });
    side.zE('messenger:on', 'open', heard);
    expect(() => side.events.emit('open', envelope)).not.toThrow();
    expect(heard).toHaveBeenCalledTimes(1);
    expect(side.report).toHaveBeenCalledWith("A listener of 'open' failed", broken);
  });

  it('may subscribe and unsubscribe during an event', () => {
    const late = vi.fn();
    const off = side.zE('messenger:on', 'open', () => {
      off();
      side.zE('messenger:on', 'open', late);
    }) as () => void;
    side.events.emit('open', envelope);
    expect(late).not.toHaveBeenCalled();
    side.events.emit('open', envelope);
    expect(late).toHaveBeenCalledTimes(1);
  });

  it('that are no functions are reported and still return an undo', () => {
    const off = side.zE('messenger:on', 'open', 'listener');
    expect(side.report).toHaveBeenCalledWith(expect.stringContaining('messenger:on open needs a function.'));
    expect(typeof off).toBe('function');
    (off as () => void)();
    expect(() => side.events.emit('open', envelope)).not.toThrow();
  });
});

describe('the events of the page', () => {
  const watch = (initiallyOpen = false) => {
    const widgetOpen = signal(initiallyOpen);
    const unread = signal(0);
    const heard: unknown[] = [];
    const { events } = create();
    events.on((...event) => heard.push(event));
    let ids = 0;
    const stop = emitState({ events, widgetOpen, unread, createId: () => `id-${++ids}`, now: () => 7 });
    return { widgetOpen, unread, heard, stop };
  };

  it('is each opening and closing, once, with an id, a time and a type', () => {
    const { widgetOpen, heard } = watch();
    expect(heard).toEqual([]);
    widgetOpen.value = true;
    widgetOpen.value = true;
    widgetOpen.value = false;
    expect(heard).toEqual([
      ['open', { id: 'id-1', createdAt: 7, type: 'messagingOpened' }],
      ['close', { id: 'id-2', createdAt: 7, type: 'messagingClosed' }],
    ]);
  });

  it('is each change of the unread count, as a number', () => {
    const { unread, heard } = watch();
    unread.value = 2;
    unread.value = 2;
    unread.value = 0;
    expect(heard).toEqual([
      ['unreadMessages', 2],
      ['unreadMessages', 0],
    ]);
  });

  it('end with the undo', () => {
    const { widgetOpen, unread, heard, stop } = watch();
    stop();
    widgetOpen.value = true;
    unread.value = 3;
    expect(heard).toEqual([]);
  });
});
