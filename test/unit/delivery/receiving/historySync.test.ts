import { expect, it, vi } from 'vitest';
import { createHistorySync } from '../../../../src/delivery/receiving/historySync';
import { RequestError } from '../../../../src/services/requestError';
import { createFakeClock, flush } from '../../../support/fakeClock';

const lost = new RequestError('network', 'offline');

/** The history sync of an open conversation; `readHistory` fails once. */
const create = () => {
  const clock = createFakeClock();
  const readHistory = vi.fn(async (..._: unknown[]) => {}).mockRejectedValueOnce(lost);
  const reported = vi.fn();
  const sync = createHistorySync({
    clock,
    activeId: () => 'c',
    flush() {},
    reportUnlessCancelled: (message: string) => (cause: unknown) => reported(message, cause),
    chunks: { history: async () => ({ readHistory }) },
  } as unknown as Parameters<typeof createHistorySync>[0]);
  return { clock, readHistory, reported, sync };
};

it('a conversation that cannot be read is reported, and read again after 15 s (err-1)', async () => {
  const { clock, readHistory, reported, sync } = create();
  sync.onGap();
  await flush();
  expect(reported.mock.calls).toEqual([['Failed to get conversation', lost]]);
  await clock.advance(14_999);
  expect(readHistory).toHaveBeenCalledTimes(1);
  await clock.advance(1);
  expect(readHistory).toHaveBeenCalledTimes(2);
  await clock.advance(60_000);
  expect(readHistory).toHaveBeenCalledTimes(2);
  expect(clock.pending()).toBe(0);
});
