import { expect, it, vi } from 'vitest';
import { createGate, PoolBusy } from '../../../examples/support-desk/server/store/sql/gate';
import { createFakeClock } from '../../support/fakeClock';

/** An operation that ends on demand. */
const held = () => {
  let end = (): void => undefined;
  const operation = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  return { operation, end: () => end() };
};

it('lets so many in at once, the others in order, and counts both', async () => {
  const waits: number[] = [];
  const gate = createGate(2, createFakeClock(), { onWait: (seconds) => void waits.push(seconds) });
  const all = [held(), held(), held(), held()];
  const running = all.map(({ operation }) => gate.run(operation));
  expect([gate.busy(), gate.waiting()]).toEqual([2, 2]);
  await vi.waitFor(() => expect(all[1]?.operation).toHaveBeenCalled());
  expect(all[2]?.operation).not.toHaveBeenCalled();
  all[1]?.end();
  await running[1];
  await vi.waitFor(() => expect(all[2]?.operation).toHaveBeenCalled());
  expect([gate.busy(), gate.waiting()]).toEqual([2, 1]);
  all[0]?.end();
  await vi.waitFor(() => expect(all[3]?.operation).toHaveBeenCalled());
  for (const { end } of all) end();
  await Promise.all(running);
  expect([gate.busy(), gate.waiting(), waits.length]).toEqual([0, 0, 4]);
});

it('hands on the place of an operation that failed', async () => {
  const gate = createGate(1, createFakeClock());
  await expect(gate.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await gate.run(async () => 7)).toBe(7);
});

it('leaves the line when its signal aborts or the wait is too long, and does not run then', async () => {
  const clock = createFakeClock();
  const gate = createGate(1, clock, { longestMs: 100 });
  const first = held();
  const running = gate.run(first.operation);
  const request = new AbortController();
  const [aborted, late] = [held(), held()];
  const waiting = [gate.run(aborted.operation, request.signal), gate.run(late.operation)];
  const ends = Promise.allSettled(waiting);
  request.abort(new Error('over'));
  await clock.advance(100);
  const [one, two] = await ends;
  expect(one).toMatchObject({ reason: { message: 'over' } });
  expect((two as PromiseRejectedResult).reason).toBeInstanceOf(PoolBusy);
  first.end();
  await running;
  expect([aborted.operation.mock.calls, late.operation.mock.calls, gate.busy()]).toEqual([[], [], 0]);
});
