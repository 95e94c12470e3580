import type { Clock } from '../process/clock';

/** For at most so many megabytes, a late refusal waits longer. */
const MOST_MEGABYTES = 20;

/**
 * A late refusal holds a connection of its sender, who therefore sends less. It takes longer for a large body, which the
 * server reads to its end afterwards.
 */
export const createHold =
  ({ refusalMs = 0, after }: { refusalMs?: number; after: Clock['after'] }) =>
  (bytes: number): Promise<void> => {
    // A random part keeps those that came together from ending together.
    const ms = refusalMs * Math.min(Math.max(bytes / 1e6, 1), MOST_MEGABYTES) * (0.5 + Math.random());
    return ms > 0 ? new Promise((resolve) => void after(ms, resolve)) : Promise.resolve();
  };
