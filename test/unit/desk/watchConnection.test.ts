import { describe, expect, it, vi } from 'vitest';
import { watchConnection } from '../../../examples/support-desk/server/realtime/watchConnection';
import { createFakeClock } from '../../support/fakeClock';

const watch = () => {
  const clock = createFakeClock();
  const state = { used: true, hears: true };
  const cut = vi.fn();
  const ping = vi.fn((onAnswer: () => void) => {
    if (state.hears) onAnswer();
  });
  const stop = watchConnection(clock, { isUsed: () => state.used, ping, cut });
  return { clock, state, cut, ping, stop };
};

describe('a live connection', () => {
  it('is cut after 10 s without a handshake', async () => {
    const { clock, state, cut } = watch();
    state.used = false;
    await clock.advance(9_999);
    expect(cut).not.toHaveBeenCalled();
    await clock.advance(1);
    expect([cut.mock.calls.length, clock.pending()]).toEqual([1, 0]);
  });

  it('is pinged every 5 s, and stays open while it answers', async () => {
    const { clock, cut, ping } = watch();
    await clock.advance(3_600_000);
    expect([cut.mock.calls.length, ping.mock.calls.length]).toEqual([0, 719]);
  });

  it('is cut once it has answered none of eight pings', async () => {
    const { clock, state, cut, ping } = watch();
    await clock.advance(20_000);
    state.hears = false;
    await clock.advance(44_999);
    expect([cut.mock.calls.length, ping.mock.calls.length]).toEqual([0, 11]);
    await clock.advance(1);
    expect([cut.mock.calls.length, clock.pending()]).toEqual([1, 0]);
  });

  it('stays open where it answers every other ping', async () => {
    const { clock, state, cut } = watch();
    for (let i = 0; i < 20; i++) {
      state.hears = i % 2 === 0;
      await clock.advance(5_000);
    }
    expect(cut).not.toHaveBeenCalled();
  });

  it('may be without a client for a moment, as between two handshakes, and no longer', async () => {
    const { clock, state, cut } = watch();
    await clock.advance(15_000);
    state.used = false;
    await clock.advance(10_000);
    state.used = true;
    await clock.advance(60_000);
    expect(cut).not.toHaveBeenCalled();
    state.used = false;
    await clock.advance(40_000);
    expect(cut).toHaveBeenCalledTimes(1);
  });

  it('leaves no timer behind once it has closed', async () => {
    const early = watch();
    early.stop();
    expect(early.clock.pending()).toBe(0);
    const late = watch();
    await late.clock.advance(50_000);
    late.stop();
    expect(late.clock.pending()).toBe(0);
  });
});
