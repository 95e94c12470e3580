import type { Clock } from '../process/clock';
import { pause } from '../process/waits';

/**
 * Shares a call with everyone who asks before it begins, so that no result is older than its question. Calls begin at
 * least `everyMs` apart.
 */
export const createPaced = (
  call: () => Promise<void>,
  everyMs: number,
  { now, after }: Clock,
): (() => Promise<void>) => {
  let coming: Promise<void> | undefined;
  let last = Promise.resolve();
  let beganAt = Number.NEGATIVE_INFINITY;
  const next = async (): Promise<void> => {
    await last;
    const left = Math.min(everyMs, beganAt + everyMs - now());
    await pause(after, left);
    coming = undefined;
    beganAt = now();
    last = call();
    await last;
  };
  return () => {
    coming ??= next();
    return coming;
  };
};
