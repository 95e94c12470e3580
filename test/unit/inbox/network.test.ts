import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchNetwork } from '../../../examples/support-desk/inbox/services/network';
import { createClock } from '../../../src/platform/clock';

describe('the network of an agent', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const standing = () => {
    const events = new EventTarget();
    const navigator = { onLine: true };
    const host = {
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
      navigator,
    };
    const told: string[] = [];
    const undo = watchNetwork(host, createClock(), {
      lost: () => told.push('lost'),
      back: () => told.push('back'),
    });
    const turn = (onLine: boolean): void => {
      navigator.onLine = onLine;
      events.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
    };
    return { told, turn, undo };
  };

  it('is told as lost within 10 s, and as back at once', () => {
    const { told, turn } = standing();
    turn(false);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual(['lost']);
    turn(true);
    expect(told).toEqual(['lost', 'back']);
  });

  it('that is gone for a moment is not told as lost', () => {
    const { told, turn } = standing();
    turn(false);
    vi.advanceTimersByTime(4000);
    turn(true);
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual(['back']);
  });

  it('is told as lost and back after the computer has slept, though the browser tells nothing', () => {
    const { told } = standing();
    vi.advanceTimersByTime(600_000);
    expect(told).toEqual([]);
    // Timers do not run until then.
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(15_000);
    expect(told).toEqual(['lost', 'back']);
    vi.advanceTimersByTime(600_000);
    expect(told).toHaveLength(2);
  });

  it('is back after a sleep only once there is a network', () => {
    const { told, turn } = standing();
    turn(false);
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(15_000);
    expect(new Set(told)).toEqual(new Set(['lost']));
    turn(true);
    expect(told.at(-1)).toBe('back');
  });

  it('is not watched any more when the inbox goes', () => {
    const { told, turn, undo } = standing();
    turn(false);
    undo();
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(60_000);
    turn(true);
    expect(told).toEqual([]);
  });
});
