import { describe, expect, it, vi } from 'vitest';
import { createInEffect } from '../../../../src/features/hostCalls/inEffect';

const create = () => {
  const kept: Parameters<typeof createInEffect>[0] = [];
  const take = createInEffect(kept);
  return { kept, take, texts: () => kept.map((call) => call.slice(0, 2).join('.')) };
};

describe('of the calls of a page', () => {
  it('settings are kept in order, and what only happens once is not', () => {
    const { kept, take, texts } = create();
    for (const verb of ['open', 'close', 'resetWidget']) take(['messenger', verb], undefined);
    take(['messenger:set', 'zIndex', 4], undefined);
    take(['messenger:set', 'cookies', 'none'], undefined);
    take(['messenger:set', 'zIndex', 5], undefined);
    expect(texts()).toEqual(['messenger:set.zIndex', 'messenger:set.cookies', 'messenger:set.zIndex']);
    expect(kept.map((call) => call[2])).toEqual([4, 'none', 5]);
  });

  it('the last decides whether it is hidden', () => {
    const { take, texts } = create();
    take(['messenger', 'hide'], undefined);
    take(['messenger', 'show'], undefined);
    expect(texts()).toEqual([]);
    take(['messenger', 'hide'], undefined);
    take(['messenger', 'hide'], undefined);
    expect(texts()).toEqual(['messenger.hide']);
  });

  it('the last decides who is logged in, and its callback is not called again', () => {
    const { kept, take, texts } = create();
    const supply = () => {};
    take(['messenger', 'loginUser', () => {}], undefined);
    take(['messenger', 'loginUser', supply, () => {}], undefined);
    expect(kept.map((call) => [...call])).toEqual([['messenger', 'loginUser', supply]]);
    take(['messenger', 'hide'], undefined);
    take(['messenger', 'logoutUser'], undefined);
    expect(texts()).toEqual(['messenger.hide']);
    take(['messenger', 'useSessionAuth'], undefined);
    expect(texts()).toEqual(['messenger.hide', 'messenger.useSessionAuth']);
  });

  it('subscriptions are kept until they are given up, wherever they are by then', () => {
    const { kept, take } = create();
    const [first, second] = [vi.fn(), vi.fn()];
    const off = take(['messenger:on', 'open', () => {}], first) as () => void;
    const other = take(['messenger:on', 'open', () => {}], first) as () => void;
    const [call] = kept;
    // Another messenger has taken over this subscription.
    if (call) call.undo = second;
    off();
    expect([kept.length, call?.cancelled, first.mock.calls.length, second.mock.calls.length]).toEqual([
      1,
      true,
      0,
      1,
    ]);
    other();
    expect([kept.length, first.mock.calls.length]).toEqual([0, 1]);
  });
});
