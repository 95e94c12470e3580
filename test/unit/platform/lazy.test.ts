import { expect, it, vi } from 'vitest';
import { createLazy } from '../../../src/platform/lazy';
import { createTopic } from '../../../src/platform/topic';

it('what is loaded lazily is loaded once, for all who ask', async () => {
  const load = vi.fn(async () => 'file');
  const lazy = createLazy(load);
  expect([lazy.begun(), load.mock.calls.length]).toEqual([undefined, 0]);
  expect(await Promise.all([lazy(), lazy()])).toEqual(['file', 'file']);
  expect([await lazy.begun(), await lazy(), load.mock.calls.length]).toEqual(['file', 'file', 1]);
});

it('a failed load is forgotten, before those who asked hear of it', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline'));
  load.mockResolvedValue('file');
  const lazy = createLazy(load);
  const again = await Promise.all([lazy(), lazy()].map((one) => one.catch(() => lazy())));
  expect([again, load.mock.calls.length]).toEqual([['file', 'file'], 2]);
});

it('a topic tells all who listen, until each has left', () => {
  const topic = createTopic<[name: string, count: number]>();
  const heard: unknown[] = [];
  topic.emit('before', 0);
  const off = topic.on((...event) => heard.push(['a', ...event]));
  topic.on((name, count) => {
    heard.push(['b', name, count]);
    off();
    topic.on(() => heard.push('added meanwhile'));
  });
  topic.emit('first', 1);
  expect(heard).toEqual([
    ['a', 'first', 1],
    ['b', 'first', 1],
  ]);
  heard.length = 0;
  topic.emit('second', 2);
  expect(heard).toEqual([['b', 'second', 2], 'added meanwhile']);
});
