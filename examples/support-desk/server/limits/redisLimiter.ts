import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { createFlexibleLimiter } from './flexibleLimiter';
import type { Limiter } from './limiter';
import type { Limit, LimitName } from './table';

/**
 * Counts in Redis, for all processes that use it. While Redis is lost, each process counts separately.
 * @param limitOf read at each call; changed numbers start new counts
 */
export const createRedisLimiter = (client: Redis, limitOf: (name: LimitName) => Limit): Limiter =>
  createFlexibleLimiter(limitOf, (name, { points, seconds }) => {
    const numbers = { points, duration: seconds };
    return new RateLimiterRedis({
      ...numbers,
      storeClient: client,
      keyPrefix: `limit:${name}:${points}:${seconds}`,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(numbers),
    });
  });
