import type { Clock } from './clock';

/** Runs work under a lock of the origin; rejects too if there are no locks. */
export type Lock = (name: string, work: () => Promise<unknown>) => Promise<unknown>;

/** The longest wait for another tab, which holds the lock for good if it is frozen. */
const LONGEST_WAIT_MS = 5000;

/**
 * Runs `work` while no other tab of this origin runs work of the same name. It runs at once if there are no locks
 * (an insecure page or an opaque origin), and after 5 s of waiting.
 * @returns what `work` returns; rejects as `work` does
 */
export const inTurn = <T>(
  { lock, clock }: { lock?: Lock; clock: Clock },
  name: string,
  work: () => Promise<T>,
): Promise<T> => {
  if (!lock) return work();
  let running: Promise<T> | undefined;
  const run = () => (running ??= work());
  const waited = new Promise((resolve) => clock.after(LONGEST_WAIT_MS, resolve as () => void));
  return Promise.race([waited, lock(name, run).catch(() => {})]).then(run);
};
