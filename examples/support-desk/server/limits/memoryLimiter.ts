import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Count, Limiter } from './limiter';
import type { Limit, LimitName } from './table';

const countOf = (result: unknown, isRefused: boolean): Count => {
  if (!(result instanceof RateLimiterRes)) throw result;
  const waitMs = isRefused ? Math.max(1, result.msBeforeNext) : 0;
  return { used: result.consumedPoints, waitMs };
};

/**
 * Counts in the memory of this process.
 * @param limitOf read at each call; changed numbers start new counts
 */
export const createMemoryLimiter = (limitOf: (name: LimitName) => Limit): Limiter => {
  const limiters = new Map<LimitName, RateLimiterMemory>();
  const of = (name: LimitName): RateLimiterMemory => {
    const { points, seconds } = limitOf(name);
    const held = limiters.get(name);
    if (held?.points === points && held.duration === seconds) return held;
    const made = new RateLimiterMemory({ points, duration: seconds });
    limiters.set(name, made);
    return made;
  };
  return {
    consume: (name, key) =>
      of(name)
        .consume(key)
        .then(
          (taken) => countOf(taken, false),
          (refused) => countOf(refused, true),
        ),
    async peek(name, key) {
      const limiter = of(name);
      const found = await limiter.get(key);
      return found ? countOf(found, found.consumedPoints >= limiter.points) : { used: 0, waitMs: 0 };
    },
  };
};
