import type { RedisState } from '../nodes/readiness';
import type { Log } from '../process/log';
import { failureCode, isRefusal } from './failureCode';

/** What of Redis can fail by itself. */
export type RedisPart = 'connection' | 'sending' | 'reading' | 'entries';

/** What is known of Redis by the last attempt of each part. */
export type RedisHealth = {
  state(): RedisState;
  worked(part: RedisPart): void;
  /** An attempt failed. Without an answer of Redis itself, it counts when the next one fails, too: the process may have stood still. */
  failed(part: RedisPart, error: unknown): void;
  /** A part fails, for which there is a code. */
  fails(part: RedisPart, code: string): void;
};

/** Logs the begin and the end of each outage. */
export const createRedisHealth = (log: Pick<Log, 'warn'>): RedisHealth => {
  const failing = new Set<RedisPart>();
  const unsure = new Set<RedisPart>();
  const fails: RedisHealth['fails'] = (part, code) => {
    if (failing.size === 0)
      log.warn({ code }, part === 'connection' ? 'Redis is lost' : 'Redis does not take or give events');
    failing.add(part);
    // What failed with the connection has to work again, too.
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
