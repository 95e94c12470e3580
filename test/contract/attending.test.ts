import { beforeEach, describe, expect, it } from 'vitest';
import {
  ATTENDS_MS,
  type Attending,
  createAttending,
  MOST_ATTENDING,
} from '../../examples/support-desk/server/domain/conversations/attending';
import { createRedisAttending } from '../../examples/support-desk/server/redis/redisAttending';
import { REDIS } from '../support/redis';
import { withRedis } from '../support/redisSuite';

const ADA = { id: 'ada', name: 'Ada', avatarUrl: 'https://shop.example/ada.png' };
const BEN = { id: 'ben', name: 'Ben "}{\u0000 🎉' };
const looking = (...agents: object[]) => agents.map((agent) => ({ ...agent, typing: false }));

type Create = (deps: { now: () => number }) => Attending;

const attendingSuite = (create: Create): void => {
  const setUp = () => {
    const desk = { time: 1_800_000_000_000 };
    return { desk, ...create({ now: () => desk.time }) };
  };

  it('says who attended before and who does after', async () => {
    const { take } = setUp();
    expect(await take('c', 'a1', ADA, 'looking')).toEqual({ before: [], after: looking(ADA) });
    expect(await take('c', 'b1', BEN, 'typing')).toEqual({
      before: looking(ADA),
      after: [...looking(ADA), { ...BEN, typing: true }],
    });
    expect((await take('c', 'b1', BEN, 'looking')).after).toEqual(looking(ADA, BEN));
    expect(await take('c', 'a1', ADA, 'gone')).toEqual({ before: looking(ADA, BEN), after: looking(BEN) });
    expect((await take('c', 'b1', BEN, 'gone')).after).toEqual([]);
  });

  it('has each agent once, who types if they do in one of their inboxes', async () => {
    const { take } = setUp();
    await take('c', 'a1', ADA, 'typing');
    expect((await take('c', 'a2', ADA, 'looking')).after).toEqual([{ ...ADA, typing: true }]);
    expect((await take('c', 'a1', ADA, 'gone')).after).toEqual(looking(ADA));
  });

  it('keeps conversations apart', async () => {
    const { take } = setUp();
    await take('c', 'a1', ADA, 'typing');
    expect(await take('d', 'b1', BEN, 'looking')).toEqual({ before: [], after: looking(BEN) });
  });

  it('forgets who has said nothing for a minute', async () => {
    const { desk, take } = setUp();
    await take('c', 'a1', ADA, 'typing');
    desk.time += ATTENDS_MS;
    expect((await take('c', 'b1', BEN, 'looking')).after).toEqual([
      { ...ADA, typing: true },
      ...looking(BEN),
    ]);
    desk.time += 1;
    expect(await take('c', 'b1', BEN, 'looking')).toEqual({ before: looking(BEN), after: looking(BEN) });
  });

  it('has a limit of inboxes, and takes those that leave', async () => {
    const { take } = setUp();
    const agentOf = (n: number) => ({ id: `agent-${n}`, name: `Agent ${n}` });
    for (let n = 0; n < 2 * MOST_ATTENDING; n++) await take('c', `inbox-${n}`, agentOf(n), 'looking');
    const { before } = await take('c', 'inbox-1', agentOf(1), 'gone');
    expect(before.length).toBeGreaterThanOrEqual(MOST_ATTENDING);
    expect(before.length).toBeLessThanOrEqual(MOST_ATTENDING + 1);
  });

  it('takes what looks like a part of the storage as a name', async () => {
    const { take } = setUp();
    for (const odd of ['__proto__', 'a:b*', '{"id":1}', ' ']) {
      expect((await take(odd, odd, { id: odd, name: odd }, 'looking')).after).toEqual(
        looking({ id: odd, name: odd }),
      );
    }
  });
};

describe('attending in memory', () => {
  attendingSuite(createAttending);
});

describe.skipIf(!REDIS)('attending in Redis', { timeout: 60_000 }, () => {
  const { server, open } = withRedis();
  let create: Create;
  beforeEach(async () => {
    const { client } = await open();
    create = (deps) => createRedisAttending(client, deps);
  });
  attendingSuite((deps) => create(deps));

  const now = () => 1_800_000_000_000;
  const process = async () => {
    const { client, state } = await open();
    return { client, state, ...createRedisAttending(client, { now }) };
  };

  it('is the same for each process', async () => {
    const [one, two, three] = [await process(), await process(), await process()];
    await one.take('c', 'a1', ADA, 'typing');
    expect(await two.take('c', 'b1', BEN, 'looking')).toEqual({
      before: [{ ...ADA, typing: true }],
      after: [{ ...ADA, typing: true }, ...looking(BEN)],
    });
    expect((await three.take('c', 'a1', ADA, 'gone')).after).toEqual(looking(BEN));
  });

  it('is what each process was told itself while Redis is away, and shared again afterwards', async () => {
    const [one, two] = [await process(), await process()];
    await one.take('c', 'a1', ADA, 'looking');
    await two.take('c', 'b1', BEN, 'looking');
    server().pause();
    expect((await one.take('c', 'a1', ADA, 'typing')).after).toEqual([{ ...ADA, typing: true }]);
    expect((await two.take('c', 'b1', BEN, 'looking')).after).toEqual(looking(BEN));
    server().resume();
    await expect.poll(() => [one.state(), two.state()]).toEqual(['ok', 'ok']);
    await one.take('c', 'a1', ADA, 'typing');
    expect((await two.take('c', 'b1', BEN, 'looking')).after).toEqual([
      { ...ADA, typing: true },
      ...looking(BEN),
    ]);
  });

  it('begins anew in a Redis that was emptied', async () => {
    const [one, two] = [await process(), await process()];
    await one.take('c', 'a1', ADA, 'looking');
    await server().restartEmpty();
    await expect.poll(() => [one.state(), two.state()]).toEqual(['ok', 'ok']);
    expect((await two.take('c', 'b1', BEN, 'looking')).after).toEqual(looking(BEN));
    expect((await one.take('c', 'a1', ADA, 'looking')).after).toEqual(looking(ADA, BEN));
  });

  it('passes over what it cannot read', async () => {
    const { client, take } = await process();
    await take('c', 'a1', ADA, 'looking');
    await client.hset('attending:c', 'strange', '{not json');
    expect((await take('c', 'b1', BEN, 'looking')).after).toEqual(looking(ADA, BEN));
  });

  it('leaves one key for each conversation, which expires a minute after the last word', async () => {
    const { client, take } = await process();
    await take('c', 'a1', ADA, 'looking');
    await server().age(ATTENDS_MS / 2);
    await take('c', 'b1', BEN, 'looking');
    expect(await client.keys('*')).toEqual(['porch:desk:attending:c']);
    expect(await client.pttl('attending:c')).toBeGreaterThan(ATTENDS_MS / 2);
    await server().age(ATTENDS_MS);
    expect(await client.keys('*')).toEqual([]);
  });
});
