import type { Clock } from '@porch/messenger/platform/clock';
import { createTimer, every } from '@porch/messenger/platform/timer';

/** A shorter loss of the network is not reported. */
const OFFLINE_MS = 5000;
/** How often to check the clock, and how far it has advanced if the computer slept. Hidden pages check once a minute. */
const LOOK_MS = 15_000;
const SLEPT_MS = 100_000;

/** The parts of the browser's window that report its network. */
type Host = Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
  navigator: { onLine: boolean };
};

/**
 * Reports when the computer loses its network, and when it is back: sockets notice that late. A computer that has slept
 * has also lost its connections, whatever its browser reports.
 * @returns stops it
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
  const stopLooking = every(clock.after, LOOK_MS, look);
  host.addEventListener('offline', onOffline);
  host.addEventListener('online', onOnline);
  return () => {
    timer.stop();
    stopLooking();
    host.removeEventListener('offline', onOffline);
    host.removeEventListener('online', onOnline);
  };
};
