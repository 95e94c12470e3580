/** A network that is gone for less than this is not told. */
const OFFLINE_MS = 5000;
/** How often to look at the clock, and how far it goes on meanwhile if the computer has slept. Hidden pages look once a minute. */
const LOOK_MS = 15_000;
const SLEPT_MS = 100_000;

/** The parts of the browser's window that tell of its network. */
type Host = Pick<Window, 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval'> &
  Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
    navigator: { onLine: boolean };
  };

/**
 * Tells when the computer has lost its network, and when it is back. Sockets notice a lost network late. A computer
 * that has slept has lost its connections, too, whatever its browser tells.
 * @returns the undo
 */
export const watchNetwork = (host: Host, told: { lost(): void; back(): void }): (() => void) => {
  let timer = 0;
  let lookedAt = Date.now();
  const onOffline = (): void => {
    host.clearTimeout(timer);
    timer = host.setTimeout(() => host.navigator.onLine || told.lost(), OFFLINE_MS);
  };
  const onOnline = (): void => {
    host.clearTimeout(timer);
    told.back();
  };
  const look = (): void => {
    const passed = Date.now() - lookedAt;
    lookedAt = Date.now();
    if (passed < SLEPT_MS) return;
    told.lost();
    if (host.navigator.onLine) told.back();
  };
  const looking = host.setInterval(look, LOOK_MS);
  host.addEventListener('offline', onOffline);
  host.addEventListener('online', onOnline);
  return () => {
    host.clearTimeout(timer);
    host.clearInterval(looking);
    host.removeEventListener('offline', onOffline);
    host.removeEventListener('online', onOnline);
  };
};
