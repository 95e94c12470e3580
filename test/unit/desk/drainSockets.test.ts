import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { drainSockets } from '../../../examples/support-desk/server/realtime/drainSockets';
import { createFakeClock } from '../../support/fakeClock';

const open = (names: string): Set<string> => new Set(names);
const never = new AbortController().signal;

it('takes leave of sockets at equal distances, and not of those that have gone', async () => {
  const clock = createFakeClock();
  const sockets = open('abcd');
  const told: [string, number][] = [];
  const done = drainSockets(sockets, { ms: 10_000, hurry: never, after: clock.after }, (name) => {
    told.push([name, clock.now()]);
    sockets.delete(name);
  });
  const began = clock.now();
  await clock.advance(1000);
  sockets.delete('b');
  sockets.add('e');
  await clock.advance(20_000);
  await done;
  expect(told.map(([name, at]) => [name, at - began])).toEqual([
    ['a', 0],
    ['c', 2500],
    ['d', 5000],
  ]);
  expect(getEventListeners(never, 'abort')).toEqual([]);
});

it('ends when it is hurried, and without sockets at once', async () => {
  const clock = createFakeClock();
  const hurry = new AbortController();
  const told: string[] = [];
  const done = drainSockets(open('ab'), { ms: 10_000, hurry: hurry.signal, after: clock.after }, (name) => {
    told.push(name);
  });
  hurry.abort();
  await done;
  expect(told).toEqual(['a']);
  await drainSockets(open(''), { ms: 10_000, hurry: never, after: clock.after }, () => undefined);
});
