import type { RedisState } from '../nodes/readiness';
import type { Log } from '../process/log';
import { failureCode, isRefusal } from './failureCode';

/** The parts of Redis that can fail separately. */
type RedisPart = 'connection' | 'sending' | 'reading' | 'entries';

/** The state of Redis, from the last attempt of each part. */
export type RedisHealth = {
  state(): RedisState;
  worked(part: RedisPart): void;
  /**
   * An attempt failed. Without an answer from Redis, the failure counts only if the next one fails too: the process may
   * have been suspended.
   */
  failed(part: RedisPart, error: unknown): void;
  fails(part: RedisPart, code: string): void;
};

/** Logs the start and the end of each outage. */
export const createRedisHealth = (log: Pick<Log, 'warn'>): RedisHealth => {
  const failing = new Set<RedisPart>();
  const unsure = new Set<RedisPart>();
  const fails: RedisHealth['fails'] = (part, code) => {
    if (failing.size === 0)
      log.warn({ code }, part === 'connection' ? 'Redis is lost' : 'Redis does not take or give events');
    failing.add(part);
    // What failed with the connection must also work again.
    if (part === 'connection') for (const one of unsure) failing.add(one);
  };
  return {
    state: () => (failing.has('connection') ? 'lost' : failing.size > 0 ? 'failing' : 'ok'),
    worked(part) {
      unsure.delete(part);
      if (failing.delete(part) && failing.size === 0) log.warn('Redis is back');
    },
    failed(part, error) {
      if (isRefusal(error) || unsure.has(part) || failing.has('connection')) fails(part, failureCode(error));
      else unsure.add(part);
    },
    fails,
  };
};
