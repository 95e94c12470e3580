import type { LiveState } from '../bus/liveState';
import type { Sign } from '../nodes/apart';
import type { Clock } from '../process/clock';
import type { Log } from '../process/log';
import type { RedisConnection } from '../redis/connectRedis';
import { deskPrefix } from '../redis/deskPrefix';
import type { RedisBus } from '../redis/redisBus';

/** What the processes of a desk share besides the database. */
export type SharedState = RedisConnection & {
  liveState: LiveState;
  bus: RedisBus;
  /** The sign of the processes that reach the database. */
  signOf(id: string): Sign;
};

/**
 * Connects to Redis. A desk without Redis does not load its client.
 * @param desk the id of its database, part of each name in Redis
 * @param processes the ids of all processes of the desk
 */
export const openRedis = async (
  redisUrl: string | undefined,
  {
    desk,
    processes,
    clock,
    log,
  }: { desk: string; processes?: () => Promise<readonly string[]>; clock: Clock; log: Log },
): Promise<SharedState | undefined> => {
  if (!redisUrl) return undefined;
  const [{ connectRedis }, { inRedis }, { createRedisBus }, { withFormer }, { createRedisSign }] =
    await Promise.all([
      import('../redis/connectRedis'),
      import('../redis/inRedis'),
      import('../redis/redisBus'),
      import('../redis/formerBus'),
      import('../redis/redisSign'),
    ]);
  const connection = await connectRedis(redisUrl, deskPrefix(desk), log, clock);
  const own = createRedisBus(connection, clock, log);
  const bus = processes ? withFormer(own, connection, { processes, clock, log }) : own;
  const signOf = (id: string): Sign => createRedisSign(connection.client, id);
  return { ...connection, liveState: inRedis(connection), bus, signOf };
};
