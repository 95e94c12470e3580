import type { Sign } from './apart';
import { createClock } from './clock';
import type { LiveState } from './liveState';
import type { Log } from './log';
import type { RedisConnection } from './redis/connectRedis';
import type { RedisBus } from './redis/redisBus';

/** What the processes of a desk share besides the database. */
export type SharedState = RedisConnection & {
  liveState: LiveState;
  bus: RedisBus;
  /** The sign of those who have the database. */
  signOf(desk: string, id: string): Sign;
};

/** Connects to Redis, of which a desk without it loads nothing. */
export const openRedis = async (redisUrl: string | undefined, log: Log): Promise<SharedState | undefined> => {
  if (!redisUrl) return undefined;
  const [{ connectRedis }, { inRedis }, { createRedisBus }, { createRedisSign }] = await Promise.all([
    import('./redis/connectRedis'),
    import('./redis/inRedis'),
    import('./redis/redisBus'),
    import('./redis/redisSign'),
  ]);
  const connection = await connectRedis(redisUrl, log);
  const bus = createRedisBus(connection, createClock(), log);
  const signOf = (desk: string, id: string): Sign => createRedisSign(connection.client, desk, id);
  return { ...connection, liveState: inRedis(connection), bus, signOf };
};
