import { describe, expect, it } from 'vitest';
import { inTurn, type Lock } from '../../../src/platform/inTurn';
import { createFakeClock } from '../../support/fakeClock';
import { createTabLock } from '../../support/tabLock';

const refused = () => Promise.reject(new DOMException('denied', 'SecurityError'));

const withoutLocks: [string, Lock | undefined][] = [
  ['there are none', undefined],
  ['they are refused', refused],
];

describe('work that one tab does at a time', () => {
  it('waits for the work of the same name, and not for other work', async () => {
    const clock = createFakeClock();
    const lock = createTabLock();
    const steps: string[] = [];
    const ends: (() => void)[] = [];
    const begin = (name: string, step: string) =>
      inTurn({ lock, clock }, name, async () => {
        steps.push(step);
        await new Promise<void>((resolve) => ends.push(resolve));
        return step;
      });
    const first = begin('a', 'first');
    const second = begin('a', 'second');
    const other = begin('b', 'other');
    await clock.advance(100);
    expect(steps).toEqual(['first', 'other']);
    for (const end of ends.splice(0)) end();
    expect(await Promise.all([first, other])).toEqual(['first', 'other']);
    await clock.advance(0);
    expect(steps).toEqual(['first', 'other', 'second']);
    for (const end of ends) end();
    expect(await second).toBe('second');
  });

  it('runs once without its turn after 5 s, as a frozen tab may hold the lock (visitor-16)', async () => {
    const clock = createFakeClock();
    let grant = () => {};
    const lock: Lock = (_, work) =>
      new Promise((resolve) => {
        grant = () => resolve(work());
      });
    let runs = 0;
    const result = inTurn({ lock, clock }, 'a', async () => ++runs);
    await clock.advance(4999);
    expect(runs).toBe(0);
    await clock.advance(1);
    expect([runs, await result]).toEqual([1, 1]);
    grant();
    await clock.advance(0);
    expect(runs).toBe(1);
  });

  it('that takes longer than the wait is not begun again', async () => {
    const clock = createFakeClock();
    let runs = 0;
    let end = (_: string) => {};
    const work = () => {
      runs++;
      return new Promise<string>((resolve) => {
        end = resolve;
      });
    };
    const result = inTurn({ lock: createTabLock(), clock }, 'a', work);
    await clock.advance(60_000);
    end('done');
    expect([await result, runs]).toEqual(['done', 1]);
  });

  it.each(withoutLocks)('runs at once where %s', async (_, lock) => {
    expect(await inTurn({ lock, clock: createFakeClock() }, 'a', async () => 'done')).toBe('done');
  });

  it.each<[string, Lock | undefined]>([['there are locks', createTabLock()], ...withoutLocks])(
    'fails as it does, once, where %s',
    async (_, lock) => {
      let runs = 0;
      const work = async () => {
        runs++;
        throw new Error('no');
      };
      await expect(inTurn({ lock, clock: createFakeClock() }, 'a', work)).rejects.toThrow('no');
      expect(runs).toBe(1);
    },
  );

  it('goes on after work that failed', async () => {
    const lock = createTabLock();
    const clock = createFakeClock();
    const failing = inTurn({ lock, clock }, 'a', async () => {
      throw new Error('no');
    });
    const next = inTurn({ lock, clock }, 'a', async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});
