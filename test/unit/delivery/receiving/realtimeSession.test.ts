import { describe, expect, it } from 'vitest';
import { createRealtimeSession } from '../../../../src/delivery/receiving/realtimeSession';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { hold } from '../../../support/fakeService';
import { createOwner } from '../../../support/owner';

/** @param failures how many loads of the chunk fail before one succeeds */
const create = (failures = 0, until: Promise<void> = Promise.resolve()) => {
  const clock = createFakeClock();
  const done: string[] = [];
  const reports: string[] = [];
  let loads = 0;
  const { onDispose, dispose } = createOwner(clock);
  const live = createRealtimeSession({
    clock,
    onDispose,
    report: (message) => reports.push(message),
    async load() {
      loads++;
      await until;
      if (loads <= failures) throw new Error('no chunk');
      return {
        start: () => void done.push('start'),
        stop: () => void done.push('stop'),
      };
    },
  });
  return { live, clock, done, reports, loads: () => loads, dispose };
};

describe('the realtime session', () => {
  it('is not loaded before it is wanted', async () => {
    const { loads, clock } = create();
    await clock.advance(600_000);
    expect(loads()).toBe(0);
  });

  it('is loaded once, and started each time it is wanted', async () => {
    const { live, loads, done } = create();
    live.start();
    live.start();
    await flush();
    expect([loads(), done]).toEqual([1, ['start']]);
    live.start();
    live.stop();
    expect([loads(), done]).toEqual([1, ['start', 'start', 'stop']]);
  });

  it('does not start when it is stopped before its code has loaded', async () => {
    const { until, release } = hold();
    const { live, done } = create(0, until);
    live.start();
    live.stop();
    release();
    await flush();
    expect(done).toEqual([]);
    live.start();
    expect(done).toEqual(['start']);
  });

  it('is requested again every minute until it loads', async () => {
    const { live, clock, loads, done, reports } = create(2);
    live.start();
    await clock.advance(59_999);
    expect([loads(), reports]).toEqual([1, ['Realtime could not be loaded']]);
    await clock.advance(1);
    expect(loads()).toBe(2);
    await clock.advance(60_000);
    await flush();
    expect([loads(), done, clock.pending()]).toEqual([3, ['start'], 0]);
  });

  it('is requested at once when it is wanted again after a failed load', async () => {
    const { live, clock, loads, done } = create(1);
    live.start();
    await flush();
    live.start();
    await flush();
    expect([loads(), done, clock.pending()]).toEqual([2, ['start'], 0]);
  });

  it('is not requested again after it was stopped', async () => {
    const { live, clock, loads } = create(1);
    live.start();
    await flush();
    live.stop();
    await clock.advance(600_000);
    expect([loads(), clock.pending()]).toEqual([1, 0]);
  });

  it('ends with its owner, even when its code loads afterwards', async () => {
    const early = create();
    early.live.start();
    await flush();
    early.dispose();
    expect(early.done).toEqual(['start', 'stop']);
    const { until, release } = hold();
    const late = create(0, until);
    late.live.start();
    late.dispose();
    release();
    await flush();
    expect(late.done).toEqual([]);
  });
});
