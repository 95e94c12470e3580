import type { Clock } from './clock';

/** The longest wait for another tab, which holds the lock for good if it is frozen. */
const LONGEST_WAIT_MS = 5000;

/**
 * Runs `work` while no other tab of this origin runs work of the same name. It runs at once where there are no locks
 * (an insecure page or an opaque origin), and after 5 s of waiting.
 * @returns what `work` returns; rejects as `work` does
 */
export const inTurn = <T>(
  { host, clock }: { host?: Window; clock: Clock },
  name: string,
  work: () => Promise<T>,
): Promise<T> => {
  if (!host) return work();
  let running: Promise<T> | undefined;
  const run = () => (running ??= work());
  const locked = async () => host.navigator.locks.request(name, run);
  const waited = new Promise((resolve) => clock.after(LONGEST_WAIT_MS, resolve as () => void));
  return Promise.race([waited, locked().catch(() => {})]).then(run);
};
