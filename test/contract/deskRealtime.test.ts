import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { AGENT_CHANNEL } from '../../examples/support-desk/shared/channels';
import { startDesk } from '../support/desk';
import {
  agent,
  createVisitor,
  fayeClient,
  listen,
  listenAsAgent,
  listenAsVisitor,
  sendText,
  visitorChannel,
} from '../support/deskClient';
import { visitorForEachTest } from '../support/eachVisitor';
import { forThisFile } from '../support/forThis';
import { askTicket } from '../support/tickets';

/** A masked text frame as a browser sends it. The mask is zero, so the text stays readable. */
const textFrame = (text: string): Buffer => {
  const header = Buffer.alloc(14);
  header[0] = 0x81;
  header[1] = 0x80 | 127;
  header.writeBigUInt64BE(BigInt(text.length), 2);
  return Buffer.concat([header, Buffer.from(text)]);
};

describe('live events', async () => {
  let time = 1_800_000_000_000;
  const desk = await forThisFile(startDesk({ now: () => time }));
  const stranger = await createVisitor(desk);
  const visitor = visitorForEachTest(desk);

  const credentials = (fields: Record<string, unknown> = {}) => ({
    appId: desk.appId,
    appUserId: visitor.id,
    sessionToken: visitor.sessionToken,
    ...fields,
  });
  /** Sends Bayeux messages over a long poll, including ones that Faye's client never sends. */
  const send = async (
    messages: unknown,
  ): Promise<{ clientId: string; successful: boolean; error?: string }[]> => {
    const response = await fetch(`${desk.origin}/faye`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(messages),
    });
    return (await response.json()) as { clientId: string; successful: boolean; error?: string }[];
  };
  const handshake = async (): Promise<string> => {
    const supportedConnectionTypes = ['long-polling', 'eventsource'];
    const [answer] = await send([{ channel: '/meta/handshake', version: '1.0', supportedConnectionTypes }]);
    return answer?.clientId ?? '';
  };
  const refusal = async (channel: string, ext: unknown): Promise<string> => {
    const client = fayeClient(desk, ext);
    try {
      await client.subscribe(channel, () => undefined);
      return 'allowed';
    } catch (error) {
      const { code, message } = error as { code: number; message: string };
      return `${code} ${message}`;
    } finally {
      client.disconnect();
    }
  };
  const activity = (type: string) =>
    visitor.call('POST', `/conversations/${visitor.conversationId}/activity`, { activity: { type } });
  const agentActivity = (type: string) =>
    agent(desk)('POST', `/conversations/${visitor.conversationId}/activity`, { type });

  describe('subscribing', () => {
    it("opens the visitor's own channel with a session token or a websocket token", async () => {
      const { body } = await visitor.call('POST', `/appusers/${visitor.id}/websocket/token`, {});
      const own = visitorChannel(desk, visitor.id);
      expect(await refusal(own, credentials())).toBe('allowed');
      const ext = { appId: desk.appId, appUserId: visitor.id, websocketToken: body.token };
      expect(await refusal(own, ext)).toBe('allowed');
    });

    it('lets a websocket token expire after an hour', async () => {
      const { body } = await visitor.call('POST', `/appusers/${visitor.id}/websocket/token`, {});
      time += 3_600_000;
      const ext = { appId: desk.appId, appUserId: visitor.id, websocketToken: body.token };
      expect(await refusal(visitorChannel(desk, visitor.id), ext)).toBe('401 invalid_auth');
    });

    it.each([
      ['nothing', () => undefined],
      ['a wrong token', () => credentials({ sessionToken: 'wrong' })],
      ['an unknown user', () => credentials({ appUserId: 'nobody' })],
      ['a token that is no text', () => credentials({ sessionToken: { length: 9 } })],
      ['an API key as a ticket', () => ({ ticket: desk.agentToken })],
    ])('refuses %s with 401', async (_name, ext) => {
      expect(await refusal(visitorChannel(desk, visitor.id), ext())).toBe('401 invalid_auth');
    });

    it.each([
      ["another visitor's channel", () => visitorChannel(desk, stranger.id)],
      ['another app', () => `/sdk/apps/other/appusers/${visitor.id}`],
      ['a wildcard', () => `/sdk/apps/${desk.appId}/appusers/*`],
      ['a deep wildcard', () => '/**'],
      ['any other channel', () => '/sdk/anything'],
    ])('refuses %s with 403', async (_name, channel) => {
      expect(await refusal(channel(), credentials())).toBe('403 Forbidden channel');
    });

    it('refuses a list of channels when one of them is not allowed', async () => {
      const own = visitorChannel(desk, visitor.id);
      const clientId = await handshake();
      const subscribe = async (subscription: unknown) =>
        (await send([{ channel: '/meta/subscribe', clientId, subscription, ext: credentials() }]))[0];
      expect(await subscribe([own, visitorChannel(desk, stranger.id)])).toMatchObject({ successful: false });
      expect((await subscribe(undefined))?.error).toMatch(/^402/);
      expect(await subscribe([own])).toMatchObject({ successful: true });
    });

    it('opens the agents’ channel to tickets alone, once each', async () => {
      const ticket = await askTicket(desk);
      expect(await refusal(AGENT_CHANNEL, { ticket })).toBe('allowed');
      expect(await refusal(AGENT_CHANNEL, { ticket })).toBe('401 invalid_auth');
      expect(await refusal(AGENT_CHANNEL, { ticket: 'wrong' })).toBe('401 invalid_auth');
      expect(await refusal(AGENT_CHANNEL, { agentToken: desk.agentToken })).toBe('401 invalid_auth');
      expect(await refusal(AGENT_CHANNEL, credentials())).toBe('401 invalid_auth');
    });

    it('lets no client publish', async () => {
      const own = await listenAsVisitor(desk, visitor);
      const client = fayeClient(desk, credentials());
      const published = client.publish(visitorChannel(desk, visitor.id), { events: [{ type: 'forged' }] });
      await expect(published).rejects.toMatchObject({ code: 403 });
      await sendText(visitor, 'real');
      expect((await own.until(1)).map((e) => e.type)).toEqual(['message']);
      client.disconnect();
      own.stop();
    });

    it('refuses another version of the protocol with 300 (live-10)', async () => {
      const answer = await send([
        { channel: '/meta/handshake', version: '2.0', supportedConnectionTypes: ['websocket'] },
      ]);
      expect(answer).toMatchObject([{ successful: false, error: '300:1.0,2.0:Version mismatch' }]);
    });
  });

  describe('events received', () => {
    it('brings a message to every tab of the visitor and to the agents, each once', async () => {
      const [one, two, desks] = await Promise.all([
        listenAsVisitor(desk, visitor),
        listenAsVisitor(desk, visitor),
        listenAsAgent(desk),
      ]);
      await sendText(visitor, 'hello', 'ref-1');
      await sendText(visitor, 'hello', 'ref-1');
      await agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, { text: 'hi' });
      for (const tab of [one, two]) {
        const events = await tab.until(2);
        expect(events).toMatchObject([
          {
            type: 'message',
            conversation: { _id: visitor.conversationId },
            message: { text: 'hello', referenceId: 'ref-1', role: 'appUser', source: { id: 'client-1' } },
          },
          { type: 'message', message: { text: 'hi', role: 'appMaker', name: 'Support' } },
        ]);
        expect(events[1]?.conversation.participants[0]?.unreadCount).toBe(1);
      }
      expect((await desks.until(3)).map((e) => [e.type, e.conversation.lastMessage?.text])).toEqual([
        ['conversation:added', 'hello'],
        ['message', 'hello'],
        ['message', 'hi'],
      ]);
      for (const listener of [one, two, desks]) listener.stop();
    });

    it('brings events of one conversation in the order of their times, however many write at once', async () => {
      const [tab, desks] = await Promise.all([listenAsVisitor(desk, visitor), listenAsAgent(desk)]);
      const path = `/conversations/${visitor.conversationId}/messages`;
      await Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          i % 2 ? sendText(visitor, `v${i}`) : agent(desk)('POST', path, { text: `a${i}` }),
        ),
      );
      for (const events of [await tab.until(30), (await desks.until(31)).slice(1)]) {
        const times = events.map((e) => e.message.received);
        expect(times).toEqual([...times].sort((a, b) => a - b));
        expect(new Set(times).size).toBe(30);
      }
      tab.stop();
      desks.stop();
    });

    it('shows typing agents to the visitor and a typing visitor to the agents, and not to the typist', async () => {
      const [tab, desks] = await Promise.all([listenAsVisitor(desk, visitor), listenAsAgent(desk)]);
      await activity('typing:start');
      await agentActivity('typing:start');
      await agentActivity('typing:stop');
      expect(await tab.until(2)).toMatchObject([
        {
          type: 'activity',
          conversation: { _id: visitor.conversationId },
          activity: { type: 'typing:start', role: 'appMaker', data: { name: 'Support' } },
        },
        { activity: { type: 'typing:stop' } },
      ]);
      expect(await desks.until(1)).toMatchObject([
        { type: 'activity', activity: { type: 'typing:start', role: 'appUser', appUserId: visitor.id } },
      ]);
      expect([tab.events.length, desks.events.length]).toEqual([2, 1]);
      tab.stop();
      desks.stop();
    });

    it('sends each side the read position of the other', async () => {
      const { body } = await sendText(visitor, 'hello');
      const lastRead = body.messages[0]?.received;
      const [tab, desks] = await Promise.all([listenAsVisitor(desk, visitor), listenAsAgent(desk)]);
      await agentActivity('conversation:read');
      await activity('conversation:read');
      expect(await tab.until(2)).toMatchObject([
        {
          conversation: { appMakerLastRead: lastRead },
          activity: { type: 'conversation:read', role: 'appMaker', data: { lastRead } },
        },
        { activity: { type: 'conversation:read', role: 'appUser', data: { lastRead } } },
      ]);
      expect(await desks.until(2)).toMatchObject([
        { conversation: { unreadCount: 0 }, activity: { role: 'appMaker', lastRead } },
        { conversation: { visitorLastRead: lastRead }, activity: { role: 'appUser', lastRead } },
      ]);
      tab.stop();
      desks.stop();
    });

    it("tells the visitor's other tabs of a new conversation", async () => {
      const tab = await listenAsVisitor(desk, visitor);
      const { body } = await visitor.call('POST', `/appusers/${visitor.id}/conversations`, {});
      expect(await tab.until(1)).toMatchObject([
        { type: 'conversation:added', conversation: { _id: body.conversation._id } },
      ]);
      tab.stop();
    });

    it('lets other visitors hear nothing of it', async () => {
      const [mine, theirs] = await Promise.all([
        listenAsVisitor(desk, visitor),
        listenAsVisitor(desk, stranger),
      ]);
      await sendText(visitor, 'mine');
      await mine.until(1);
      await sendText(stranger, 'theirs');
      expect((await theirs.until(1)).map((e) => e.message.text)).toEqual(['theirs']);
      mine.stop();
      theirs.stop();
    });

    it.each(['websocket', 'long-polling'] as const)('works over %s (live-10)', async (transport) => {
      const tab = await listen(desk, visitorChannel(desk, visitor.id), credentials(), transport);
      await sendText(visitor, 'one');
      await tab.until(1);
      await sendText(visitor, 'two');
      expect((await tab.until(2)).map((e) => e.message.text)).toEqual(['one', 'two']);
      tab.stop();
    });
  });

  it('works over an event stream (live-10)', async () => {
    const clientId = await handshake();
    await send([
      {
        channel: '/meta/subscribe',
        clientId,
        subscription: visitorChannel(desk, visitor.id),
        ext: credentials(),
      },
    ]);
    const stop = new AbortController();
    const stream = await fetch(`${desk.origin}/faye/${clientId}?u=1`, {
      headers: { accept: 'text/event-stream' },
      signal: stop.signal,
    });
    await send([{ channel: '/meta/connect', clientId, connectionType: 'eventsource' }]);
    await sendText(visitor, 'streamed');
    let text = '';
    for await (const chunk of stream.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes('streamed')) break;
    }
    expect(text).toContain('data: [{');
    stop.abort();
  });

  describe('limits', () => {
    it('answers 413 to a POST over 64 KiB and 400 to one that is no Bayeux', async () => {
      const post = async (body: string) =>
        (
          await fetch(`${desk.origin}/faye`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          })
        ).status;
      expect(await post(`[${' '.repeat(70_000)}]`)).toBe(413);
      for (const odd of [
        '{',
        '5',
        'null',
        '["x"]',
        '[{"channel":5}]',
        '{}',
        `[${'{"channel":"/x"},'.repeat(40)}{}]`,
      ]) {
        expect([odd, await post(odd)]).toEqual([odd, 400]);
      }
    });

    it.each([
      { channel: '/meta/unsubscribe', subscription: 5 },
      { channel: '/meta/subscribe', subscription: { split: 1 } },
      { channel: '/meta/subscribe', subscription: ['/a', null] },
      { channel: '/meta/handshake', version: '1.0', supportedConnectionTypes: { filter: 1 } },
      { channel: '/meta/connect', connectionType: 'eventsource', advice: 5 },
      { channel: '/meta/connect', connectionType: 'eventsource', advice: { timeout: 'x' } },
      { channel: '/meta/connect', clientId: { toString: 1 } },
    ])('goes on after the hostile message %j', async (message) => {
      const clientId = await handshake();
      const post = await fetch(`${desk.origin}/faye`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([{ clientId, ...message }]),
      });
      expect(post.status).toBe(400);
      expect(await handshake()).not.toBe('');
    });

    it('keeps working after connections that break off at any point', async () => {
      const head = 'Host: desk\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n';
      for (const path of ['/faye', '/nowhere']) {
        const stream = connect(Number(new URL(desk.origin).port), '127.0.0.1');
        await once(stream, 'connect');
        stream.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`);
        stream.resetAndDestroy();
        await once(stream, 'close');
      }
      expect(await handshake()).not.toBe('');
    });

    it.each([
      ['too long', 'x'.repeat(70_000), 1009],
      ['no Bayeux', 'no json', 4400],
    ])('closes a websocket whose frame is %s', async (_name, text, code) => {
      const stream = connect(Number(new URL(desk.origin).port), '127.0.0.1');
      stream.write(
        'GET /faye HTTP/1.1\r\nHost: desk\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      );
      const [opened] = (await once(stream, 'data')) as [Buffer];
      expect(opened.toString()).toMatch(/^HTTP\/1.1 101 /);
      stream.write(textFrame(text));
      const [close] = (await once(stream, 'data')) as [Buffer];
      expect([close[0], close.readUInt16BE(2)]).toEqual([0x88, code]);
      stream.destroy();
    });

    it('answers JSON-P with 405', async () => {
      expect((await fetch(`${desk.origin}/faye?message=[]&jsonp=x`)).status).toBe(405);
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
      'refuses %s, which pages of other origins can send without asking first',
      async (type) => {
        const { status, headers } = await fetch(`${desk.origin}/faye`, {
          method: 'POST',
          headers: { origin: 'https://publisher.example', 'content-type': type },
          body: type.endsWith('urlencoded') ? 'message=[]' : '[]',
        });
        expect([status, headers.get('access-control-allow-credentials')]).toEqual([415, null]);
      },
    );

    it('lets pages of any origin in, preflight and event stream included', async () => {
      const origin = 'https://publisher.example';
      const preflight = await fetch(`${desk.origin}/faye`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,pragma',
        },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
      expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(/content-type.*pragma/);
      const abort = new AbortController();
      const stream = await fetch(`${desk.origin}/faye/some-client?u=1`, {
        headers: { origin, accept: 'text/event-stream' },
        signal: abort.signal,
      });
      expect(stream.headers.get('access-control-allow-origin')).toBe('*');
      abort.abort();
    });
  });
});
