import { describe, expect, it } from 'vitest';
import { createBackCloser } from '../../../../src/features/fullScreen/backCloses';
import type { Move } from '../../../../src/platform/windowEntry';
import { createFakeClock } from '../../../support/fakeClock';

/** An entry of the tab: the page's address, and which page's entry the window's frame is in front of. */
type Entry = { url: string; frame?: string };

/** A tab with its history, the page's router and a window that fills the screen. */
const standing = ({ stuck = false, stale = 0, late = false } = {}) => {
  const clock = createFakeClock();
  const heard: string[] = [];
  const calls: string[] = [];
  let entries: Entry[] = [{ url: '/start' }, { url: '/shop' }];
  for (let i = 0; i < stale; i++) entries.push({ url: '/shop', frame: 'gone' });
  let at = 1 + stale;
  let waiting: number[] = [];
  let listener: ((move: Move) => void) | undefined;
  let wanted = false;
  let loaded = !late;
  const here = () => entries[at] as Entry;
  const isHere = () => here().frame === here().url;
  const push = (entry: Entry) => {
    entries = [...entries.slice(0, at + 1), entry];
    at++;
  };
  const add = () => {
    if (wanted && loaded && !isHere()) push({ url: here().url, frame: here().url });
  };
  const move = (by: number) => {
    const from = here();
    if (!entries[at + by]) return;
    at += by;
    const { url, frame } = here();
    // Moves between entries of a frame that is gone are silent.
    const isTold = [from.frame, frame].some((of) => of && of !== 'gone');
    if (isTold && from.frame !== frame) listener?.(isHere() ? 'to' : 'away');
    if (from.url === url) return;
    heard.push(url);
    listener?.('page');
  };
  const settle = () => {
    const steps = waiting;
    waiting = [];
    for (const by of steps) move(by);
    if (waiting.length > 0) settle();
  };
  const closer = createBackCloser({
    createEntry: (run) => {
      listener = run;
      return {
        isHere,
        want: (now) => {
          wanted = now;
          add();
        },
        go: (by) => void (stuck || waiting.push(by)),
        takeStale: () => {
          const count = stale;
          stale = 0;
          return count;
        },
        dispose: () => {
          listener = undefined;
        },
      };
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
    push: (url: string) => push({ ...here(), url }),
    settle,
    load: () => {
      loaded = true;
      add();
    },
    back: () => {
      move(-1);
      settle();
    },
    forward: () => {
      move(1);
      settle();
    },
    urls: () => entries.map(({ url, frame }, i) => `${i === at ? '>' : ''}${url}${frame === url ? '*' : ''}`),
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
    push('/cart');
    back();
    expect([heard, calls]).toEqual([['/shop'], []]);
    back();
    expect([heard, calls]).toEqual([['/shop'], ['close']]);
    expect(urls()[1]).toBe('>/shop');
  });

  it('passes over the entry where the page has gone on and the window was closed since', () => {
    const { closer, push, settle, back, forward, heard, calls, urls } = standing();
    closer.cover(true);
    push('/cart');
    closer.cover(false);
    settle();
    back();
    expect([heard, urls()[1]]).toEqual([['/shop'], '>/shop']);
    forward();
    expect([heard, urls()[3]]).toEqual([['/shop', '/cart'], '>/cart']);
    expect(calls).toEqual([]);
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

  it('adds no entry to a window that is closed before the frame of entries has loaded', () => {
    const { closer, load, urls } = standing({ late: true });
    closer.cover(true);
    closer.cover(false);
    load();
    expect(urls()).toEqual(['/start', '>/shop']);
    closer.cover(true);
    expect(urls()).toEqual(['/start', '/shop', '>/shop*']);
  });

  it('is left together with the entries that reloads have made useless', async () => {
    const { closer, back, urls, heard, clock } = standing({ stale: 2 });
    closer.cover(true);
    back();
    expect(urls()[1]).toBe('>/shop');
    await clock.advance(500);
    back();
    expect(heard).toEqual(['/start']);
  });

  it('has one entry where the page has gone on under the window, which was then opened again', () => {
    const { closer, push, back, heard, calls, urls } = standing();
    closer.cover(true);
    push('/cart');
    closer.cover(false);
    closer.cover(true);
    expect(urls()).toEqual(['/start', '/shop', '/shop*', '/cart', '>/cart*']);
    back();
    expect([heard, calls]).toEqual([[], ['close']]);
    back();
    expect([heard, urls()[1]]).toEqual([['/shop'], '>/shop']);
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
