import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createClock } from '../../examples/support-desk/server/process/clock';
import { connectRedis, type RedisConnection } from '../../examples/support-desk/server/redis/connectRedis';
import { deskPrefix } from '../../examples/support-desk/server/redis/deskPrefix';
import { type RedisServer, startRedis } from './redis';

/** What tests against a Redis server share. */
export type RedisSuite = {
  server(): RedisServer;
  /** Connects one more process, of one desk by default. It ends with the test. */
  open(desk?: string): Promise<RedisConnection>;
};

/** Starts a server for the tests of a `describe`, and empties it before each of them. */
export const withRedis = (): RedisSuite => {
  let running: RedisServer | undefined;
  const opened: RedisConnection[] = [];
  const server = (): RedisServer => {
    if (!running) throw new Error('Redis is not running');
    return running;
  };
  const open = async (desk = 'desk'): Promise<RedisConnection> => {
    const connection = await connectRedis(
      server().url,
      deskPrefix(desk),
      { warn: () => undefined },
      createClock(),
    );
    opened.push(connection);
    return connection;
  };
  beforeAll(async () => {
    running = await startRedis();
  });
  beforeEach(async () => {
    await (await open()).client.flushall();
  });
  afterEach(() => {
    for (const connection of opened.splice(0)) connection.close();
    running?.resume();
  });
  afterAll(() => running?.stop());
  return { server, open };
};
