import { expect, it, vi } from 'vitest';
import { createFeatureLoader } from '../../../src/conversation/loadFeatures';
import { FILE_ELSEWHERE_MS } from '../../../src/model/retries/core';
import { createDisposer } from '../../../src/platform/disposer';
import { createFakeClock, flush } from '../../support/fakeClock';
import { createFakePage } from '../../support/fakePage';
import { hold } from '../../support/hold';

const create = (list: () => Promise<(deps: string) => string>, ready = async () => {}) => {
  const clock = createFakeClock();
  const page = createFakePage();
  const report = vi.fn();
  const { add, dispose } = createDisposer();
  const menu = vi.fn(async () => () => 'menu');
  const gone = vi.fn();
  const elsewhere = vi.fn((_: string): Promise<unknown> => Promise.reject(new Error('offline')));
  const setup = { words: { more: ready }, clock, page, report, gone, onDispose: add, elsewhere };
  const rows = {
    list: { load: () => list().then((create) => ({ create })) },
    menu: { load: () => menu().then((create) => ({ create })), wordless: true as const },
  };
  const features = createFeatureLoader(setup, rows, 'Ada');
  return { clock, page, report, gone, dispose, menu, elsewhere, ...features };
};

/** A feature that fails to load until it is made reachable. */
const unreachable = () => {
  let reachable = false;
  const load = vi.fn(async () => {
    if (!reachable) throw new Error('offline');
    return () => 'list';
  });
  return {
    load,
    back() {
      reachable = true;
    },
  };
};

it('a feature is loaded when it is first asked for, once, and no other with it', async () => {
  const load = vi.fn(async () => (name: string) => `list of ${name}`);
  const { feature, menu } = create(load);
  expect(load).not.toHaveBeenCalled();
  const list = feature('list');
  expect([list.value, feature('list') === list]).toEqual([undefined, true]);
  await flush();
  expect([list.value, load.mock.calls.length, menu.mock.calls.length]).toEqual(['list of Ada', 1, 0]);
});

it('a feature whose request hangs is asked for at another address (start-23)', async () => {
  const { feature, elsewhere, clock, report } = create(() => new Promise(() => {}));
  const list = feature('list');
  elsewhere.mockRejectedValueOnce(new TypeError('404'));
  await clock.advance(FILE_ELSEWHERE_MS);
  elsewhere.mockResolvedValueOnce({ create: () => 'list from there' });
  await clock.advance(2 * FILE_ELSEWHERE_MS);
  expect(list.value).toBe('list from there');
  expect(new Set(elsewhere.mock.calls.flat()).size).toBe(2);
  expect([clock.pending(), report.mock.calls]).toEqual([0, []]);
});

it('a feature waits for its words', async () => {
  const { until: words, release: arrive } = hold();
  const { feature } = create(
    async () => () => 'list',
    () => words,
  );
  const list = feature('list');
  await flush();
  expect(list.value).toBeUndefined();
  arrive();
  await flush();
  expect(list.value).toBe('list');
});

it('a wordless feature does not wait for more words', async () => {
  const more = vi.fn(async () => {});
  const { feature } = create(async () => () => 'list', more);
  const menu = feature('menu');
  await flush();
  expect([menu.value, more.mock.calls.length]).toEqual(['menu', 0]);
  feature('list');
  expect(more).toHaveBeenCalledTimes(1);
});

it('one that cannot be had is reported, is missing, and is tried again until the messenger goes (start-16)', async () => {
  const { load, back } = unreachable();
  const { feature, clock, report, dispose, missing } = create(load);
  const list = feature('list');
  await flush();
  expect(report).toHaveBeenCalledWith('list could not be loaded', new Error('offline'));
  expect([...missing.value]).toEqual([['list', false]]);
  back();
  await clock.advance(15_000);
  await flush();
  expect([list.value, load.mock.calls.length, missing.value.size]).toEqual(['list', 2, 0]);
  dispose();
  expect(clock.pending()).toBe(0);
});

it.each<[string, (side: ReturnType<typeof create>) => void]>([
  ['the page is online again', ({ page }) => page.setOnline(true)],
  ['the page is looked at again', ({ page }) => page.setVisible(true)],
  ['the page comes back from the cache', ({ page }) => page.show(true)],
  ['the visitor asks for it', ({ retry }) => retry()],
])('one that cannot be had is tried again at once when %s (start-16)', async (_, happen) => {
  const { load, back } = unreachable();
  const side = create(load);
  const list = side.feature('list');
  await flush();
  back();
  side.page.setOnline(false);
  side.page.setVisible(false);
  expect(load).toHaveBeenCalledTimes(1);
  happen(side);
  await flush();
  expect([list.value, load.mock.calls.length]).toEqual(['list', 2]);
  // Features that are loaded, or were never requested, are not requested again.
  happen(side);
  await flush();
  expect([load.mock.calls.length, side.menu.mock.calls.length, side.clock.pending()]).toEqual([2, 0, 0]);
  side.dispose();
  expect(side.page.listeners()).toBe(0);
});

