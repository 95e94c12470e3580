import { connect, createServer } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BusEvent } from '../../examples/support-desk/server/bus/bus';
import { visitorTopic } from '../../examples/support-desk/server/bus/topics';
import { createClock } from '../../examples/support-desk/server/process/clock';
import { connectRedis } from '../../examples/support-desk/server/redis/connectRedis';
import { deskPrefix } from '../../examples/support-desk/server/redis/deskPrefix';
import { createRedisBus } from '../../examples/support-desk/server/redis/redisBus';
import { listen } from '../support/listen';
import { REDIS, type RedisServer, startRedis } from '../support/redis';

const MEGABYTE = 1_048_576;
/** How long after the end of its cause a trouble may last. */
const HEALED = { timeout: 10_000 };

let ids = 0;
const eventOf = (text: string): BusEvent => ({
  id: `id-${++ids}`,
  publication: { to: 'visitor', appUserId: 'ada', event: { text } },
});

describe.skipIf(!REDIS)('the bus on a Redis in trouble', { timeout: 60_000 }, () => {
  let server: RedisServer;
  let admin: Redis;
  const closers: (() => unknown)[] = [];
  beforeAll(async () => {
    server = await startRedis();
    admin = new Redis(server.url);
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    await admin.config('SET', 'maxmemory', '0');
    await admin.replicaof('NO', 'ONE');
    await admin.flushall();
  });
  afterAll(async () => {
    admin.disconnect();
    await server.stop();
  });

  /** One process, with what it has heard and logged. */
  const start = async (url = server.url) => {
    const logged: string[] = [];
    const warn = (...parts: unknown[]) => void logged.push(JSON.stringify(parts));
    const connection = await connectRedis(url, deskPrefix('desk'), { warn }, createClock());
    const bus = createRedisBus(connection, createClock(), { warn });
    closers.push(connection.close, bus.close);
    const heard: string[] = [];
    let gaps = 0;
    const on = ({ publication }: BusEvent) =>
      void heard.push(String((publication as unknown as { event: { text: string } }).event.text));
    bus.hear(on, () => gaps++);
    await bus.follow(visitorTopic('ada'), () => true);
    await expect.poll(() => gaps).toBe(1);
    const say = (text: string) =>
      bus.send([eventOf(text)]).then(
        () => 'sent',
        () => 'refused',
      );
    return { ...bus, say, heard, logged, gaps: () => gaps };
  };
  const used = async () => Number(/used_memory:(\d+)/.exec(await admin.info('memory'))?.[1]);
  /** Keys of others, until nothing more is taken. */
  const fill = async () => {
    await admin.config('SET', 'maxmemory', String((await used()) + 3 * MEGABYTE));
    const text = 'x'.repeat(MEGABYTE / 16);
    for (let i = 0; ; i++) {
      try {
        await admin.set(`other:${i}`, text);
      } catch {
        return;
      }
    }
  };

  it('keeps events to a quarter of the memory and a megabyte, whatever their size, and delivers all', async () => {
    const [a, b] = [await start(), await start()];
    await admin.config('SET', 'maxmemory', String(8 * MEGABYTE));
    const events = Array.from({ length: 2250 }, (_, i) => eventOf(`${i} ${'x'.repeat(3500)}`));
    while (events.length > 0) await a.send(events.splice(0, 100));
    await expect.poll(() => b.heard.length).toBe(2250);
    expect(await admin.memory('USAGE', 'porch:desk:events')).toBeLessThan(3.2 * MEGABYTE);
    expect([await a.check(), await b.check(), a.logged, b.gaps()]).toEqual(['ok', 'ok', [], 1]);
  });

  it('makes room of its own events where Redis takes nothing more', async () => {
    const [a, b] = [await start(), await start()];
    await a.send(Array.from({ length: 500 }, (_, i) => eventOf(`${i} ${'x'.repeat(3500)}`)));
    await expect.poll(() => b.heard.length).toBe(500);
    await fill();
    expect(await a.say('there was room')).toBe('sent');
    await expect.poll(() => b.heard.at(-1)).toBe('there was room');
    expect([b.gaps(), a.logged]).toEqual([1, []]);
  });

  it('says that a full Redis fails, names its first word, and works within 10 s of its end', async () => {
    const a = await start();
    await fill();
    await expect.poll(() => a.say('too much'.repeat(20_000))).toBe('refused');
    await expect.poll(a.check).toBe('failing');
    expect(a.logged).toEqual(['[{"code":"OOM"},"Redis does not take or give events"]']);
    await admin.config('SET', 'maxmemory', '0');
    await expect.poll(a.check, HEALED).toBe('ok');
    expect([await a.say('fine'), a.logged.length, a.gaps()]).toEqual(['sent', 2, 1]);
    await expect.poll(() => a.heard.at(-1)).toBe('fine');
  });

  it('knows without a message that Redis has become read-only, and that it is not any more', async () => {
    const a = await start();
    await admin.replicaof('127.0.0.1', '1');
    await expect.poll(() => a.logged.length, HEALED).toBe(1);
    expect(a.logged[0]).toContain('READONLY');
    expect(await a.check()).not.toBe('ok');
    await admin.replicaof('NO', 'ONE');
    await expect.poll(a.check, HEALED).toBe('ok');
    expect([await a.say('fine'), a.logged[1]]).toEqual(['sent', '["Redis is back"]']);
    await expect.poll(() => a.heard.at(-1)).toBe('fine');
  });

  it('misses nothing where Redis has evicted the events, and says for some seconds that it fails', async () => {
    const a = await start();
    await a.say('evicted');
    await admin.del('porch:desk:events');
    await a.say('fine');
    await expect.poll(() => a.heard).toEqual(['evicted', 'fine']);
    await admin.del('porch:desk:events');
    await expect.poll(a.check, HEALED).toBe('failing');
    expect(a.logged).toEqual(['[{"code":"GONE"},"Redis does not take or give events"]']);
    await expect.poll(a.check, HEALED).toBe('ok');
    expect(a.gaps()).toBe(1);
  });

  it('tells a gap where the events are evicted that it has missed', async () => {
    const a = await start();
    await a.say('heard');
    await expect.poll(() => a.heard).toEqual(['heard']);
    await admin.multi().del('porch:desk:events').call('CLIENT', 'KILL', 'TYPE', 'pubsub').exec();
    await expect.poll(a.gaps, HEALED).toBe(2);
    await expect.poll(() => a.say('fine').then(() => a.heard.at(-1))).toBe('fine');
    await expect.poll(a.check, HEALED).toBe('ok');
  });

  it('hears the Redis that it sends to, once the address leads to another', async () => {
    const replica = await startRedis();
    const other = new Redis(replica.url);
    closers.push(replica.stop, () => other.disconnect());
    const portOf = (url: string) => Number(new URL(url).port);
    await other.replicaof('127.0.0.1', String(portOf(server.url)));
    await expect.poll(() => other.info('replication')).toContain('master_link_status:up');
    let target = portOf(server.url);
    const proxy = createServer((socket) => {
      const behind = connect(target, '127.0.0.1');
      for (const one of [socket, behind]) one.on('error', () => undefined);
      socket.pipe(behind).pipe(socket);
      socket.on('close', () => behind.destroy());
    });
    const { port, close } = await listen(proxy);
    closers.push(close);
    const a = await start(`redis://127.0.0.1:${port}`);
    await a.say('before');
    await expect.poll(() => a.heard).toEqual(['before']);

    // The former primary is a replica of nobody, and answers those who are still connected.
    target = portOf(replica.url);
    await other.replicaof('NO', 'ONE');
    await admin.replicaof('127.0.0.1', '1');
    await expect.poll(() => a.say('after'), HEALED).toBe('sent');
    await expect.poll(() => a.say('live').then(() => a.heard.at(-1)), HEALED).toBe('live');
    await expect.poll(a.check, HEALED).toBe('ok');
  });
});
