import { clamp, obj } from '../wire/decode';
import { QUEUED_TEXTS_LONGEST_SECONDS as LONGEST, QUEUED_TEXTS } from './retries/texts';

/** The service's policy for repeating requests. `regular` and `aggressive` are intervals in seconds. */
type RetryPolicy = {
  regular: number;
  aggressive: number;
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
  return {
    // This interval repeats without limit, so its floor is higher.
    regular: clamp(regular, 5, LONGEST) ?? QUEUED_TEXTS.regular,
    aggressive: clamp(aggressive, 1, LONGEST) ?? QUEUED_TEXTS.aggressive,
    backoffMultiplier: clamp(given.backoffMultiplier, 1, 10) ?? QUEUED_TEXTS.backoffMultiplier,
    maxRetries: clamp(given.maxRetries, 1, 20) ?? QUEUED_TEXTS.maxRetries,
  };
};

/**
 * The wait before the next try, in seconds: it grows for the policy's number of tries, and is then regular.
 * @param failures how many tries have failed, at least 1
 */
export const retryDelay = (policy: RetryPolicy, failures: number): number =>
  failures > policy.maxRetries
    ? policy.regular
    : Math.min(policy.aggressive * policy.backoffMultiplier ** (failures - 1), LONGEST);
