import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createFlexibleLimiter } from './flexibleLimiter';
import type { Limiter } from './limiter';
import type { Limit, LimitName } from './table';

/**
 * Counts in the memory of this process.
 * @param limitOf read at each call; changed numbers start new counts
 */
export const createMemoryLimiter = (limitOf: (name: LimitName) => Limit): Limiter =>
  createFlexibleLimiter(
    limitOf,
    (_, { points, seconds }) => new RateLimiterMemory({ points, duration: seconds }),
  );
