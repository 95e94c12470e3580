import type { Redis } from 'ioredis';
import { SIGN_MS, type Sign } from '../nodes/apart';

const KEY = 'well';

/**
 * In Redis, the sign of the processes that reach the database.
 * @param id the process
 */
export const createRedisSign = (client: Redis, id: string): Sign => {
  return {
    leave: () => client.set(KEY, id, 'PX', SIGN_MS),
    isThere: async () => {
      const found = await client.get(KEY);
      return found !== null && found !== id;
    },
  };
};
