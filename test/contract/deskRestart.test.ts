import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Desk, startDesk } from '../support/desk';
import { basic, createVisitor, sendText } from '../support/deskClient';
import { openLiveSocket } from '../support/liveSocket';

type Closed = { code: number; reason: string };

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
    const socket = openLiveSocket(desk.origin);
    const heard: unknown[] = [];
    socket.on('message', ({ data }) => heard.push(...(JSON.parse(data) as unknown[])));
    await new Promise<void>((resolve) => socket.on('open', resolve));
    const closed = new Promise<Closed>((resolve) => socket.on('close', resolve));
    await desk.close();
    const { code, reason } = await closed;
    expect([code, reason, heard]).toEqual([4012, 'Service restart', [ANNOUNCED]]);
  });

  it('answers what it has begun to take', async () => {
    const desk = await startDesk({ ending: { bodyMs: 20_000, answerMs: 20_000 } });
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

  it('answers a file that is on its way, and serves others meanwhile', async () => {
    const desk = await startDesk({ ending: { uploadMs: 60_000 } });
    const visitor = await createVisitor(desk);
    const parts = [
      '--b\r\nContent-Disposition: form-data; name="author"\r\n\r\n',
      JSON.stringify({ role: 'appUser', appUserId: visitor.id }),
      '\r\n--b\r\nContent-Disposition: form-data; name="message"\r\n\r\n{"role":"appUser"}\r\n',
      '--b\r\nContent-Disposition: form-data; name="source"; filename="a.txt"\r\n\r\n',
      'content\r\n--b--\r\n',
    ];
    const path = `/conversations/${visitor.conversationId}/files`;
    const call = request(`${desk.origin}/sc/sdk/v2/apps/${desk.appId}${path}`, {
      method: 'POST',
      headers: {
        authorization: basic(visitor.id, visitor.sessionToken),
        'content-type': 'multipart/form-data; boundary=b',
      },
    });
    call.write(parts.slice(0, 4).join(''));
    await taken(desk);
    const ended = desk.close();
    expect((await sendText(visitor, 'Meanwhile')).status).toBe(201);
    call.end(parts[4]);
    const [answer] = (await once(call, 'response')) as [{ statusCode: number; resume(): void }];
    answer.resume();
    await ended;
    expect(answer.statusCode).toBe(201);
  });

  it('waits for no file for longer than it is told to, and not at all once it is hurried', async () => {
    for (const end of [(desk: Desk) => desk.hurry(), () => undefined]) {
      const desk = await startDesk({ ending: { uploadMs: end.length ? 3_600_000 : 20 } });
      const visitor = await createVisitor(desk);
      const stuck = connect(Number(new URL(desk.origin).port), '127.0.0.1').on('error', () => {});
      const path = `/sc/sdk/v2/apps/${desk.appId}/conversations/${visitor.conversationId}/files`;
      stuck.write(`POST ${path} HTTP/1.1\r\nHost: desk\r\nContent-Length: 100\r\n\r\n[`);
      await once(stuck, 'connect');
      await taken(desk);
      const closed = desk.close();
      await taken(desk).catch(() => undefined);
      end(desk);
      await closed;
    }
  });

  it('tells websockets one after another, takes them back meanwhile, and the rest once it is hurried', async () => {
    const desk = await startDesk({ ending: { spreadMs: 3_600_000 } });
    const open = async () => {
      const socket = openLiveSocket(desk.origin);
      await new Promise<void>((resolve) => socket.on('open', resolve));
      return { socket, closed: new Promise<Closed>((resolve) => socket.on('close', resolve)) };
    };
    const sockets = [await open(), await open(), await open()];
    const order: number[] = [];
    sockets.forEach(({ closed }, at) => void closed.then(() => order.push(at)));
    const ended = desk.close();
    await sockets[0]?.closed;
    expect(order).toEqual([0]);
    const back = await open();
    desk.hurry();
    await ended;
    expect((await back.closed).code).toBe(4012);
    await Promise.all(sockets.map(({ closed }) => closed));
  });
});
