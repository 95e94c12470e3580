import { createClock } from './clock';
import type { LiveState } from './liveState';
import type { Log } from './log';
import type { RedisConnection } from './redis/connectRedis';
import type { RedisBus } from './redis/redisBus';

/** What the processes of a desk share besides the database. */
export type SharedState = RedisConnection & { liveState: LiveState; bus: RedisBus };

/** Connects to Redis, of which a desk without it loads nothing. */
export const openRedis = async (redisUrl: string | undefined, log: Log): Promise<SharedState | undefined> => {
  if (!redisUrl) return undefined;
  const [{ connectRedis }, { inRedis }, { createRedisBus }] = await Promise.all([
    import('./redis/connectRedis'),
    import('./redis/inRedis'),
    import('./redis/redisBus'),
  ]);
  const connection = await connectRedis(redisUrl, log);
  const bus = createRedisBus(connection, createClock(), log);
  return { ...connection, liveState: inRedis(connection), bus };
};
