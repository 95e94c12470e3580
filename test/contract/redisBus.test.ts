import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BusEvent } from '../../examples/support-desk/server/bus/bus';
import { createPublishing } from '../../examples/support-desk/server/bus/publishing';
import { EVERYBODY, LIST, visitorTopic } from '../../examples/support-desk/server/bus/topics';
import { createClock } from '../../examples/support-desk/server/process/clock';
import { createPublisher } from '../../examples/support-desk/server/realtime/fanOut';
import { channelName } from '../../examples/support-desk/server/redis/deskPrefix';
import { SEND } from '../../examples/support-desk/server/redis/eventSender';
import { createRedisBus } from '../../examples/support-desk/server/redis/redisBus';
import { createFakeClock } from '../support/fakeClock';
import { createMemoryStore } from '../support/memory/memoryStore';
import { REDIS } from '../support/redis';
import { withRedis } from '../support/redisSuite';

const NASTY = ['\u0000', '\ud800', '"}{', '🎉', '</script>', '\r\n*1\r\n$4\r\nPING', '', 'x'.repeat(200_000)];

/** The events of agents, as this version makes them, for what a later one may make of them. */
const AGENT_EVENTS = [
  { type: 'message', conversation: { _id: 'c', participants: [] }, message: { _id: 'm', role: 'appUser' } },
  { type: 'activity', conversation: { _id: 'c' }, activity: { type: 'typing:start', role: 'appUser' } },
  { type: 'note', conversation: { _id: 'c' }, note: { text: 'x' } },
  { type: 'conversations:deleted', conversationIds: ['c'] },
  { type: 'attending', conversationId: 'c', agents: [] },
];
const badEvent = fc
  .tuple(fc.constantFrom(...AGENT_EVENTS), fc.string(), fc.jsonValue(), fc.boolean())
  .map(([event, name, value, isLater]) => {
    const names = Object.keys(event);
    const chosen = isLater ? name : (names[name.length % names.length] as string);
    return { ...event, ...(isLater && { type: `later:${name}` }), [chosen]: value };
  });
const badPublications = fc
  .oneof(
    fc.jsonValue(),
    fc.record({
      to: fc.constantFrom('visitor', 'agents', 'subscriptions', 'later', '__proto__', 'toString'),
      appUserId: fc.jsonValue(),
      event: fc.jsonValue(),
      tags: fc.jsonValue(),
    }),
    badEvent.map((event) => ({ to: 'agents', event })),
  )
  .map((value) => JSON.stringify(value));
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const BAD_TEXTS = [
  'null',
  '{"to":',
  '{"to":"agents","event":null}',
  '{"to":"subscriptions"}',
  '{"to":"grown","conversationId":"c","messageId":"m","key":"visitor m","since":"none","change":{}}',
  '{"to":"grown","key":"constructor"}',
  '{"to":"agents","event":{"type":"conversation:merged","conversation":{"_id":"c"}}}',
  '{"to":"agents","event":{"type":"toString","conversation":{"_id":"c"}}}',
  '{"to":"agents","event":{"type":"message","conversation":null}}',
  `{"to":"visitor","appUserId":"ada","event":{"deep":${nested(5000)}}}`,
  `{"to":"agents","event":{"type":"note","conversation":{"_id":"c","deep":${nested(5000)}}}}`,
];

