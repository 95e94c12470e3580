import { once } from 'node:events';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Desk, startDesk } from '../support/desk';
import { basic, createVisitor } from '../support/deskClient';

const require = createRequire(import.meta.url);
type Closed = { code: number; reason: string };
type Socket = {
  on(event: 'open', run: () => void): void;
  on(event: 'message', run: (event: { data: string }) => void): void;
  on(event: 'close', run: (event: Closed) => void): void;
  send(text: string): void;
};
const { Client } = createRequire(require.resolve('faye'))('faye-websocket') as {
  Client: new (url: string) => Socket;
};

const ANNOUNCED = {
  channel: '/meta/connect',
  successful: true,
  advice: { reconnect: 'handshake', interval: 1500, restart: true },
};

const post = async (desk: Desk, message: object) => {
  const answer = await fetch(`${desk.origin}/faye`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([message]),
  });
  return (await answer.json()) as { clientId: string }[];
};
const handshake = async (desk: Desk): Promise<string> => {
  const supportedConnectionTypes = ['long-polling', 'websocket', 'eventsource'];
  const [answer] = await post(desk, { channel: '/meta/handshake', version: '1.0', supportedConnectionTypes });
  return answer?.clientId ?? '';
};
/** Waits until the desk has processed everything sent before. */
const taken = async (desk: Desk) => {
  for (let i = 0; i < 3; i++) await handshake(desk);
};

describe('a desk that goes down', () => {
  it('is announced in a long poll', async () => {
    const desk = await startDesk();
    const clientId = await handshake(desk);
    const poll = post(desk, { channel: '/meta/connect', clientId, connectionType: 'long-polling', id: '7' });
    await taken(desk);
    await desk.close();
    expect(await poll).toEqual([{ ...ANNOUNCED, clientId, id: '7' }]);
  });

  it('is announced on an event stream', async () => {
    const desk = await startDesk();
    const clientId = await handshake(desk);
    const stream = await fetch(`${desk.origin}/faye/${clientId}`, {
      headers: { accept: 'text/event-stream' },
    });
    const [text] = await Promise.all([stream.text(), desk.close()]);
    expect(text).toContain(`data: ${JSON.stringify([ANNOUNCED])}`);
  });

  it('is announced on a websocket, pending or idle, which closes with a reason', async () => {
    const desk = await startDesk();
    const socket = new Client(`${desk.origin.replace('http', 'ws')}/faye`);
    const heard: unknown[] = [];
    socket.on('message', ({ data }) => heard.push(...(JSON.parse(data) as unknown[])));
    await new Promise<void>((resolve) => socket.on('open', resolve));
    const closed = new Promise<Closed>((resolve) => socket.on('close', resolve));
    await desk.close();
    const { code, reason } = await closed;
    expect([code, reason, heard]).toEqual([4012, 'Service restart', [ANNOUNCED]]);
  });

  it('answers what it has begun to take', async () => {
    const desk = await startDesk({ farewellMs: 20_000 });
    const visitor = await createVisitor(desk);
    const body = JSON.stringify({
      author: { role: 'appUser', appUserId: visitor.id },
      message: { type: 'text', text: 'Hello', referenceId: 'r' },
    });
    const call = request(
      `${desk.origin}/sc/sdk/v2/apps/${desk.appId}/conversations/${visitor.conversationId}/messages`,
      {
        method: 'POST',
        headers: {
          authorization: basic(visitor.id, visitor.sessionToken),
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
    );
    call.write(body.slice(0, 10));
    await taken(desk);
    const ended = desk.close();
    call.end(body.slice(10));
    const [answer] = (await once(call, 'response')) as [{ statusCode: number; resume(): void }];
    answer.resume();
    await ended;
    expect(answer.statusCode).toBe(201);
  });

  it('waits for no client that has stopped', async () => {
    const desk = await startDesk();
    const stuck = connect(Number(new URL(desk.origin).port), '127.0.0.1');
    stuck.write('POST /faye HTTP/1.1\r\nHost: desk\r\nContent-Length: 100\r\n\r\n[');
    await once(stuck, 'connect');
    await taken(desk);
    const closed = once(stuck, 'close');
    stuck.on('error', () => {});
    await desk.close();
    await closed;
  });
});
