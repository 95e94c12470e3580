/** A network that is gone for less than this is not told. */
const OFFLINE_MS = 5000;

/** The parts of the browser's window that tell of its network. */
type Host = Pick<Window, 'setTimeout' | 'clearTimeout'> &
  Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
    navigator: { onLine: boolean };
  };

/**
 * Tells when the computer has lost its network, and when it is back. Sockets notice a lost network late.
 * @returns the undo
 */
export const watchNetwork = (host: Host, told: { lost(): void; back(): void }): (() => void) => {
  let timer = 0;
  const onOffline = (): void => {
    host.clearTimeout(timer);
    timer = host.setTimeout(() => host.navigator.onLine || told.lost(), OFFLINE_MS);
  };
  const onOnline = (): void => {
    host.clearTimeout(timer);
    told.back();
  };
  host.addEventListener('offline', onOffline);
  host.addEventListener('online', onOnline);
  return () => {
    host.clearTimeout(timer);
    host.removeEventListener('offline', onOffline);
    host.removeEventListener('online', onOnline);
  };
};