it('a feature counts as missing after 120 s and is used if it still arrives (start-15)', async () => {
  let arrive = (_: () => string) => {};
  const createFeature = vi.fn(() => 'list');
  const coming = new Promise<() => string>((resolve) => {
    arrive = resolve;
  });
  const load = vi.fn(() => coming);
  const { feature, clock, report, missing, retry, dispose } = create(load);
  const list = feature('list');
  await clock.advance(119_999);
  expect([missing.value.size, report.mock.calls.length]).toEqual([0, 0]);
  await clock.advance(1);
  expect(missing.value.get('list')).toBe(false);
  expect(report).toHaveBeenCalledWith('list could not be loaded', undefined);
  // A retry waits 120 s again for the same load, because import() returns the same promise.
  retry();
  expect(missing.value.get('list')).toBe(true);
  await clock.advance(120_000);
  expect([missing.value.get('list'), load.mock.calls.length]).toEqual([false, 1]);
  arrive(createFeature);
  await flush();
  expect([list.value, missing.value.size, clock.pending()]).toEqual(['list', 0, 0]);
  await clock.advance(240_000);
  expect([list.value, createFeature.mock.calls.length, report.mock.calls.length]).toEqual(['list', 1, 2]);
  dispose();
});

it('one in time leaves no timer behind', async () => {
  const { feature, clock } = create(async () => () => 'list');
  feature('list');
  await flush();
  expect(clock.pending()).toBe(0);
});

it('one that is missing stays so while it is tried again, and says that it is', async () => {
  const { load } = unreachable();
  const { feature, missing, retry } = create(load);
  feature('list');
  const seen: (boolean | undefined)[] = [];
  missing.subscribe((now) => void seen.push(now.get('list')));
  await flush();
  retry();
  retry();
  await flush();
  expect([seen, load.mock.calls.length]).toEqual([[undefined, false, true, true, false], 2]);
});

it('nothing is retried after the messenger has ended', async () => {
  const load = vi.fn(async () => {
    throw new Error('offline');
  });
  const { feature, clock, dispose } = create(load);
  feature('list');
  dispose();
  await flush();
  await clock.advance(60_000);
  expect(load).toHaveBeenCalledTimes(1);
});

it('a feature that fails twice online is reported as gone, then every five minutes, and is tried on (start-16)', async () => {
  const { load } = unreachable();
  const { feature, clock, gone, retry, dispose } = create(load);
  feature('list');
  await flush();
  expect(gone).not.toHaveBeenCalled();
  retry();
  await flush();
  expect(gone.mock.calls).toEqual([[new Error('offline')]]);
  for (let failures = 2; failures < 21; failures++) await clock.advance(15_000);
  expect([load.mock.calls.length, gone.mock.calls.length]).toEqual([21, 1]);
  await clock.advance(15_000);
  expect([load.mock.calls.length, gone.mock.calls.length]).toEqual([22, 2]);
  dispose();
});

it('a feature that fails offline is never reported as gone', async () => {
  const { load } = unreachable();
  const { feature, page, clock, gone, dispose } = create(load);
  page.setOnline(false);
  feature('list');
  for (let failures = 0; failures < 5; failures++) await clock.advance(15_000);
  expect([load.mock.calls.length, gone.mock.calls.length]).toEqual([6, 0]);
  dispose();
});

it('a load that was under way as the page came online is tried again at once when it fails (start-16)', async () => {
  const losses: ((cause: Error) => void)[] = [];
  const load = vi.fn(() => new Promise<() => string>((_, lose) => losses.push(lose)));
  const { feature, page, clock, dispose } = create(load);
  page.setOnline(false);
  feature('list');
  losses[0]?.(new Error('offline'));
  await clock.advance(15_000);
  page.setOnline(true);
  expect(load).toHaveBeenCalledTimes(2);
  losses[1]?.(new Error('offline'));
  await clock.advance(0);
  expect(load).toHaveBeenCalledTimes(3);
  losses[2]?.(new Error('offline'));
  await clock.advance(14_000);
  expect(load).toHaveBeenCalledTimes(3);
  dispose();
});
