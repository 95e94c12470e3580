import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coalesce } from '../../../examples/support-desk/server/realtime/coalesce';
import { createFakeClock } from '../../support/fakeClock';

type Value = { key: string; newest: number; all: number[] };

const standing = () => {
  const clock = createFakeClock(0);
  const sent: (Value & { at: number })[] = [];
  const stream = coalesce<Value>(
    clock,
    1000,
    (value) => sent.push({ ...value, at: clock.now() }),
    (waiting, newer) => ({ ...newer, all: [...waiting.all, ...newer.all] }),
  );
  return {
    clock,
    sent,
    stream,
    add: (key: string, n: number) => stream.add(key, { key, newest: n, all: [n] }),
  };
};

describe('a stream that is thinned by key', () => {
  it('passes the first value on at once, and then one each second with the newest state', async () => {
    const { clock, sent, add } = standing();
    for (let n = 0; n < 25; n++) {
      add('a', n);
      await clock.advance(100);
    }
    expect(sent.map(({ at, newest }) => [at, newest])).toEqual([
      [0, 0],
      [1000, 9],
      [2000, 19],
    ]);
    await clock.advance(1000);
    expect(sent.at(-1)).toMatchObject({ at: 3000, newest: 24, all: [20, 21, 22, 23, 24] });
  });

  it('passes the next one on at once after a quiet second, and keeps no timer', async () => {
    const { clock, sent, add } = standing();
    add('a', 1);
    await clock.advance(1000);
    expect(clock.pending()).toBe(0);
    add('a', 2);
    expect(sent).toHaveLength(2);
  });

  it('does not hold one key back for another', () => {
    const { sent, add } = standing();
    add('a', 1);
    add('b', 2);
    expect(sent.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('passes nothing on of a key that is dropped', async () => {
    const { clock, sent, stream, add } = standing();
    add('a', 1);
    add('a', 2);
    stream.drop('a');
    await clock.advance(5000);
    expect(sent).toHaveLength(1);
    expect(clock.pending()).toBe(0);
  });

  it('loses no news, keeps the order and the pace, whatever comes when', async () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), pause: fc.integer({ min: 0, max: 1500 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { clock, sent, add } = standing();
        for (const [n, { key, pause }] of steps.entries()) {
          add(key, n);
          await clock.advance(pause);
        }
        await clock.advance(1000);
        for (const key of ['a', 'b', 'c']) {
          const own = sent.filter((value) => value.key === key);
          const added = [...steps.entries()].filter(([, s]) => s.key === key).map(([n]) => n);
          expect(own.flatMap(({ all }) => all)).toEqual(added);
          expect(own.at(-1)?.newest).toBe(added.at(-1));
          own.slice(1).forEach(({ at }, i) => {
            expect(at - (own[i]?.at ?? 0)).toBeGreaterThanOrEqual(1000);
          });
        }
      }),
      { numRuns: 50 },
    );
  });
});
