import { clamp, obj } from '../wire/decode';
import { QUEUED_TEXTS_LONGEST_SECONDS as LONGEST, QUEUED_TEXTS } from './retries/texts';

/** The service's policy for repeating requests. Intervals are seconds. */
export type RetryPolicy = {
  intervals: { regular: number; aggressive: number };
  backoffMultiplier: number;
  maxRetries: number;
};

/**
 * Decodes a service's policy. A missing or invalid field gets its default; floors keep clients from flooding
 * the service.
 */
export const decodeRetryPolicy = (value: unknown): RetryPolicy => {
  const given = obj(value);
  const { regular, aggressive } = obj(given.intervals);
  const standard = QUEUED_TEXTS;
  const read = (field: unknown, fallback: number, floor: number, ceiling: number) =>
    clamp(field, floor, ceiling) ?? fallback;
  return {
    intervals: {
      // This interval repeats without end, so its floor is higher.
      regular: read(regular, standard.intervals.regular, 5, LONGEST),
      aggressive: read(aggressive, standard.intervals.aggressive, 1, LONGEST),
    },
    backoffMultiplier: read(given.backoffMultiplier, standard.backoffMultiplier, 1, 10),
    maxRetries: read(given.maxRetries, standard.maxRetries, 1, 20),
  };
};

/**
 * The wait before the next try, in seconds; `undefined` when all tries are used up.
 * @param failures how many tries have failed, at least 1
 */
export const retryDelay = (
  policy: RetryPolicy,
  failures: number,
  pace: 'regular' | 'aggressive',
): number | undefined =>
  failures > policy.maxRetries
    ? undefined
    : Math.min(policy.intervals[pace] * policy.backoffMultiplier ** (failures - 1), LONGEST);
