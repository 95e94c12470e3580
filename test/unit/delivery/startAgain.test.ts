import { signal } from '@preact/signals-react';
import { expect, it, vi } from 'vitest';
import { createStarts } from '../../../src/delivery/startAgain';
import { RequestError } from '../../../src/services/requestError';
import type { Status } from '../../../src/slices/status';
import { createFakeClock, flush } from '../../support/fakeClock';
import { createFakePage } from '../../support/fakePage';
import { createOwner } from '../../support/owner';

const create = (failure: RequestError) => {
  const clock = createFakeClock();
  const page = createFakePage();
  const initializedStatus = signal<Status>('notConnected');
  const ensureStarted = vi.fn(async () => {
    initializedStatus.value = 'failed';
    throw failure;
  });
  const reported = vi.fn();
  const owner = createOwner(clock);
  const starts = createStarts({
    ...{ user: { initializedStatus }, page, ensureStarted, onDispose: owner.onDispose, clock: owner.clock },
    restore() {},
    reportUnlessCancelled: (message) => (cause) => reported(message, cause),
  });
  return { clock, page, ensureStarted, reported, starts, dispose: owner.dispose };
};
const lost = new RequestError('network', 'offline');

it.each([
  [0, 48_000],
  [0.5, 60_000],
  [1, 72_000],
])(
  'a start that fails for want of the network is made again after 60 s, give or take a fifth: by the draw %d after %d ms (visitor-5, err-1)',
  async (draw, ms) => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(draw);
    const { clock, ensureStarted, reported, starts, dispose } = create(lost);
    starts.start();
    await flush();
    expect(reported.mock.calls).toEqual([['Failed to start conversation', lost]]);
    await clock.advance(ms - 1);
    expect(ensureStarted).toHaveBeenCalledTimes(1);
    await clock.advance(1);
    expect(ensureStarted).toHaveBeenCalledTimes(2);
    dispose();
    random.mockRestore();
    expect(clock.pending()).toBe(0);
  },
);

it('a start that failed is made again when the page wakes (visitor-5)', async () => {
  const { page, ensureStarted, starts, dispose } = create(lost);
  starts.start();
  await flush();
  page.setOnline(false);
  page.setOnline(true);
  expect(ensureStarted).toHaveBeenCalledTimes(2);
  dispose();
});

it('a start that the service refuses waits for the visitor (visitor-5)', async () => {
  const { clock, ensureStarted, starts, dispose } = create(new RequestError('http', '400: No', 400));
  starts.start();
  await flush();
  await clock.advance(120_000);
  expect(ensureStarted).toHaveBeenCalledTimes(1);
  dispose();
});
