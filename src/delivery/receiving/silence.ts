import { spread } from '../../model/retries/core';
import { REALTIME_SILENCE_MS } from '../../model/retries/realtime';
import type { Clock } from '../../platform/clock';
import { createTimer } from '../../platform/timer';

/** Reads repeatedly while nothing arrives live. */
export type Silence = {
  /** @param ms how long to wait for a sign of life before the first reading */
  listen(ms?: number): void;
  stop(): void;
};

export const createSilence = (clock: Clock, read: () => void): Silence => {
  const timer = createTimer(clock);
  const listen = (ms = spread(REALTIME_SILENCE_MS)) =>
    timer.set(ms, () => {
      listen();
      read();
    });
  return { listen, stop: timer.stop };
};
