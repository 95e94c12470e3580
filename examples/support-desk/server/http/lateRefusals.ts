import type { Clock } from '../process/clock';
import { pause } from '../process/waits';

/** The delay grows up to this body size, in megabytes. */
const MOST_MEGABYTES = 20;

/**
 * A late refusal keeps the sender's connection busy, so that it sends less. It takes longer for a large body, which the
 * server reads to its end afterwards.
 */
export const createHold =
  ({ refusalMs = 0, after }: { refusalMs?: number; after: Clock['after'] }) =>
  (bytes: number): Promise<void> => {
    // A random part spreads the ends of those that arrived together.
    const ms = refusalMs * Math.min(Math.max(bytes / 1e6, 1), MOST_MEGABYTES) * (0.5 + Math.random());
    return pause(after, ms);
  };