describe.skipIf(!REDIS)('the bus on Redis', () => {
  const { server, open } = withRedis();

  const start = async () => {
    const bus = createRedisBus(await open(), createClock(), { warn: () => undefined });
    const heard: BusEvent[] = [];
    let gaps = 0;
    bus.hear(
      (event) => heard.push(event),
      () => gaps++,
    );
    await bus.follow(visitorTopic('ada'), () => true);
    // It has begun to read once it reports that it may have missed what was before.
    await expect.poll(() => gaps).toBe(1);
    return { ...bus, heard, gaps: () => gaps };
  };
  let ids = 0;
  /** Whether Redis has taken the event. */
  const trySend = (bus: Awaited<ReturnType<typeof start>>, text: string) =>
    bus.send([eventOf(text)]).then(
      () => 'sent',
      () => 'lost',
    );
  const eventOf = (text: unknown): BusEvent => ({
    id: `id-${++ids}`,
    publication: { to: 'visitor', appUserId: 'ada', event: { text, deep: [{ text }] } },
  });

  it('delivers every event to every process, in the order of its sender, whatever is in it', async () => {
    const [a, b] = [await start(), await start()];
    const fromA = NASTY.map(eventOf);
    const fromB = Array.from({ length: 1200 }, (_, i) => eventOf(i));
    await Promise.all([a.send(fromA), b.send(fromB)]);
    const sentBy = (heard: BusEvent[], sent: BusEvent[]) =>
      heard.filter(({ id }) => sent.some((one) => one.id === id));
    for (const { heard, gaps } of [a, b]) {
      await expect.poll(() => heard.length).toBe(fromA.length + fromB.length);
      // JSON has no lone surrogates.
      const asSent = (events: BusEvent[]) => JSON.parse(JSON.stringify(events));
      expect(asSent(sentBy(heard, fromA))).toEqual(asSent(fromA));
      expect(sentBy(heard, fromB)).toEqual(fromB);
      expect(gaps()).toBe(1);
    }
  });

  it('reads on where it was after its connections are cut', async () => {
    const [a, b] = [await start(), await start()];
    await a.send([eventOf('before')]);
    await expect.poll(() => b.heard.length).toBe(1);
    await server().killClients();
    await expect.poll(() => trySend(a, 'after')).toBe('sent');
    await expect.poll(() => b.heard.at(-1)?.publication).toMatchObject({ event: { text: 'after' } });
    expect(b.gaps()).toBe(1);
  });

  it('loses nothing that it has taken while Redis stands still', async () => {
    const [a, b] = [await start(), await start()];
    server().pause();
    expect(await trySend(a, 'unsure')).toBe('lost');
    server().resume();
    await expect.poll(() => trySend(a, 'later')).toBe('sent');
    await expect.poll(() => b.heard.at(-1)?.publication).toMatchObject({ event: { text: 'later' } });
    expect(b.gaps()).toBe(1);
  });

  it('says that events may be missing once Redis was emptied, and goes on', async () => {
    const [a, b] = [await start(), await start()];
    await a.send([eventOf('gone')]);
    await server().restartEmpty();
    await expect.poll(() => b.gaps()).toBe(2);
    await expect.poll(() => trySend(a, 'new')).toBe('sent');
    await expect.poll(() => b.heard.at(-1)?.publication).toMatchObject({ event: { text: 'new' } });
  });

  it('passes over what others have written into its stream, and published on its channels', async () => {
    const a = await start();
    const { client } = await open();
    const channel = channelName(client, visitorTopic('ada'));
    for (const said of ['', 'x', '\n\n', 'x\ny\n{}', '1-1\nx\n{"to":', '1-1\nmark'])
      await client.publish(channel, said);
    await a.send([eventOf('live')]);
    a.pollAll(true);
    await client.xadd('events', '*', 'id', 'x', 'publication', '{"to":');
    await client.xadd('events', '*', 'id', 'x');
    await client.xadd('events', '*', 'a', 'b', 'c', 'd', 'e', 'f');
    await a.send([eventOf('read')]);
    await expect
      .poll(() => a.heard.map(({ publication }) => publication))
      .toMatchObject([{ event: { text: 'live' } }, { event: { text: 'read' } }]);
  });

  it.each(['live', 'read'])(
    'delivers what is %s between entries of later versions and of garbage, and says once that something is missing',
    async (how) => {
      const connection = await open();
      const warned: unknown[] = [];
      const clock = createFakeClock(Date.now());
      const published: string[] = [];
      const fanOut = {
        publish: (_: string, { events }: { events: unknown[] }) =>
          void published.push(JSON.stringify(events)),
        hears: () => true,
        endSubscriptions: () => undefined,
        renewSubscriptions: () => undefined,
      };
      let gaps = 0;
      const bus = createRedisBus(connection, createClock(), { warn: (said: unknown) => warned.push(said) });
      const publishing = createPublishing({
        store: createMemoryStore('log'),
        local: createPublisher(fanOut, () => 'app', clock),
        newId: () => `own-${++ids}`,
        now: Date.now,
        bus,
        onGap: () => gaps++,
      });
      for (const topic of [LIST, visitorTopic('ada')]) await bus.follow(topic, () => true);
      await expect.poll(() => gaps).toBe(1);
      bus.pollAll(how === 'read');
      const hostile = [...BAD_TEXTS, ...fc.sample(badPublications, { numRuns: 400, seed: 1 })];
      const adding = connection.client.pipeline();
      const channels = how === 'live' ? ['1', channelName(connection.client, EVERYBODY)] : ['0'];
      const add = (id: string, text: string) => adding.eval(SEND, 1, 'events', id, text, ...channels);
      for (const [i, text] of hostile.entries()) {
        add(`bad-${i}`, text);
        const good = { to: 'visitor', appUserId: 'ada', event: { type: 'good', i } };
        add(`good-${i}`, JSON.stringify(good));
      }
      await adding.exec();
      const isGood = (text: string) => text.startsWith('[{"type":"good"');
      await expect.poll(() => published.filter(isGood).length).toBe(hostile.length);
      // What waits for the list of conversations is sent, too.
      await clock.advance(5000);
      expect(published.filter(isGood)).toEqual(hostile.map((_, i) => JSON.stringify([{ type: 'good', i }])));
      expect([warned, gaps]).toEqual([[{ entries: 1 }], 2]);
      await publishing.close();
    },
  );

  it('removes events of which more than two minutes have passed', async () => {
    const { client } = await open();
    const [seconds] = (await client.time()) as unknown as [string];
    const ago = (ms: number) => `${Number(seconds) * 1000 - ms}-1`;
    const add = (ms: number, id: string) => client.xadd('events', ago(ms), 'id', id, 'publication', '{}');
    await add(125_000, 'old');
    await add(60_000, 'young');
    await start();
    const ids = async () => (await client.xrange('events', '-', '+')).map(([, [, id]]) => id);
    await expect.poll(ids).not.toContain('old');
    expect(await ids()).toContain('young');
  });

  it('hears nothing once it is closed', async () => {
    const [a, b] = [await start(), await start()];
    await b.close();
    await a.send([eventOf('late')]);
    await expect.poll(() => a.heard.length).toBe(1);
    expect(b.heard).toEqual([]);
  });
});
