import { clamp, obj } from '../wire/decode';

/** SPEC.md section 9: the server's restRetryPolicy. Intervals are seconds. */
export type RetryPolicy = {
  intervals: { regular: number; aggressive: number };
  backoffMultiplier: number;
  maxRetries: number;
};

/** "max 5 retries; regular interval 60; aggressive interval 15; backoff multiplier 2". */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  intervals: { regular: 60, aggressive: 15 },
  backoffMultiplier: 2,
  maxRetries: 5,
};

/** Whatever is asked for, no wait is longer than this, in seconds: else what is unsent would wait for good. */
const LONGEST = 3600;

/** Reads a service's policy; each absent or odd field gets its default, and none lets a client hammer. */
export const decodeRetryPolicy = (value: unknown): RetryPolicy => {
  const given = obj(value);
  const { regular, aggressive } = obj(given.intervals);
  const standard = DEFAULT_RETRY_POLICY;
  const read = (field: unknown, fallback: number, floor: number, ceiling: number) =>
    clamp(field, floor, ceiling) ?? fallback;
  return {
    intervals: {
      // This one is waited for without end, so it is not as short as the first few.
      regular: read(regular, standard.intervals.regular, 5, LONGEST),
      aggressive: read(aggressive, standard.intervals.aggressive, 1, LONGEST),
    },
    backoffMultiplier: read(given.backoffMultiplier, standard.backoffMultiplier, 1, 10),
    maxRetries: read(given.maxRetries, standard.maxRetries, 1, 20),
  };
};

/**
 * How long to wait before trying again, in seconds; `undefined` when the tries are used up.
 * @param failures how often it failed so far, at least 1
 */
export const retryDelay = (
  policy: RetryPolicy,
  failures: number,
  pace: 'regular' | 'aggressive',
): number | undefined =>
  failures > policy.maxRetries
    ? undefined
    : Math.min(policy.intervals[pace] * policy.backoffMultiplier ** (failures - 1), LONGEST);
