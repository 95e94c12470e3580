import { expect, it, vi } from 'vitest';
import { createParts } from '../../../src/flows/loadParts';
import { createDisposer } from '../../../src/platform/disposer';
import { createFakeClock, flush } from '../../support/fakeClock';

const create = (list: () => Promise<{ createPart: (deps: string) => string }>, ready = async () => {}) => {
  const clock = createFakeClock();
  const report = vi.fn();
  const { add, dispose } = createDisposer();
  const menu = vi.fn(async () => ({ createPart: () => 'menu' }));
  const part = createParts({ words: { more: ready }, clock, report, own: add }, { list, menu }, 'Ada');
  return { clock, report, dispose, part, menu };
};

it('a part is loaded when it is first asked for, once, and no other with it', async () => {
  const load = vi.fn(async () => ({ createPart: (name: string) => `list of ${name}` }));
  const { part, menu } = create(load);
  expect(load).not.toHaveBeenCalled();
  const list = part('list');
  expect([list.value, part('list') === list]).toEqual([undefined, true]);
  await flush();
  expect([list.value, load.mock.calls.length, menu.mock.calls.length]).toEqual(['list of Ada', 1, 0]);
});

it('a part waits for its words', async () => {
  let arrive = () => {};
  const words = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { part } = create(
    async () => ({ createPart: () => 'list' }),
    () => words,
  );
  const list = part('list');
  await flush();
  expect(list.value).toBeUndefined();
  arrive();
  await flush();
  expect(list.value).toBe('list');
});

it('a part that does with the words there are does not wait for more', async () => {
  const more = vi.fn(async () => {});
  const clock = createFakeClock();
  const setup = { words: { more }, clock, report: vi.fn(), own: () => {} };
  const load = async () => ({ createPart: () => 'tools' });
  const part = createParts(setup, { tools: load, list: load }, 'Ada', ['tools']);
  const tools = part('tools');
  await flush();
  expect([tools.value, more.mock.calls.length]).toEqual(['tools', 0]);
  part('list');
  expect(more).toHaveBeenCalledTimes(1);
});

it('one that cannot be had is reported and tried again, until the messenger goes', async () => {
  let fails = true;
  const load = vi.fn(async () => {
    if (fails) throw new Error('offline');
    return { createPart: () => 'list' };
  });
  const { part, clock, report, dispose } = create(load);
  const list = part('list');
  await flush();
  expect(report).toHaveBeenCalledWith('list could not be loaded', new Error('offline'));
  fails = false;
  await clock.advance(15_000);
  await flush();
  expect([list.value, load.mock.calls.length]).toEqual(['list', 2]);
  dispose();
  expect(clock.pending()).toBe(0);
});

it('one that has not come after 120 s counts as failed, and is taken once when it comes after all', async () => {
  let arrive = (_: { createPart: () => string }) => {};
  const createPart = vi.fn(() => 'list');
  const coming = new Promise<{ createPart: () => string }>((resolve) => {
    arrive = resolve;
  });
  let retry = () => {};
  const load = vi.fn(() => coming);
  const list = Object.assign(load, {
    failed(again: () => void) {
      retry = again;
      return 'could not be loaded';
    },
  });
  const clock = createFakeClock();
  const report = vi.fn();
  const { add, dispose } = createDisposer();
  const setup = { words: { more: async () => {} }, clock, report, own: add };
  const part = createParts(setup, { list }, 'Ada')('list');
  await clock.advance(119_999);
  expect([part.value, report.mock.calls.length]).toEqual([undefined, 0]);
  await clock.advance(1);
  expect(part.value).toBe('could not be loaded');
  expect(report).toHaveBeenCalledWith('list could not be loaded', undefined);
  // A retry waits as long again, for the same: import() gives no other.
  retry();
  expect(part.value).toBeUndefined();
  await clock.advance(120_000);
  expect([part.value, load.mock.calls.length]).toEqual(['could not be loaded', 1]);
  arrive({ createPart });
  await flush();
  expect([part.value, clock.pending()]).toEqual(['list', 0]);
  await clock.advance(240_000);
  expect([part.value, createPart.mock.calls.length, report.mock.calls.length]).toEqual(['list', 1, 2]);
  dispose();
});

it('one in time leaves no timer behind', async () => {
  const { part, clock } = create(async () => ({ createPart: () => 'list' }));
  part('list');
  await flush();
  expect(clock.pending()).toBe(0);
});

it('what stands in for one that failed stays while it is tried again by itself, and its retry asks at once', async () => {
  let fails = true;
  const load = vi.fn(async () => {
    if (fails) throw new Error('offline');
    return { createPart: () => 'list' };
  });
  let retry = () => {};
  const clock = createFakeClock();
  const loader = Object.assign(() => load(), {
    failed(again: () => void) {
      retry = again;
      return 'could not be loaded';
    },
  });
  const setup = { words: { more: async () => {} }, clock, report: vi.fn(), own: () => {} };
  const part = createParts(setup, { list: loader, menu: load }, 'Ada');
  const list = part('list');
  const seen: (string | undefined)[] = [];
  list.subscribe((now) => void seen.push(now));
  await flush();
  await clock.advance(15_000);
  await flush();
  expect([seen, load.mock.calls.length]).toEqual([[undefined, 'could not be loaded'], 2]);
  fails = false;
  retry();
  await flush();
  expect(seen).toEqual([undefined, 'could not be loaded', undefined, 'list']);
  // What was to ask by itself asks no more.
  expect([load.mock.calls.length, clock.pending()]).toEqual([3, 0]);
  // One without a stand-in shows nothing.
  fails = true;
  const menu = part('menu');
  await flush();
  expect(menu.value).toBeUndefined();
});

it('nothing is tried again once the messenger is gone', async () => {
  const load = vi.fn(async () => {
    throw new Error('offline');
  });
  const { part, clock, dispose } = create(load);
  part('list');
  dispose();
  await flush();
  await clock.advance(60_000);
  expect(load).toHaveBeenCalledTimes(1);
});
