import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import type { Followed } from '../../../examples/support-desk/server/redis/createFollowed';
import { hearTopics } from '../../../examples/support-desk/server/redis/hearTopics';
import type { Entry } from '../../../examples/support-desk/server/redis/takeEntries';

const entry = (place: string, id: string): Entry => [place, ['id', id, 'publication', '{}']];

/** Hears of a stream that was read up to its first entry. `answer` is what the next reading finds behind it. */
const hear = async (answer: () => Promise<Entry[]>) => {
  const taken: string[] = [];
  const first = entry('5-0', 'first');
  const call = {
    xread: () => call,
    xrange: () => call,
    exec: async () => [
      [null, [['stream', await answer()]]],
      [null, [first]],
    ],
  };
  const subscriber = Object.assign(new EventEmitter(), { status: 'wait' });
  let resolveLive: (() => void) | undefined;
  const onLive = () => resolveLive?.();
  const hearing = hearTopics({
    client: { pipeline: () => call } as unknown as Redis,
    live: {
      subscriber: subscriber as unknown as Redis,
      followed: { joinAll: async () => undefined, lost: () => undefined } as unknown as Followed,
    },
    stream: 'stream',
    clock: { after: () => () => undefined },
    mark: async () => ({ place: '0-0', id: '' }),
    take: ([, [, id = '']]) => void taken.push(id),
    onLive,
    onGap: () => undefined,
    onFail: (error) => {
      throw error;
    },
  });
  const connect = () =>
    new Promise<void>((resolve) => {
      resolveLive = resolve;
      subscriber.emit('ready');
    });
  await connect();
  hearing.come(first);
  const reconnect = () => {
    subscriber.emit('close');
    return connect();
  };
  return { ...hearing, taken, reconnect };
};

it('takes an entry once, over however many channels its copies come', async () => {
  const { come, taken } = await hear(async () => []);
  come(entry('5-0', 'first'));
  come(entry('6-0', 'second'));
  come(entry('6-0', 'second'));
  expect(taken).toEqual(['first', 'second']);
});

it('takes another entry in the place of one that was evicted', async () => {
  const { come, taken } = await hear(async () => []);
  come(entry('5-0', 'in its place'));
  expect(taken).toEqual(['first', 'in its place']);
});

it('takes such an entry where it comes while what was missed is read', async () => {
  let read: ((entries: Entry[]) => void) | undefined;
  const { come, taken, reconnect } = await hear(() => new Promise((resolve) => (read = resolve)));
  const back = reconnect();
  await expect.poll(() => read).toBeDefined();
  come(entry('7-0', 'missed'));
  come(entry('7-0', 'in its place'));
  read?.([entry('7-0', 'missed')]);
  await back;
  expect(taken).toEqual(['first', 'missed', 'in its place']);
});
