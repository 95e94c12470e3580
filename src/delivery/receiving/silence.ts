import { spread } from '../../model/retries/core';
import { REALTIME_SILENCE_MS } from '../../model/retries/realtime';
import type { Clock } from '../../platform/clock';
import type { Page } from '../../platform/page';
import { createTimer } from '../../platform/timer';

/** Reads again and again while nothing comes live. */
export type Silence = {
  /** @param ms how long to wait for a sign of life before the first reading */
  listen(ms?: number): void;
  stop(): void;
};

/** @param read called while the page is visible */
export const createSilence = (clock: Clock, page: Pick<Page, 'visible'>, read: () => void): Silence => {
  const timer = createTimer(clock);
  const listen = (ms = spread(REALTIME_SILENCE_MS)) =>
    timer.set(ms, () => {
      listen();
      if (page.visible()) read();
    });
  return { listen, stop: timer.stop };
};
