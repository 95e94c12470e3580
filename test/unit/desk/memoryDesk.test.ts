import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeClock, flush } from '../../support/fakeClock';
import { createMemoryDesk, type MemoryDeskOptions } from '../../support/memoryDesk';
import { createMemoryVisitor, HANDSHAKE, type Reply, subscribeInMemory } from '../../support/memoryVisitor';

const standing = (options: MemoryDeskOptions = {}) => {
  const clock = createFakeClock();
  const desk = createMemoryDesk({ now: clock.now, after: clock.after, ...options });
  onTestFinished(() => desk.close());
  return { clock, desk };
};

const withVisitor = async () => {
  const { desk, clock } = standing();
  return { desk, clock, visitor: await createMemoryVisitor(desk) };
};

describe('a desk in memory', () => {
  it('carries a message each way and into the live channel, two hundred desks in a row', {
    timeout: 60_000,
  }, async () => {
    for (let i = 0; i < 200; i++) {
      const { desk, clock, visitor } = await withVisitor();
      const live = await subscribeInMemory(desk, visitor.id, visitor.ext);
      await visitor.send(`hello ${i}`);
      await desk.agent.send(visitor.conversationId, { text: `welcome ${i}` });
      await flush();
      expect(live.texts()).toEqual([`hello ${i}`, `welcome ${i}`]);
      expect((await visitor.messages()).texts).toEqual([`hello ${i}`, `welcome ${i}`]);
      desk.close();
      await flush();
      expect(clock.pending()).toBe(0);
    }
  });

  it('holds a long poll until there is an event, by its own clock', async () => {
    const { desk, clock, visitor } = await withVisitor();
    const post = async (messages: unknown): Promise<Reply[]> => {
      const response = await desk.fetch(
        new Request(`${desk.origin}/faye`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(messages),
        }),
      );
      return (await response.json()) as Reply[];
    };
    const clientId = (await post([HANDSHAKE]))[0]?.clientId;
    const subscription = `/sdk/apps/${desk.appId}/appusers/${visitor.id}`;
    await post([{ channel: '/meta/subscribe', clientId, subscription, ext: visitor.ext }]);
    const connect = [{ channel: '/meta/connect', clientId, connectionType: 'long-polling' }];
    const news = post(connect);
    await visitor.send('hello');
    expect((await news)[1]?.data?.events[0]?.message?.text).toBe('hello');
    const quiet = post(connect);
    await clock.advance(5000);
    expect(await quiet).toMatchObject([{ successful: true, advice: { reconnect: 'retry', timeout: 8000 } }]);
  });

  it('lets a client notice a lost connection within 10 s, and takes a network that is 4 s late for none', async () => {
    const { desk, clock, visitor } = await withVisitor();
    const live = await subscribeInMemory(desk, visitor.id, visitor.ext);
    await clock.advance(5000);
    const answer = live.replies.at(-1);
    expect(answer).toMatchObject({ channel: '/meta/connect', successful: true });
    // Faye's client waits 1.2 times the advised time for an answer.
    const patience = (answer?.advice?.timeout ?? 0) * 1.2;
    expect(patience).toBeLessThanOrEqual(10_000);
    expect(patience).toBeGreaterThan(5000 + 4000);
  });

  it('forgets a live client that went silent, by its own clock', async () => {
    const { desk, clock, visitor } = await withVisitor();
    const live = await subscribeInMemory(desk, visitor.id, visitor.ext);
    await clock.advance(49_000);
    expect(live.isClosed()).toBe(false);
    await clock.advance(1000);
    await visitor.send('nobody hears this');
    expect([live.isClosed(), live.texts()]).toEqual([true, []]);
  });

  it('keeps its rows and drops its connections when it restarts', async () => {
    const { desk, visitor } = await withVisitor();
    const live = await subscribeInMemory(desk, visitor.id, visitor.ext);
    await visitor.send('before');
    const { store } = desk;
    desk.restart();
    await flush();
    expect(live.isClosed()).toBe(true);
    expect(desk.store).toBe(store);
    await visitor.send('after');
    expect((await visitor.messages()).texts).toEqual(['before', 'after']);
    expect((await subscribeInMemory(desk, visitor.id, visitor.ext)).subscribed?.successful).toBe(true);
  });

  it('knows no visitor after its log was reset', async () => {
    const { desk, visitor } = await withVisitor();
    desk.resetLog();
    expect((await visitor.messages()).status).toBe(401);
    const live = await subscribeInMemory(desk, visitor.id, visitor.ext);
    expect(live.subscribed?.error).toBe('401::invalid_auth');
  });

  it('can lose its messages and keep its people, under another log id', async () => {
    const { desk, visitor } = await withVisitor();
    const path = `/conversations/${visitor.conversationId}/messages`;
    const logId = async () => ((await visitor.call('GET', path)).body as { logId: string }).logId;
    await visitor.send('lost');
    const before = await logId();
    desk.resetLog('people');
    expect((await visitor.messages()).texts).toEqual([]);
    expect(await logId()).not.toBe(before);
    await visitor.send('kept');
    expect((await visitor.messages()).texts).toEqual(['kept']);
  });

  it('stores a file and returns it', async () => {
    const { desk, visitor } = await withVisitor();
    const form = new FormData();
    form.append('source', new Blob(['picture']), 'a.png');
    const path = `/sc/sdk/v2/apps/${desk.appId}/conversations/${visitor.conversationId}/files`;
    const { appUserId, sessionToken } = visitor.ext;
    const headers = { authorization: `Basic ${btoa(`${appUserId}:${sessionToken}`)}` };
    const sent = await desk.fetch(new Request(desk.origin + path, { method: 'POST', headers, body: form }));
    expect(sent.status).toBe(201);
    const list = await visitor.call('GET', `/conversations/${visitor.conversationId}/messages`);
    const [message] = (list.body as { messages: [{ mediaUrl: string }] }).messages;
    const file = await desk.fetch(new Request(message.mediaUrl));
    expect([file.headers.get('content-type'), await file.text()]).toEqual(['image/png', 'picture']);
  });

  it('gives the same answers to the same calls', async () => {
    const run = async () => {
      const { desk, visitor } = await withVisitor();
      const sent = await visitor.send('hello');
      desk.close();
      return [visitor.ext, sent];
    };
    expect(await run()).toEqual(await run());
  });
});
