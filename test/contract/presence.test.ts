import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createPresence,
  MAX_INBOXES,
  type Presence,
  type PresenceDeps,
} from '../../examples/support-desk/server/domain/team/presence';
import { createRedisPresence } from '../../examples/support-desk/server/redis/redisPresence';
import { hostileString } from '../support/hostileValues';
import { REDIS } from '../support/redis';
import { withRedis } from '../support/redisSuite';

const MINUTE = 60_000;

const presenceSuite = (create: (deps: PresenceDeps) => Presence): void => {
  const setUp = () => {
    const desk = { time: 1_800_000_000_000, connected: true };
    return { desk, ...create({ now: () => desk.time, connected: () => desk.connected }) };
  };

  it('counts each inbox once that is open and not away', async () => {
    const { take, agentsOnline } = setUp();
    expect(await agentsOnline()).toBe(0);
    for (const inbox of ['one', 'two', 'one']) await take(inbox, false);
    expect(await agentsOnline()).toBe(2);
    await take('two', true);
    expect(await agentsOnline()).toBe(1);
    await take('three', true);
    expect(await agentsOnline()).toBe(1);
  });

  it('forgets an inbox that has not reported for two and a half minutes', async () => {
    const { desk, take, agentsOnline } = setUp();
    await take('one', false);
    desk.time += MINUTE;
    await take('two', false);
    desk.time += 1.5 * MINUTE;
    expect(await agentsOnline()).toBe(2);
    desk.time += 1;
    expect(await agentsOnline()).toBe(1);
    await take('one', false);
    expect(await agentsOnline()).toBe(2);
  });

  it('counts nobody while no inbox is connected', async () => {
    const { desk, take, agentsOnline, isConnected } = setUp();
    await take('one', false);
    desk.connected = false;
    expect([await agentsOnline(), await isConnected()]).toEqual([0, false]);
    desk.connected = true;
    expect([await agentsOnline(), await isConnected()]).toEqual([1, true]);
  });

  it('makes room for new inboxes among a thousand', async () => {
    const { desk, take, agentsOnline } = setUp();
    for (let i = 0; i < MAX_INBOXES; i++) {
      desk.time++;
      await take(`inbox ${i}`, false);
    }
    desk.time++;
    await take('new', false);
    expect(await agentsOnline()).toBe(MAX_INBOXES);
    await take('inbox 0', true);
    expect(await agentsOnline()).toBe(MAX_INBOXES);
    await take('inbox 1', true);
    expect(await agentsOnline()).toBe(MAX_INBOXES - 1);
  });

  it('takes any text as the id of an inbox', async () => {
    const { desk, take, agentsOnline } = setUp();
    const ids = fc.uniqueArray(
      hostileString.filter((id) => !/\p{Cs}/u.test(id)),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(ids, async (all) => {
        for (const id of all) await take(id, false);
        expect(await agentsOnline()).toBe(all.length);
        desk.time += 3 * MINUTE;
      }),
    );
  });
};

describe('presence in memory', () => {
  presenceSuite(createPresence);
});

describe.skipIf(!REDIS)('presence in Redis', { timeout: 60_000 }, () => {
  const { server, open } = withRedis();
  let create: (deps: PresenceDeps) => Presence;
  beforeEach(async () => {
    const { client } = await open();
    create = (deps) => createRedisPresence(client, deps);
  });
  presenceSuite((deps) => create(deps));

  const now = () => 1_800_000_000_000;
  const process = async (connected = false) => {
    const self = { connected };
    const { client, state } = await open();
    const presence = createRedisPresence(client, { now, connected: () => self.connected });
    return { self, client, state, ...presence };
  };

  it('is the same for each process, wherever an inbox reports and is connected', async () => {
    const all = [await process(true), await process(), await process()];
    const [one, two, three] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
    const online = () => Promise.all(all.map(({ agentsOnline }) => agentsOnline()));
    await two.take('a', false);
    await three.take('b', false);
    await Promise.all(all.map(({ report }) => report()));
    expect(await online()).toEqual([2, 2, 2]);
    await one.take('a', true);
    expect(await online()).toEqual([1, 1, 1]);
  });

  it('ends on each process six seconds after the last inbox has gone', async () => {
    const [one, two] = [await process(true), await process()];
    await one.take('a', false);
    await one.report();
    one.self.connected = false;
    await server().age(4000);
    await one.report();
    expect(await Promise.all([one.agentsOnline(), two.agentsOnline(), two.isConnected()])).toEqual([
      1,
      1,
      true,
    ]);
    await server().age(2000);
    expect(await Promise.all([one.agentsOnline(), two.agentsOnline(), two.isConnected()])).toEqual([
      0,
      0,
      false,
    ]);
  });

  it('is what each process knows itself while Redis is away, and shared again with the next reports', async () => {
    const [one, two] = [await process(true), await process(true)];
    await one.take('a', false);
    await two.take('b', false);
    expect([await one.agentsOnline(), await two.agentsOnline()]).toEqual([2, 2]);
    server().pause();
    expect(await Promise.all([one.agentsOnline(), two.agentsOnline()])).toEqual([1, 1]);
    await one.take('c', false);
    await one.report();
    expect([await one.agentsOnline(), await one.isConnected()]).toEqual([2, true]);
    server().resume();
    await expect.poll(() => [one.state(), two.state()]).toEqual(['ok', 'ok']);
    await one.take('c', false);
    expect([await one.agentsOnline(), await two.agentsOnline()]).toEqual([3, 3]);
  });

  it('leaves only keys that expire', async () => {
    const { client, take, report } = await process(true);
    await take('a', false);
    await report();
    const keys = await client.keys('*');
    expect(keys.sort()).toEqual(['porch:desk:inboxConnected', 'porch:desk:inboxes']);
    for (const key of keys) expect(await client.pttl(key.replace('porch:desk:', ''))).toBeGreaterThan(0);
  });
});
