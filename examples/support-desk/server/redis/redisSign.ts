import type { Redis } from 'ioredis';
import { SIGN_MS, type Sign } from '../apart';

/**
 * The sign of those who have the database, in Redis.
 * @param desk the name of the database's log, as several desks may use one Redis
 * @param id the process
 */
export const createRedisSign = (client: Redis, desk: string, id: string): Sign => {
  const key = `porch:${desk}:well`;
  return {
    leave: () => client.set(key, id, 'PX', SIGN_MS),
    isThere: async () => {
      const found = await client.get(key);
      return found !== null && found !== id;
    },
  };
};
