import { describe, expect, it } from 'vitest';
import { createBackCloser } from '../../../../src/features/fullScreen/backCloses';
import type { Move } from '../../../../src/platform/pageHistory';
import { createFakeClock } from '../../../support/fakeClock';

type Entry = { url: string; ours?: boolean };

/** A tab with its history, the page's router and a window that fills the screen. */
const standing = ({ forbidden = false, stuck = false, tells = true } = {}) => {
  const clock = createFakeClock();
  const heard: string[] = [];
  const calls: string[] = [];
  let entries: Entry[] = [{ url: '/start' }, { url: '/shop' }];
  let at = 1;
  let waiting: number[] = [];
  let listener: ((move: Move) => void) | undefined;
  const here = () => entries[at] as Entry;
  const push = (entry: Entry) => {
    entries = [...entries.slice(0, at + 1), entry];
    at++;
  };
  const move = (by: number) => {
    const from = here();
    if (!entries[at + by]) return;
    at += by;
    let hidden = false;
    listener?.({
      hide: () => {
        hidden = true;
      },
      same: from.url === here().url,
      ahead: tells ? by > 0 : undefined,
    });
    if (!hidden) heard.push(here().url);
  };
  const settle = () => {
    const steps = waiting;
    waiting = [];
    for (const by of steps) move(by);
    if (waiting.length > 0) settle();
  };
  const closer = createBackCloser({
    history: {
      isOurs: () => here().ours === true,
      add: () => {
        if (!here().ours && !forbidden) push({ url: here().url, ours: true });
        return here().ours === true;
      },
      go: (by) => void (stuck || waiting.push(by)),
      onMove: (run) => {
        listener = run;
        return () => {
          listener = undefined;
        };
      },
    },
    clock,
    close: () => {
      calls.push('close');
      closer.cover(false);
    },
    reopen: () => {
      calls.push('reopen');
      closer.cover(true);
    },
  });
  return {
    clock,
    heard,
    calls,
    closer,
    push,
    settle,
    back: () => {
      move(-1);
      settle();
    },
    forward: () => {
      move(1);
      settle();
    },
    urls: () => entries.map(({ url, ours }, i) => `${i === at ? '>' : ''}${url}${ours ? '*' : ''}`),
    isWatched: () => listener !== undefined,
  };
};

describe('Back in a window that fills the screen', () => {
  it('closes it and stays on the page, and the router hears nothing', () => {
    const { closer, back, calls, heard, urls } = standing();
    closer.cover(true);
    expect(urls()).toEqual(['/start', '/shop', '>/shop*']);
    back();
    expect([calls, heard]).toEqual([['close'], []]);
    expect(urls()[1]).toBe('>/shop');
    back();
    expect(heard).toEqual(['/start']);
  });

  it('finds no entry left behind when the window was closed in another way', () => {
    const { closer, settle, heard, back, calls, urls } = standing();
    closer.cover(true);
    closer.cover(false);
    settle();
    expect([urls()[1], heard, calls]).toEqual(['>/shop', [], []]);
    back();
    expect(heard).toEqual(['/start']);
  });

  it('has one entry, however often the window is opened, closed and opened again at once', () => {
    const { closer, settle, urls, calls, back } = standing();
    for (let i = 0; i < 3; i++) {
      closer.cover(true);
      closer.cover(false);
      closer.cover(true);
      settle();
      expect(urls()).toEqual(['/start', '/shop', '>/shop*']);
    }
    back();
    expect(calls).toEqual(['close']);
  });

  it('is followed by Forward, which opens the window again', () => {
    const { closer, back, forward, calls, urls } = standing();
    closer.cover(true);
    back();
    forward();
    expect(calls).toEqual(['close', 'reopen']);
    back();
    expect(calls).toEqual(['close', 'reopen', 'close']);
    expect(urls()).toEqual(['/start', '>/shop', '/shop*']);
  });

  it('leads back to the page’s own address where the page has gone on under the window', () => {
    const { closer, push, back, heard, calls, urls } = standing();
    closer.cover(true);
    push({ url: '/cart' });
    back();
    expect([heard, calls]).toEqual([['/shop'], []]);
    back();
    expect([heard, calls]).toEqual([['/shop'], ['close']]);
    expect(urls()[1]).toBe('>/shop');
  });

  it('passes over the entry where the page has gone on and the window was closed since', () => {
    const { closer, push, settle, back, forward, heard, calls, urls } = standing();
    closer.cover(true);
    push({ url: '/cart' });
    closer.cover(false);
    settle();
    back();
    expect([heard, urls()[1]]).toEqual([['/shop'], '>/shop']);
    forward();
    expect([heard, urls()[3]]).toEqual([['/shop', '/cart'], '>/cart']);
    expect(calls).toEqual([]);
  });

  it('stops there, and tells the router, in a browser that does not tell the direction', () => {
    const { closer, push, back, heard, calls } = standing({ tells: false });
    closer.cover(true);
    push({ url: '/cart' });
    closer.cover(false);
    back();
    expect([heard, calls]).toEqual([['/shop'], []]);
  });

  it('leaves the page, as without the window, where the page forbids entries', () => {
    const { closer, back, heard, calls } = standing({ forbidden: true });
    closer.cover(true);
    back();
    expect([heard, calls]).toEqual([['/start'], []]);
    closer.cover(false);
  });

  it('works again ten seconds after the page has kept the tab from going back', async () => {
    const { closer, clock, back, calls, heard } = standing({ stuck: true });
    closer.cover(true);
    closer.cover(false);
    await clock.advance(10_000);
    closer.cover(true);
    back();
    expect([calls, heard]).toEqual([['close'], []]);
  });

  it('closes a window that was opened again before the tab had gone back', async () => {
    const { closer, clock, back, calls } = standing({ stuck: true });
    closer.cover(true);
    closer.cover(false);
    closer.cover(true);
    await clock.advance(10_000);
    back();
    expect(calls).toEqual(['close']);
  });

  it('takes its entry along when the messenger goes', () => {
    const { closer, settle, urls, isWatched, clock } = standing();
    closer.cover(true);
    closer.dispose();
    expect([isWatched(), clock.pending()]).toEqual([false, 0]);
    settle();
    expect(urls()[1]).toBe('>/shop');
  });
});
