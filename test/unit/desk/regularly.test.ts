import { expect, it, vi } from 'vitest';
import { runRegularly } from '../../../examples/support-desk/server/process/regularly';
import { createFakeClock } from '../../support/fakeClock';

it('a round that is due while another runs is left out', async () => {
  const clock = createFakeClock();
  const finish: (() => void)[] = [];
  const end = runRegularly(
    clock.after,
    () => new Promise<void>((resolve) => finish.push(resolve)),
    100,
    vi.fn(),
  );
  await clock.advance(350);
  expect(finish).toHaveLength(1);
  finish[0]?.();
  await clock.advance(100);
  expect(finish).toHaveLength(2);
  finish[1]?.();
  await end();
});

it('a round that fails is reported, and the next one runs', async () => {
  const clock = createFakeClock();
  const failures: unknown[] = [];
  const round = vi.fn(async () => {
    throw new Error('no database');
  });
  const end = runRegularly(clock.after, round, 100, (error) => failures.push(error));
  await clock.advance(200);
  expect(round).toHaveBeenCalledTimes(2);
  expect(failures).toEqual([new Error('no database'), new Error('no database')]);
  await end();
});

it('the end gives up the round under way, waits for it, and no other begins', async () => {
  const clock = createFakeClock();
  const round = vi.fn(
    (signal: AbortSignal) =>
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
  );
  const end = runRegularly(clock.after, round, 100, vi.fn());
  await clock.advance(100);
  await end();
  await clock.advance(1000);
  expect(round).toHaveBeenCalledTimes(1);
});
