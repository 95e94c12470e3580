import { expect, it } from 'vitest';
import { endTogether } from '../../../examples/support-desk/server/process/clock';
import { createFakeClock } from '../../support/fakeClock';

it('timers of one owner end with it, and none begins afterwards', async () => {
  const clock = createFakeClock();
  const { after, stop } = endTogether(clock.after);
  const seen: string[] = [];
  after(10, () => seen.push('first'));
  after(10, () => seen.push('canceled'))();
  after(30, () => seen.push('late'));
  await clock.advance(20);
  expect(clock.pending()).toBe(1);
  stop();
  after(0, () => seen.push('after the end'));
  await clock.advance(100);
  expect([seen, clock.pending()]).toEqual([['first'], 0]);
});
