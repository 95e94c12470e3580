import { describe, expect, it } from 'vitest';
import { createFakeClock, flush } from '../../support/fakeClock';
import { createMemoryDesk, type MemoryDesk, type MemoryDeskOptions } from '../../support/memoryDesk';

type Reply = {
  channel: string;
  clientId?: string;
  successful?: boolean;
  error?: string;
  advice?: { reconnect: string; timeout: number };
  data?: { events: { type: string; message?: { text: string } }[] };
};
type UserAnswer = { appUser: { _id: string }; sessionToken: string; conversations: [{ _id: string }] };
type MessagesAnswer = { messages: { text: string; _id: string }[] };

const basic = (id: string, token: string) => `Basic ${btoa(`${id}:${token}`)}`;

const createVisitor = async (desk: MemoryDesk) => {
  const base = `${desk.origin}/sc/sdk/v2/apps/${desk.appId}`;
  const call = async (method: string, path: string, body?: unknown, authorization?: string) => {
    const response = await desk.fetch(
      new Request(base + path, {
        method,
        headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const { body } = await call('POST', '/appusers', { intent: 'conversation:start' });
  const { appUser, sessionToken, conversations } = body as UserAnswer;
  const own = basic(appUser._id, sessionToken);
  const conversationId = conversations[0]._id;
  return {
    id: appUser._id,
    conversationId,
    ext: { appId: desk.appId, appUserId: appUser._id, sessionToken },
    channel: `/sdk/apps/${desk.appId}/appusers/${appUser._id}`,
    send: (text: string) =>
      call('POST', `/conversations/${conversationId}/messages`, { message: { text } }, own),
    messages: async () => {
      const answer = await call('GET', `/conversations/${conversationId}/messages`, undefined, own);
      return { status: answer.status, texts: (answer.body as MessagesAnswer).messages?.map((m) => m.text) };
    },
  };
};

const handshake = {
  channel: '/meta/handshake',
  version: '1.0',
  supportedConnectionTypes: ['websocket', 'long-polling'],
};

/** Shakes hands, subscribes and connects over a socket; collects what comes. */
const subscribe = async (desk: MemoryDesk, visitor: Awaited<ReturnType<typeof createVisitor>>) => {
  const socket = desk.openSocket();
  const replies: Reply[] = [];
  let closed = false;
  socket.onmessage = ({ data }) => replies.push(...(JSON.parse(data) as Reply[]));
  socket.onclose = () => {
    closed = true;
  };
  await flush();
  socket.send(JSON.stringify([handshake]));
  await flush();
  const clientId = replies[0]?.clientId;
  const connect = { channel: '/meta/connect', clientId, connectionType: 'websocket' };
  socket.send(
    JSON.stringify([
      { channel: '/meta/subscribe', clientId, subscription: visitor.channel, ext: visitor.ext },
    ]),
  );
  socket.send(JSON.stringify([connect]));
  await flush();
  return {
    replies,
    connect: () => socket.send(JSON.stringify([connect])),
    texts: () => replies.flatMap((r) => r.data?.events ?? []).flatMap((e) => e.message?.text ?? []),
    isClosed: () => closed,
  };
};

const standing = (options: MemoryDeskOptions = {}) => {
  const clock = createFakeClock();
  return { clock, desk: createMemoryDesk({ now: clock.now, after: clock.after, ...options }) };
};

describe('a desk in memory', () => {
  it('carries a message each way and into the live channel, two hundred desks in a row', async () => {
    let making = 0;
    for (let i = 0; i < 200; i++) {
      const started = performance.now();
      const { desk, clock } = standing();
      making += performance.now() - started;
      const visitor = await createVisitor(desk);
      const live = await subscribe(desk, visitor);
      await visitor.send(`hello ${i}`);
      await desk.agent.send(visitor.conversationId, { text: `welcome ${i}` });
      await flush();
      expect(live.texts()).toEqual([`hello ${i}`, `welcome ${i}`]);
      expect((await visitor.messages()).texts).toEqual([`hello ${i}`, `welcome ${i}`]);
      desk.close();
      await flush();
      expect(clock.pending()).toBe(0);
    }
    expect(making / 200).toBeLessThan(3);
  });

  it('holds a long poll until there is news, by its own clock', async () => {
    const { desk, clock } = standing();
    const visitor = await createVisitor(desk);
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
    const clientId = (await post([handshake]))[0]?.clientId;
    await post([{ channel: '/meta/subscribe', clientId, subscription: visitor.channel, ext: visitor.ext }]);
    const connect = [{ channel: '/meta/connect', clientId, connectionType: 'long-polling' }];
    const news = post(connect);
    await visitor.send('hello');
    expect((await news)[1]?.data?.events[0]?.message?.text).toBe('hello');
    const quiet = post(connect);
    await clock.advance(25_000);
    expect(await quiet).toMatchObject([
      { successful: true, advice: { reconnect: 'retry', timeout: 25_000 } },
    ]);
    desk.close();
  });

  it('forgets a live client that went silent, by its own clock', async () => {
    const { desk, clock } = standing();
    const live = await subscribe(desk, await createVisitor(desk));
    await clock.advance(51_000);
    live.connect();
    await flush();
    expect(live.replies.at(-1)).toMatchObject({ successful: true, channel: '/meta/connect' });
    await clock.advance(51_000);
    expect(live.isClosed()).toBe(true);
    desk.close();
  });

  it('keeps its rows and drops its connections when it restarts', async () => {
    const { desk } = standing();
    const visitor = await createVisitor(desk);
    const live = await subscribe(desk, visitor);
    await visitor.send('before');
    const { store } = desk;
    desk.restart();
    await flush();
    expect(live.isClosed()).toBe(true);
    expect(desk.store).toBe(store);
    await visitor.send('after');
    expect((await visitor.messages()).texts).toEqual(['before', 'after']);
    expect((await subscribe(desk, visitor)).replies[1]).toMatchObject({ successful: true });
    desk.close();
  });

  it('knows nobody after its log was reset', async () => {
    const { desk } = standing();
    const visitor = await createVisitor(desk);
    desk.resetLog();
    expect((await visitor.messages()).status).toBe(401);
    expect((await subscribe(desk, visitor)).replies[1]).toMatchObject({ error: '401::invalid_auth' });
    desk.close();
  });

  it('gives the same answers to the same calls', async () => {
    const run = async () => {
      const { desk } = standing();
      const visitor = await createVisitor(desk);
      const sent = await visitor.send('hello');
      desk.close();
      return [visitor.ext, sent];
    };
    expect(await run()).toEqual(await run());
  });
});
