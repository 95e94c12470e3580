import { describe, expect, it } from 'vitest';
import type { BusEvent } from '../../examples/support-desk/server/bus/bus';
import { createClock } from '../../examples/support-desk/server/clock';
import { createRedisBus } from '../../examples/support-desk/server/redis/redisBus';
import { REDIS } from '../support/redis';
import { withRedis } from '../support/redisSuite';

const NASTY = ['\u0000', '\ud800', '"}{', '🎉', '</script>', '\r\n*1\r\n$4\r\nPING', '', 'x'.repeat(200_000)];

describe.skipIf(!REDIS)('the bus on Redis', () => {
  const { server, open } = withRedis();

  const start = async () => {
    const bus = createRedisBus(await open(), createClock());
    const heard: BusEvent[] = [];
    let gaps = 0;
    bus.hear(
      (event) => heard.push(event),
      () => gaps++,
    );
    // It has begun to read once it says that it may have missed what was before.
    await expect.poll(() => gaps).toBe(1);
    return { ...bus, heard, gaps: () => gaps };
  };
  let ids = 0;
  const eventOf = (text: unknown): BusEvent => ({
    id: `id-${++ids}`,
    publication: { to: 'visitor', appUserId: String(text), event: { text, deep: [{ text }] } },
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
    await expect
      .poll(() =>
        a.send([eventOf('after')]).then(
          () => 'sent',
          () => 'lost',
        ),
      )
      .toBe('sent');
    await expect.poll(() => b.heard.at(-1)?.publication).toMatchObject({ appUserId: 'after' });
    expect(b.gaps()).toBe(1);
  });

  it('loses nothing that it has taken while Redis stands still', async () => {
    const [a, b] = [await start(), await start()];
    server().pause();
    const sent = await a.send([eventOf('unsure')]).then(
      () => 'sent',
      () => 'lost',
    );
    expect(sent).toBe('lost');
    server().resume();
    await expect
      .poll(() =>
        a.send([eventOf('later')]).then(
          () => 'sent',
          () => 'lost',
        ),
      )
      .toBe('sent');
    await expect.poll(() => b.heard.at(-1)?.publication).toMatchObject({ appUserId: 'later' });
    expect(b.gaps()).toBe(1);
  });

  it('says that events may be missing once Redis was emptied, and goes on', async () => {
    const [a, b] = [await start(), await start()];
    await a.send([eventOf('gone')]);
    await server().restartEmpty();
    await expect.poll(() => b.gaps()).toBe(2);
    await expect
      .poll(() =>
        a.send([eventOf('new')]).then(
          () => 'sent',
          () => 'lost',
        ),
      )
      .toBe('sent');
    await expect.poll(() => b.heard.at(-1)?.publication).toMatchObject({ appUserId: 'new' });
  });

  it('passes over what others have written into its stream', async () => {
    const a = await start();
    const { client } = await open();
    await client.xadd('porch:events', '*', 'id', 'x', 'publication', '{"to":');
    await client.xadd('porch:events', '*', 'id', 'x');
    await client.xadd('porch:events', '*', 'a', 'b', 'c', 'd', 'e', 'f');
    await a.send([eventOf('fine')]);
    await expect.poll(() => a.heard.length).toBe(1);
    expect(a.heard[0]?.publication).toMatchObject({ appUserId: 'fine' });
  });

  it('removes events of which more than two minutes have passed', async () => {
    const { client } = await open();
    const [seconds] = (await client.time()) as unknown as [string];
    const ago = (ms: number) => `${Number(seconds) * 1000 - ms}-1`;
    const add = (ms: number, id: string) =>
      client.xadd('porch:events', ago(ms), 'id', id, 'publication', '{}');
    await add(125_000, 'old');
    await add(60_000, 'young');
    await start();
    const ids = async () => (await client.xrange('porch:events', '-', '+')).map(([, [, id]]) => id);
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
