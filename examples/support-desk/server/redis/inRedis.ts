import type { LiveState } from '../bus/liveState';
import { createRedisLimiter } from '../limits/redisLimiter';
import type { RedisConnection } from './connectRedis';
import { createRedisAttending } from './redisAttending';
import { createRedisCallStore } from './redisCalls';
import { createRedisDrafts } from './redisDrafts';
import { createRedisPresence } from './redisPresence';

/** Stores the live state in Redis, for all processes that use it. */
export const inRedis = ({ client, forSubscribing }: RedisConnection): LiveState => ({
  createLimiter: (limitOf) => createRedisLimiter(client, limitOf),
  createPresence: (deps) => createRedisPresence(client, deps),
  createAttending: (deps) => createRedisAttending(client, deps),
  createDrafts: (deps) => createRedisDrafts(client, deps),
  createCallStore: (deps) => createRedisCallStore(client, forSubscribing(), deps),
});
