import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClock } from '../../../src/platform/clock';
import { createDisposer, listen } from '../../../src/platform/disposer';
import { createId } from '../../../src/platform/ids';
import { createPage } from '../../../src/platform/page';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('an id', () => {
  const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

  it('is a UUID, and another each time', () => {
    const ids = Array.from({ length: 50 }, createId);
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(50);
  });

  it('is one too on a page without https, where the browser makes none', () => {
    const real = crypto;
    vi.stubGlobal('crypto', { getRandomValues: (b: Uint8Array<ArrayBuffer>) => real.getRandomValues(b) });
    const ids = Array.from({ length: 50 }, createId);
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(50);
  });
});

describe('a disposer', () => {
  it('undoes newest first, and once', () => {
    const undone: string[] = [];
    const { add, dispose } = createDisposer();
    for (const name of ['a', 'b', 'c']) add(() => undone.push(name));
    dispose();
    dispose();
    expect(undone).toEqual(['c', 'b', 'a']);
    add(() => undone.push('late'));
    expect(undone).toEqual(['c', 'b', 'a', 'late']);
  });

  it('undoes at once what is added after the end', () => {
    const undo = vi.fn();
    const { add, dispose } = createDisposer();
    dispose();
    add(undo);
    expect(undo).toHaveBeenCalledTimes(1);
  });

  it('removes a listener', () => {
    const target = new EventTarget();
    const heard = vi.fn();
    const off = listen(target, 'x', heard);
    target.dispatchEvent(new Event('x'));
    off();
    target.dispatchEvent(new Event('x'));
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

describe('the real clock', () => {
  it('waits as long as a browser can where it is to wait longer, rather than not at all', () => {
    vi.useFakeTimers();
    const clock = createClock();
    const task = vi.fn();
    for (const ms of [2_147_484_000, 1e300, Number.POSITIVE_INFINITY]) clock.after(ms, task);
    vi.advanceTimersByTime(2 ** 31 - 2);
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(task).toHaveBeenCalledTimes(3);
  });

  it('runs a task after its time, and not once cancelled', () => {
    vi.useFakeTimers();
    const clock = createClock();
    const [once, never] = [vi.fn(), vi.fn()];
    const start = clock.now();
    clock.after(100, once);
    clock.after(100, never)();
    vi.advanceTimersByTime(1130);
    expect([once, never].map((f) => f.mock.calls.length)).toEqual([1, 0]);
    expect(clock.now() - start).toBe(1130);
  });
});

it('the clock of an owner that has ended has no wait left, and begins none', () => {
  vi.useFakeTimers();
  const { add, dispose } = createDisposer();
  const clock = createClock(add);
  const task = vi.fn();
  for (const ms of [0, 100, 60_000]) clock.after(ms, task);
  clock.after(50, task)();
  vi.advanceTimersByTime(0);
  expect([task.mock.calls.length, vi.getTimerCount()]).toEqual([1, 2]);
  dispose();
  expect(vi.getTimerCount()).toBe(0);
  clock.after(10, task)();
  clock.after(10, task);
  expect([vi.getTimerCount(), task.mock.calls.length]).toEqual([0, 1]);
});

describe('the page', () => {
  const create = () => {
    const document = Object.assign(new EventTarget(), {
      title: 'Shoes',
      referrer: 'https://search.example/',
      visibilityState: 'visible',
      hasFocus: () => true,
    });
    const host = Object.assign(new EventTarget(), {
      document,
      location: { href: 'https://publisher.example/a' },
      navigator: { userAgent: 'UA', language: 'de-DE', onLine: true },
      matchMedia: (query: string) => ({ matches: query === '(pointer: coarse)' }),
    });
    return {
      host,
      document,
      page: createPage(host as unknown as Window, (name) => (host as unknown as Window).document[name]),
    };
  };

  it('is where a call says, until the browser is elsewhere', () => {
    const { host, page } = create();
    page.placeAs((own) => ({ url: () => `${own.url()}/shown`, title: () => 'Shown' }));
    expect([page.url(), page.title()]).toEqual(['https://publisher.example/a/shown', 'Shown']);
    page.placeAs(() => undefined);
    page.placeAs((own) => ({ ...own, title: () => `${own.title()} again` }));
    host.location.href = 'https://publisher.example/b#token';
    expect([page.url(), page.title()]).toEqual(['https://publisher.example/b', 'Shoes again']);
  });

  it('is read at the moment it is asked about', () => {
    const { host, document, page } = create();
    expect([page.url(), page.title(), page.referrer()]).toEqual([
      'https://publisher.example/a',
      'Shoes',
      'https://search.example/',
    ]);
    host.location.href = 'https://publisher.example/b';
    document.title = 'Hats';
    expect([page.url(), page.title()]).toEqual(['https://publisher.example/b', 'Hats']);
    expect([page.userAgent(), page.language(), page.focused(), page.online()]).toEqual([
      'UA',
      'de-DE',
      true,
      true,
    ]);
    expect(page.coarsePointer()).toBe(true);
  });

  it('tells when it is seen, on line, left and back, until it is not listened to', () => {
    const { host, document, page } = create();
    const heard: unknown[] = [];
    const offs = [
      page.onVisible((visible) => heard.push(['visible', visible])),
      page.onOnline((online) => heard.push(['online', online])),
      page.onHide(() => heard.push('hide')),
      page.onShow((persisted) => heard.push(['show', persisted])),
    ];
    const all = () => {
      document.visibilityState = 'hidden';
      host.dispatchEvent(new Event('visibilitychange'));
      host.dispatchEvent(new Event('offline'));
      host.dispatchEvent(new Event('online'));
      host.dispatchEvent(new Event('pagehide'));
      host.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    };
    all();
    expect(heard).toEqual([['visible', false], ['online', false], ['online', true], 'hide', ['show', true]]);
    for (const off of offs) off();
    all();
    expect(heard).toHaveLength(5);
    expect(page.visible()).toBe(false);
  });
});
