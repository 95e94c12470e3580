import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SOCKETS_AGAIN_MS, SOCKETS_HOLD_MS } from '../../../src/model/retries/realtime';
import { createWays, type Ways } from '../../../src/model/ways';

type Step = { do: 'carried' | 'failed'; way: string } | { do: 'wait'; ms: number } | { do: 'forget' };

const WAYS = ['websocket', 'eventsource', 'long-polling'];
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('carried' as const, 'failed' as const),
      way: fc.constantFrom(...WAYS),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(0, 1, 499, 500, 5000, 15_000, SOCKETS_HOLD_MS, SOCKETS_AGAIN_MS, -3_600_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const) }) },
);

/** What happened on a line since its network was last unknown. */
type Past = { at: number; do: 'carried' | 'failed'; socket: boolean }[];

/**
 * Plays steps, and holds each decision against what happened, not against the machine's states.
 * @returns what is wrong with it
 */
const problemIn = (create: (now: () => number) => Ways, steps: readonly Step[]): string | undefined => {
  let now = 1_800_000_000_000;
  const ways = create(() => now);
  let past: Past = [];
  let avoidedAt = 0;
  for (const one of steps) {
    if (one.do === 'wait') {
      now += one.ms;
      continue;
    }
    if (one.do === 'forget') {
      ways.forget();
      past = [];
      if (!ways.maySocket()) return 'avoids sockets of a new network';
      continue;
    }
    const socket = one.way === 'websocket';
    const before = ways.maySocket();
    const asked = ways[one.do](one.way);
    const after = ways.maySocket();
    const failures = past.filter((p) => p.socket && p.do === 'failed');
    const last = failures.at(-1);
    past.push({ at: now, do: one.do, socket });
    if (asked && !socket && one.do === 'failed') return 'leaves another way, which has no better one';
    if (socket && one.do === 'carried' && asked) return 'connects again over a socket that works';
    if (before && !after) {
      avoidedAt = now;
      if (!socket || one.do !== 'failed') return 'avoids sockets that did not fail';
      if (!asked) return 'avoids sockets and stays with one';
      const proven = past.some((p) => p.socket && p.do === 'carried');
      if (proven && !last) return 'leaves a proven socket at its first failure';
    }
    if (!before && after) {
      if (socket) return 'takes a socket again because of a socket';
      if (one.do === 'carried' && !asked) return 'may use sockets again, and does not';
      if (one.do === 'carried' && Math.abs(now - avoidedAt) < SOCKETS_AGAIN_MS)
        return 'tries sockets again too soon';
      const other = past.slice(past.findLastIndex((p) => p.socket && p.do === 'failed') + 1, -1);
      if (one.do === 'failed' && other.some((p) => p.do === 'carried' && !p.socket))
        return 'takes the socket again where another way works';
      past = [];
    }
    if (before && after && socket && one.do === 'failed') {
      const carriedSince = (from: number) => past.slice(from).some((p) => p.socket && p.do === 'carried');
      if (!carriedSince(0)) return 'keeps a socket that never carried anything';
      const since = last ? past.findIndex((p) => p.at === last.at && p.do === 'failed') : -1;
      if (last && !carriedSince(since) && Math.abs(now - last.at) >= 500)
        return 'keeps a socket that failed twice and carried nothing between';
    }
  }
  return undefined;
};

const search = (create: (now: () => number) => Ways, runs: number) =>
  fc.check(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const problem = problemIn(create, steps);
      if (problem) throw new Error(problem);
    }),
    { numRuns: runs, seed: 7 },
  );

it('of generated visits, each decision follows from what came through (live-15)', () => {
  const found = search(createWays, 20_000);
  expect([found.failed, found.errorInstance, found.counterexample]).toEqual([false, null, null]);
});

/** The machine with a fault. */
const faulty =
  (change: (ways: Ways) => Partial<Ways>) =>
  (now: () => number): Ways => {
    const ways = createWays(now);
    return { ...ways, ...change(ways) };
  };

it.each<[string, (now: () => number) => Ways]>([
  ['a socket that opens counts, for good', faulty(() => ({ maySocket: () => true, failed: () => false }))],
  ['a failure of any way is the socket’s', faulty((ways) => ({ failed: () => ways.failed('websocket') }))],
  ['an answer by any way is the socket’s', faulty((ways) => ({ carried: () => ways.carried('websocket') }))],
  [
    'a second failure is none',
    faulty((ways) => ({ failed: (way) => ways.sockets() !== 'doubted' && ways.failed(way) })),
  ],
  [
    'what failed is avoided for ever',
    faulty((ways) => ({ forget: () => {}, carried: (way) => void ways.carried(way) as never })),
  ],
  [
    'no answer by a socket counts',
    faulty((ways) => ({ carried: (way) => way !== 'websocket' && ways.carried(way) })),
  ],
])('the search finds that %s', (_, create) => {
  expect(search(create, 5000).failed).toBe(true);
});

it.each<[string, string[], string]>([
  ['nothing', [], 'untried'],
  ['an answer by a socket', ['+s'], 'proven'],
  ['an answer by another way', ['+p'], 'untried'],
  ['a failure of the first socket', ['-s'], 'left'],
  ['that, and then an answer by another way', ['-s', '+p'], 'avoided'],
  ['that, and 10 min later', ['-s', '+p', `${SOCKETS_AGAIN_MS}`, '+p'], 'untried'],
  ['a failure of every way', ['-s', '-p'], 'untried'],
  ['a failure of a proven socket', ['+s', '-s'], 'doubted'],
  ['several messages that fail with it', ['+s', '-s', '-s', '20', '-s'], 'doubted'],
  ['a second failure', ['+s', '-s', '12000', '-s'], 'left'],
  ['a second failure after a short time of work', ['+s', '-s', '12000', '+s', '30000', '-s'], 'left'],
  [
    'a second failure after a long time of work',
    ['+s', '-s', '12000', '+s', `${SOCKETS_HOLD_MS}`, '+s', '-s'],
    'doubted',
  ],
  ['a clock that is set back', ['+s', '-s', '-3600000', '-s'], 'left'],
])('after %s sockets are known as they should be (live-15)', (_, steps, sockets) => {
  let now = 0;
  const ways = createWays(() => now);
  for (const one of steps) {
    const way = one.endsWith('s') ? 'websocket' : 'long-polling';
    if (/^-?\d/.test(one)) now += Number(one);
    else ways[one.startsWith('+') ? 'carried' : 'failed'](way);
  }
  expect(ways.sockets()).toBe(sockets);
});
