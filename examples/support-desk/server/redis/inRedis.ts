import type { Redis } from 'ioredis';
import { createRedisLimiter } from '../limits/redisLimiter';
import type { LiveState } from '../liveState';
import { createRedisDrafts } from './redisDrafts';
import { createRedisPresence } from './redisPresence';

/** Keeps the live state in Redis, for all processes that use it. */
export const inRedis = (client: Redis): LiveState => ({
  createLimiter: (limitOf) => createRedisLimiter(client, limitOf),
  createPresence: (deps) => createRedisPresence(client, deps),
  createDrafts: (deps) => createRedisDrafts(client, deps),
});
