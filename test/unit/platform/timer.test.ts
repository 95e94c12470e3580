import { describe, expect, it, vi } from 'vitest';
import { createDisposer } from '../../../src/platform/disposer';
import { createTimer, createTimers } from '../../../src/platform/timer';
import { createFakeClock } from '../../support/fakeClock';

describe('a timer', () => {
  it('has one wait: the next one takes its place, and stop ends it', async () => {
    const clock = createFakeClock();
    const timer = createTimer(clock);
    const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()];
    timer.set(100, first);
    timer.set(200, second);
    expect(clock.waits()).toEqual([200]);
    await clock.advance(200);
    expect([first, second].map((run) => run.mock.calls.length)).toEqual([0, 1]);
    timer.set(50, third);
    timer.stop();
    timer.stop();
    expect(clock.waits()).toEqual([]);
    await clock.advance(1000);
    expect(third).not.toHaveBeenCalled();
  });

  it('can be set again by its own task', async () => {
    const clock = createFakeClock();
    const timer = createTimer(clock);
    let runs = 0;
    const tick = () => {
      runs++;
      timer.set(10, tick);
    };
    tick();
    await clock.advance(35);
    expect([runs, clock.waits()]).toEqual([4, [5]]);
  });

  it('ends with its owner', async () => {
    const clock = createFakeClock();
    const { add, dispose } = createDisposer();
    createTimer(clock, add).set(100, () => {});
    dispose();
    expect(clock.waits()).toEqual([]);
  });
});

it('timers by key wait each for itself', async () => {
  const clock = createFakeClock();
  const timers = createTimers(clock);
  const ran: string[] = [];
  for (const key of ['a', 'b', 'a', 'c']) timers.set(key, 100, () => ran.push(key));
  timers.stop('c');
  timers.stop('never set');
  expect(clock.waits()).toEqual([100, 100]);
  await clock.advance(100);
  expect(ran.sort()).toEqual(['a', 'b']);
  timers.set('a', 10, () => ran.push('late'));
  timers.set('b', 10, () => ran.push('late'));
  timers.stopAll();
  expect(clock.waits()).toEqual([]);
});
