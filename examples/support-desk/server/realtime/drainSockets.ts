import type { Clock } from '../process/clock';
import { pause } from '../process/waits';

/**
 * Closes the currently open sockets, one after another at equal intervals, so that their clients do not all return at
 * once. Sockets that have closed are skipped, and the wait ends once none is left.
 * @param open the currently open sockets
 * @param ms until the last one
 * @param hurry ends the wait
 */
export const drainSockets = async <T>(
  open: ReadonlySet<T>,
  { ms, hurry, after }: { ms: number; hurry: AbortSignal; after: Clock['after'] },
  takeLeave: (socket: T) => void,
): Promise<void> => {
  if (ms === 0) return;
  let left = [...open];
  const gap = ms / left.length;
  const stillOpen = () => left.filter((socket) => open.has(socket));
  while (left.length > 0 && !hurry.aborted) {
    takeLeave(left.shift() as T);
    left = stillOpen();
    if (left.length > 0) await pause(after, gap, hurry);
    left = stillOpen();
  }
};
