import { describe, expect, it } from 'vitest';
import { holdNode } from '../../../examples/support-desk/server/nodes/nodeClaim';
import { createAwake } from '../../../examples/support-desk/server/process/awake';
import type { Nodes } from '../../../examples/support-desk/server/store/sql/nodeRows';
import { createFakeClock } from '../../support/fakeClock';

/** A process that can be paused: time then passes for others only, and its timers run late. */
const stand = () => {
  const clock = createFakeClock();
  let paused = 0;
  const elapsed = () => clock.now() + paused;
  const awake = createAwake({ ...clock, elapsed });
  const pause = (ms: number): void => {
    paused += ms;
  };
  return { clock, awake, elapsed, pause };
};

describe('a process that stands still', () => {
  it('does not count the pause, whatever its length, and counts all else', async () => {
    const { clock, awake, pause } = stand();
    const began = awake.awake();
    await clock.advance(10_100);
    pause(60_000);
    await clock.advance(5000);
    expect(awake.awake() - began).toBeGreaterThanOrEqual(15_100);
    expect(awake.awake() - began).toBeLessThanOrEqual(15_600);
  });

  it('gives others the rest of their time once it goes on', () => {
    let ms = 0;
    let over = 0;
    const timers: [number, () => void][] = [];
    const after = (wait: number, task: () => void) => {
      timers.push([wait, task]);
      return () => undefined;
    };
    createAwake({ now: () => 0, elapsed: () => ms, after }).after(1000, () => over++);
    ms = 30_000;
    timers.at(-1)?.[1]();
    expect([over, timers.at(-1)?.[0]]).toEqual([0, 500]);
  });

  it.each([true, false])(
    'does not take the database for lost afterwards where it shares it: %s',
    async (shares) => {
      const { clock, awake, elapsed, pause } = stand();
      const nodes = { renew: async () => true, claim: async () => undefined } as unknown as Nodes;
      const claim = holdNode(
        nodes,
        { id: 'me', host: 'here', shares },
        {
          now: elapsed,
          awake: awake.awake,
          after: clock.after,
          answeredAt: () => 0,
          onLost: () => undefined,
        },
      );
      await clock.advance(3000);
      pause(20_000);
      // Where it does not share, another one may have its place.
      expect(claim.isAway()).toBe(!shares);
      await clock.advance(2000);
      expect(claim.isAway()).toBe(false);
    },
  );
});
