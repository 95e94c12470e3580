import { describe, expect, it } from 'vitest';
import { createRealtimeSession } from '../../../../src/delivery/receiving/realtimeSession';
import type { Silence } from '../../../../src/delivery/receiving/silence';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { createFakePage } from '../../../support/fakePage';
import { hold } from '../../../support/hold';

import { createOwner } from '../../../support/owner';

/** @param failures how many loads of the chunk fail before one succeeds */
const create = (failures = 0, until: Promise<void> = Promise.resolve()) => {
  const clock = createFakeClock();
  const done: string[] = [];
  const reports: string[] = [];
  const reads: number[] = [];
  const handed: Silence[] = [];
  const page = createFakePage();
  let loads = 0;
  const { onDispose, dispose } = createOwner(clock);
  const live = createRealtimeSession({
    clock,
    page,
    onSilence: () => reads.push(clock.now()),
    onDispose,
    report: (message) => reports.push(message),
    async load(silence) {
      loads++;
      handed.push(silence);
      await until;
      if (loads <= failures) throw new Error('no chunk');
      return {
        start: () => void done.push('start'),
        stop: () => void done.push('stop'),
      };
    },
  });
  return { live, clock, page, done, reports, reads, handed, loads: () => loads, dispose };
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

  it('is requested again every 5 to 8 s until it loads, also while the page is hidden (live-17)', async () => {
    const { live, clock, page, loads, done, reports } = create(2);
    page.setVisible(false);
    live.start();
    await clock.advance(5000);
    expect([loads(), reports]).toEqual([1, ['Realtime could not be loaded']]);
    await clock.advance(3000);
    expect(loads()).toBe(2);
    await clock.advance(8000);
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

describe('the history, while the code of realtime is not there', () => {
  const never = new Promise<void>(() => {});
  /** The waits between the readings that 10 min bring. */
  const waits = async ({ live, clock, reads }: ReturnType<typeof create>) => {
    const times = [clock.now()];
    live.start();
    while (clock.now() - (times[0] as number) < 600_000) {
      await clock.advance(1000);
      // An opened window wants it again.
      live.start();
    }
    times.push(...reads);
    return times.slice(1).map((time, i) => time - (times[i] as number));
  };

  it.each([
    ['neither comes nor fails', () => create(0, never)],
    ['fails each time', () => create(Number.POSITIVE_INFINITY)],
  ])('is read every 5 to 8 s where its request %s (live-17)', async (_why, make) => {
    const gaps = await waits(make());
    expect(gaps.length).toBeGreaterThan(75);
    expect(Math.min(...gaps)).toBeGreaterThan(5000);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(8000);
  });

  const hanging = () => {
    const { until, release } = hold();
    return { ...create(0, until), release };
  };
  it.each<[string, (side: ReturnType<typeof hanging>) => void]>([
    ['the code is there', (side) => side.release()],
    ['the visitor has left', (side) => side.live.stop()],
    ['the messenger is gone', (side) => side.dispose()],
    ['the page is hidden', (side) => side.page.setVisible(false)],
  ])('is not read once %s (live-17)', async (_when, happen) => {
    const side = hanging();
    side.live.start();
    await side.clock.advance(8000);
    expect(side.reads.length).toBe(1);
    happen(side);
    await side.clock.advance(100_000);
    expect(side.reads.length).toBe(1);
  });

  it('is read on by the code that has loaded, while the page is visible (live-16)', async () => {
    const { live, clock, page, reads, handed } = create();
    live.start();
    await flush();
    handed[0]?.listen();
    await clock.advance(8000);
    expect(reads.length).toBe(1);
    page.setVisible(false);
    await clock.advance(100_000);
    expect(reads.length).toBe(1);
  });

  it('is read again for the next visitor (live-17)', async () => {
    const { live, clock, reads } = create(0, never);
    live.start();
    live.stop();
    live.start();
    await clock.advance(8000);
    expect(reads.length).toBe(1);
  });
});
