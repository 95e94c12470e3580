import { setTimeout as wait } from 'node:timers/promises';

/**
 * Starts work at a steady rate, without waiting for the work before: a visitor does not type more slowly because the
 * desk is busy.
 * @param perSecond how many start in a second
 * @param count how many start in total
 * @param begin starts the work with this number
 * @returns when all have ended
 */
export const sendSteadily = async (
  perSecond: number,
  count: number,
  begin: (n: number) => Promise<void>,
): Promise<void> => {
  const start = performance.now();
  const running: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    const early = start + (n * 1000) / perSecond - performance.now();
    if (early > 1) await wait(early);
    running.push(begin(n));
  }
  await Promise.all(running);
};
