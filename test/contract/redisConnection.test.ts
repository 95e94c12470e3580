import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../../examples/support-desk/server/process/clock';
import { connectRedis, type RedisConnection } from '../../examples/support-desk/server/redis/connectRedis';
import { findPort } from '../support/process';
import { REDIS, type RedisServer, startRedis } from '../support/redis';

describe.skipIf(!REDIS)('a connection to Redis', { timeout: 60_000 }, () => {
  let server: RedisServer;
  const opened: RedisConnection[] = [];
  beforeAll(async () => {
    server = await startRedis();
  });
  afterEach(async () => {
    for (const connection of opened.splice(0)) connection.close();
    server.resume();
  });
  afterAll(() => server.stop());

  const connect = async (url = server.url) => {
    const logged: string[] = [];
    const warn = (...parts: unknown[]) =>
      void logged.push(parts.map((part) => JSON.stringify(part)).join(' '));
    const connection = await connectRedis(url, '', { warn }, createClock());
    opened.push(connection);
    return { ...connection, logged };
  };

  it('answers from the first call on', async () => {
    const { client, state, logged } = await connect();
    expect(state()).toBe('ok');
    await client.set('a', '1');
    expect(await client.get('a')).toBe('1');
    expect(logged).toEqual([]);
  });

  it('is made without a server, logs that once, and refuses calls at once', async () => {
    const { client, state, logged } = await connect(`redis://127.0.0.1:${await findPort()}`);
    expect(state()).toBe('lost');
    await expect(client.get('a')).rejects.toThrow();
    await new Promise((resolve) => client.once('reconnecting', resolve));
    await new Promise((resolve) => client.once('reconnecting', resolve));
    expect(logged).toEqual(['{"code":"ECONNREFUSED"} "Redis is lost"']);
  });

  it('logs each outage once, with its end, and never an address or a password', async () => {
    const { client, state, logged } = await connect();
    for (let round = 0; round < 2; round++) {
      await server.stop();
      await expect.poll(state).toBe('lost');
      await server.start();
      await expect.poll(state).toBe('ok');
    }
    expect(logged.map((line) => /Redis is \w+/.exec(line)?.[0])).toEqual([
      'Redis is lost',
      'Redis is back',
      'Redis is lost',
      'Redis is back',
    ]);
    await client.config('SET', 'requirepass', 'right');
    const wrong = await connect(server.url.replace('//', '//:secret-x@'));
    expect(wrong.state()).toBe('lost');
    expect(wrong.logged).toEqual(['{"code":"WRONGPASS"} "Redis is lost"']);
    const right = await connect(server.url.replace('//', '//:right@'));
    expect(right.state()).toBe('ok');
    await right.client.config('SET', 'requirepass', '');
  });

  it('gives open calls up where the server stands still, then refuses them at once, and is back with it', async () => {
    const { client, state, logged } = await connect();
    server.pause();
    const open = [client.get('a'), client.incr('b'), client.get('c')];
    for (const { status } of await Promise.allSettled(open)) expect(status).toBe('rejected');
    expect([state(), logged]).toEqual(['lost', ['{"code":"ETIMEDOUT"} "Redis is lost"']]);
    await expect(client.get('a')).rejects.toThrow(/isn't writeable/);
    server.resume();
    await expect.poll(state).toBe('ok');
    expect(await client.ping()).toBe('PONG');
  });

  it('takes no pause of the process for a silence of Redis', async () => {
    const { client, state, logged } = await connect();
    const answer = client.get('nothing');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900);
    expect(await answer).toBeNull();
    expect([state(), logged]).toEqual(['ok', []]);
  });

  it('sends no call twice that was open when the connection broke', async () => {
    const { client, state } = await connect();
    const blocked = client.blpop('nothing', 0);
    const counted = client.incr('counted');
    blocked.catch(() => undefined);
    counted.catch(() => undefined);
    await server.killClients();
    await expect(blocked).rejects.toThrow();
    await expect(counted).rejects.toThrow();
    await expect.poll(state).toBe('ok');
    expect(await client.get('counted')).toBeNull();
  });

  it('hears over another connection, which is made anew after it was cut', async () => {
    const { client, forSubscribing } = await connect();
    const subscriber = forSubscribing();
    const heard: string[] = [];
    subscriber.on('message', (_, said: string) => heard.push(said));
    subscriber.on('ready', () => void subscriber.subscribe('news'));
    await expect.poll(() => client.publish('news', 'one')).toBe(1);
    await server.killClients();
    await expect.poll(() => client.publish('news', 'two').catch(() => 0)).toBe(1);
    await expect.poll(() => heard).toEqual(['one', 'two']);
  });

  it('ends all its connections', async () => {
    const watching = await connect();
    const { client, forSubscribing, close } = await connect();
    await forSubscribing().subscribe('news');
    await expect.poll(() => watching.client.client('LIST')).toMatch(/cmd=subscribe/);
    close();
    await expect(client.ping()).rejects.toThrow();
    await expect
      .poll(
        async () =>
          String(await watching.client.client('LIST'))
            .trim()
            .split('\n').length,
      )
      .toBe(1);
  });
});
