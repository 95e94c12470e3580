import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Count, Limiter } from './limiter';
import type { Limit, LimitName } from './table';

const countOf = (result: unknown, isRefused: boolean): Count => {
  if (!(result instanceof RateLimiterRes)) throw result;
  const waitMs = isRefused ? Math.max(1, result.msBeforeNext) : 0;
  return { used: result.consumedPoints, waitMs };
};

/**
 * Counts with an engine of rate-limiter-flexible.
 * @param limitOf read at each call; changed numbers start new counts
 * @param make creates the engine of one limit
 */
export const createFlexibleLimiter = (
  limitOf: (name: LimitName) => Limit,
  make: (name: LimitName, limit: Limit) => RateLimiterAbstract,
): Limiter => {
  const engines = new Map<LimitName, RateLimiterAbstract>();
  const of = (name: LimitName): RateLimiterAbstract => {
    const limit = limitOf(name);
    const held = engines.get(name);
    if (held?.points === limit.points && held.duration === limit.seconds) return held;
    const made = make(name, limit);
    engines.set(name, made);
    return made;
  };
  return {
    consume: (name, key, points) =>
      of(name)
        .consume(key, points)
        .then(
          (taken) => countOf(taken, false),
          (refused) => countOf(refused, true),
        ),
    async peek(name, key) {
      const engine = of(name);
      const found = await engine.get(key);
      return found ? countOf(found, found.consumedPoints >= engine.points) : { used: 0, waitMs: 0 };
    },
  };
};
