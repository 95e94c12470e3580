import type { Clock } from '@porch/messenger/platform/clock';
import { createTimer } from '@porch/messenger/platform/timer';
import { every } from '../platform/every';

/** A network that is gone for less than this is not told. */
const OFFLINE_MS = 5000;
/** How often to look at the clock, and how far it goes on meanwhile if the computer has slept. Hidden pages look once a minute. */
const LOOK_MS = 15_000;
const SLEPT_MS = 100_000;

/** The parts of the browser's window that tell of its network. */
type Host = Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
  navigator: { onLine: boolean };
};

/**
 * Tells when the computer has lost its network, and when it is back. Sockets notice a lost network late. A computer
 * that has slept has lost its connections, too, whatever its browser tells.
 * @returns the undo
 */
export const watchNetwork = (
  host: Host,
  clock: Clock,
  told: { lost(): void; back(): void },
): (() => void) => {
  const timer = createTimer(clock);
  let lookedAt = clock.now();
  const onOffline = (): void => timer.set(OFFLINE_MS, () => host.navigator.onLine || told.lost());
  const onOnline = (): void => {
    timer.stop();
    told.back();
  };
  const look = (): void => {
    const passed = clock.now() - lookedAt;
    lookedAt = clock.now();
    if (passed < SLEPT_MS) return;
    told.lost();
    if (host.navigator.onLine) told.back();
  };
  const stopLooking = every(clock, LOOK_MS, look);
  host.addEventListener('offline', onOffline);
  host.addEventListener('online', onOnline);
  return () => {
    timer.stop();
    stopLooking();
    host.removeEventListener('offline', onOffline);
    host.removeEventListener('online', onOnline);
  };
};
