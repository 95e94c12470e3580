import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Limiter } from '../../examples/support-desk/server/limits/limiter';
import { createMemoryLimiter } from '../../examples/support-desk/server/limits/memoryLimiter';
import { createRedisLimiter } from '../../examples/support-desk/server/limits/redisLimiter';
import type { Limit, LimitName } from '../../examples/support-desk/server/limits/table';
import type { RedisConnection } from '../../examples/support-desk/server/redis/connectRedis';
import { hostileString } from '../support/hostileValues';
import { REDIS } from '../support/redis';
import { withRedis } from '../support/redisSuite';

type LimitOf = (name: LimitName) => Limit;
type Engine = {
  create(limitOf: LimitOf): Limiter;
  pass(ms: number): Promise<unknown>;
  /** How much of the time to wait may have passed while a test ran. */
  slackMs: number;
};

const limit = (points: number, seconds: number): Limit => ({ points, seconds, key: 'address' });

const limiterSuite = (engineOf: () => Engine): void => {
  const create = (limitOf: LimitOf) => engineOf().create(limitOf);
  const pass = (ms: number) => engineOf().pass(ms);
  const expectWait = (waitMs: number, ms: number): void => {
    expect(waitMs).toBeLessThanOrEqual(ms);
    expect(waitMs).toBeGreaterThanOrEqual(Math.max(1, ms - engineOf().slackMs));
  };

  it('allows so many in its time, says how long to wait, and then allows as many again', async () => {
    const limiter = create(() => limit(3, 100));
    const take = async () => (await limiter.consume('visitors', 'a')).waitMs;
    expect([await take(), await take(), await take()]).toEqual([0, 0, 0]);
    await pass(40_000);
    expectWait(await take(), 60_000);
    await pass(60_000);
    expect([await take(), await take(), await take()]).toEqual([0, 0, 0]);
    expectWait(await take(), 100_000);
  });

  it('counts each key and each name by itself', async () => {
    const limiter = create(() => limit(1, 100));
    expect((await limiter.consume('visitors', 'a')).waitMs).toBe(0);
    expect((await limiter.consume('visitors', 'b')).waitMs).toBe(0);
    expect((await limiter.consume('messages', 'a')).waitMs).toBe(0);
    expectWait((await limiter.consume('visitors', 'a')).waitMs, 100_000);
  });

  it('is looked up without being counted', async () => {
    const limiter = create(() => limit(2, 100));
    for (let i = 0; i < 9; i++) expect(await limiter.peek('visitors', 'a')).toEqual({ used: 0, waitMs: 0 });
    await limiter.consume('visitors', 'a');
    expect(await limiter.peek('visitors', 'a')).toEqual({ used: 1, waitMs: 0 });
    await limiter.consume('visitors', 'a');
    const full = await limiter.peek('visitors', 'a');
    expect(full.used).toBe(2);
    expectWait(full.waitMs, 100_000);
  });

  it('begins anew with new numbers', async () => {
    let numbers = limit(1, 100);
    const limiter = create(() => numbers);
    await limiter.consume('visitors', 'a');
    expectWait((await limiter.consume('visitors', 'a')).waitMs, 100_000);
    numbers = limit(1, 50);
    expect(await limiter.consume('visitors', 'a')).toEqual({ used: 1, waitMs: 0 });
    expectWait((await limiter.consume('visitors', 'a')).waitMs, 50_000);
  });

  it('counts any text by itself, however long or strange', async () => {
    const limiter = create(() => limit(1, 100));
    const keys = fc.uniqueArray(
      hostileString.filter((key) => !/\p{Cs}/u.test(key)),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(keys, async (all) => {
        for (const key of all) expect((await limiter.consume('visitors', key)).used).toBe(1);
        for (const key of all) expect((await limiter.peek('visitors', key)).used).toBe(1);
        await pass(100_000);
      }),
    );
  });
};

describe('limits in memory', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  limiterSuite(() => ({
    create: createMemoryLimiter,
    pass: (ms) => vi.advanceTimersByTimeAsync(ms),
    slackMs: 0,
  }));
});

describe.skipIf(!REDIS)('limits in Redis', { timeout: 60_000 }, () => {
  const { server, open } = withRedis();
  const process = async (points: number) => {
    const connection = await open();
    const limiter = createRedisLimiter(connection.client, () => limit(points, 100));
    const take = async () => (await limiter.consume('messages', 'a')).used;
    const peek = async () => (await limiter.peek('messages', 'a')).used;
    return { ...connection, take, peek };
  };

  let connection: RedisConnection;
  beforeEach(async () => {
    connection = await open();
  });
  limiterSuite(() => ({
    create: (limitOf) => createRedisLimiter(connection.client, limitOf),
    pass: (ms) => server().age(ms),
    slackMs: 30_000,
  }));

  it('allow ten over three processes, and refuse the eleventh', async () => {
    const limiters = await Promise.all(
      [1, 2, 3].map(async () => createRedisLimiter((await open()).client, () => limit(10, 100))),
    );
    const taken = await Promise.all(
      Array.from({ length: 11 }, (_, i) => limiters[i % 3]?.consume('messages', 'a')),
    );
    expect(taken.filter((one) => one?.waitMs === 0)).toHaveLength(10);
    expect(taken.filter((one) => one?.used === 11)).toHaveLength(1);
    for (const limiter of limiters) expect((await limiter.peek('messages', 'a')).used).toBe(11);
  });

  it('are counted by each process while Redis is stopped, and by all once it is back', async () => {
    const [one, two] = [await process(3), await process(3)];
    expect([await one.take(), await two.take()]).toEqual([1, 2]);
    await server().stop();
    expect([await one.take(), await one.take(), await two.take()]).toEqual([1, 2, 1]);
    expect([await one.peek(), await two.peek()]).toEqual([2, 1]);
    await server().start();
    await expect.poll(() => [one.state(), two.state()]).toEqual(['ok', 'ok']);
    expect([await one.take(), await two.take()]).toEqual([1, 2]);
  });

  it('hold nobody up while Redis stands still', async () => {
    const { take, peek, state } = await process(3);
    await take();
    server().pause();
    const looked = peek();
    expect(await Promise.all([take(), take()])).toEqual([1, 2]);
    expect(await looked).toBeLessThanOrEqual(2);
    expect(state()).toBe('lost');
    expect([await take(), await take()]).toEqual([3, 4]);
    server().resume();
    await expect.poll(state).toBe('ok');
    expect(await take()).toBeLessThanOrEqual(4);
  });

  it('go on when all clients are cut, and when Redis is emptied', async () => {
    const { client, take, state } = await process(9);
    const closed = () => new Promise((resolve) => client.once('close', resolve));
    await take();
    await Promise.all([closed(), server().killClients()]);
    await expect.poll(state).toBe('ok');
    expect(await take()).toBe(2);
    await Promise.all([closed(), server().restartEmpty()]);
    await expect.poll(state).toBe('ok');
    expect(await take()).toBe(1);
  });

  it('leave only keys that expire', async () => {
    const limiter = createRedisLimiter(connection.client, () => limit(1, 100));
    await limiter.consume('messages', 'a');
    await limiter.consume('messages', 'a');
    const keys = await connection.client.keys('*');
    expect(keys).toEqual(['porch:desk:limit:messages:1:100:a']);
    expect(await connection.client.pttl('limit:messages:1:100:a')).toBeGreaterThan(0);
  });
});
