import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startDesk } from '../support/desk';
import { anonymous, createVisitor, visitorChannel } from '../support/deskClient';
import { createFakeClock, flush } from '../support/fakeClock';
import { forThisFile } from '../support/forThis';
import { type LiveSocket, openLiveSocket } from '../support/liveSocket';

const SHOP = 'https://shop.example';
const clock = createFakeClock();
const lines: string[] = [];
const desk = await forThisFile(
  startDesk({
    settings: {
      origins: [SHOP, 'https://*.shop.example'],
      limits: {
        sockets: 3,
        handshakes: { points: 4, seconds: 60 },
        subscriptions: { points: 2, seconds: 60 },
      },
    },
    connectionClock: clock,
    headersMs: 200,
    bodyMs: 200,
    onLog: (line) => lines.push(line),
  }),
);
const sdk = `/sc/sdk/v2/apps/${desk.appId}`;

const open = (headers: Record<string, string>) =>
  new Promise<LiveSocket | undefined>((resolve) => {
    const socket = openLiveSocket(desk.origin, headers);
    socket.once('open', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
const from = (address: string, more = {}) => open({ 'x-forwarded-for': address, ...more });
const must = async (opening: Promise<LiveSocket | undefined>): Promise<LiveSocket> => {
  const socket = await opening;
  if (!socket) throw new Error('it was not opened');
  return socket;
};
const closed = (socket: LiveSocket) => new Promise((resolve) => socket.once('close', resolve));

type Reply = { clientId?: string; successful?: boolean; error?: string; advice?: Record<string, unknown> };
const ask = (socket: LiveSocket, message: object) =>
  new Promise<Reply>((resolve) => {
    socket.once('message', ({ data }) => resolve(JSON.parse(data)[0]));
    socket.send(JSON.stringify([message]));
  });
const post = async (address: string, message: object): Promise<Reply> => {
  const answer = await fetch(`${desk.origin}/faye`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify([message]),
  });
  return ((await answer.json()) as [Reply])[0];
};
const HANDSHAKE = { channel: '/meta/handshake', version: '1.0', supportedConnectionTypes: ['websocket'] };

/** Sends raw text and waits for the end of the connection. */
const sendSlowly = (text: string) =>
  new Promise<string>((resolve) => {
    const { port } = new URL(desk.origin);
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(answer));
  });

describe('the live connections of one address', () => {
  it('are limited in number, those of another are not, and a closed one makes room', async () => {
    const [first] = await Promise.all([1, 2, 3].map(() => must(from('203.0.113.1'))));
    expect(await from('203.0.113.1')).toBeUndefined();
    const stream = await fetch(`${desk.origin}/faye/nobody`, {
      headers: { accept: 'text/event-stream', 'x-forwarded-for': '203.0.113.1' },
    });
    expect([stream.status, stream.headers.get('retry-after')]).toEqual([429, '30']);
    const other = await must(from('203.0.113.2'));
    other.close();
    first?.close();
    await expect.poll(async () => (await from('203.0.113.1')) !== undefined).toBe(true);
    // This machine's own are not counted.
    for (const socket of await Promise.all([1, 2, 3, 4, 5].map(() => must(open({}))))) socket.close();
  });

  it('are cut after 10 s without a handshake, also event streams, and others are not', async () => {
    const mute = await must(open({}));
    const used = await must(open({}));
    expect(await ask(used, HANDSHAKE)).toMatchObject({ successful: true });
    const stream = await fetch(`${desk.origin}/faye/nobody`, { headers: { accept: 'text/event-stream' } });
    const nameless = { headers: { accept: 'text/event-stream' } };
    expect((await fetch(`${desk.origin}/faye/`, nameless)).status).toBe(400);
    const ends = [closed(mute), stream.text().catch(() => 'cut')];
    await clock.advance(10_000);
    await Promise.all(ends);
    expect(await ask(used, HANDSHAKE)).toMatchObject({ successful: true });
    used.close();
  });

  it('are cut once they answer no pings', async () => {
    const deaf = await must(open({}));
    const hearing = await must(open({}));
    for (const socket of [deaf, hearing]) await ask(socket, HANDSHAKE);
    // It no longer reads, as a machine that has lost its network.
    deaf._stream?.pause();
    const gone = new Promise((resolve) => deaf._stream?.once('close', resolve));
    for (let i = 0; i < 5; i++) {
      await clock.advance(20_000);
      // Time for the answer to the ping.
      await ask(hearing, HANDSHAKE);
    }
    deaf._stream?.resume();
    await gone;
    hearing.close();
  });
});

describe('handshakes and subscriptions above the limit', () => {
  it('are refused with the time to wait, on every transport, and others are not', async () => {
    const socket = await must(from('203.0.113.20'));
    for (let i = 0; i < 2; i++) {
      expect((await ask(socket, HANDSHAKE)).successful).toBe(true);
      expect((await post('203.0.113.20', HANDSHAKE)).successful).toBe(true);
    }
    const refused = { successful: false, error: expect.stringMatching(/^429:(60|5\d):Too many handshakes$/) };
    for (const reply of [await ask(socket, HANDSHAKE), await post('203.0.113.20', HANDSHAKE)]) {
      expect(reply).toMatchObject(refused);
      const interval = Number(reply.advice?.interval);
      expect([reply.advice?.reconnect, interval > 40_000 && interval <= 60_000]).toEqual(['retry', true]);
    }
    expect((await post('203.0.113.21', HANDSHAKE)).successful).toBe(true);
    socket.close();
  });

  it('are refused also for a visitor who may subscribe', async () => {
    const visitor = await createVisitor(desk);
    const { clientId } = await post('203.0.113.30', HANDSHAKE);
    const subscribe = {
      channel: '/meta/subscribe',
      clientId,
      subscription: visitorChannel(desk, visitor.id),
      ext: { appId: desk.appId, appUserId: visitor.id, sessionToken: visitor.sessionToken },
    };
    for (let i = 0; i < 2; i++) expect((await post('203.0.113.30', subscribe)).error).toBeUndefined();
    expect((await post('203.0.113.30', subscribe)).error).toMatch(/^429:\d+:Too many subscriptions$/);
  });
});

describe('a slow request', () => {
  it('is cut when its headers or its body take too long', async () => {
    const slowHeaders = await sendSlowly('GET /health HTTP/1.1\r\nHost: desk\r\n');
    expect(slowHeaders).toMatch(/^(HTTP\/1.1 408 .*)?/);
  });

  it.each([
    ['POST', `${sdk}/appusers`, '{"a"'],
    ['POST', `${sdk}/login`, ''],
    ['PUT', `${sdk}/appusers/nobody`, '{'],
    ['POST', '/faye', '[{'],
    ['POST', '/agent/api/sign-in', '{"email":"a@b.example"'],
    ['POST', '/frontendevents/pv', '{'],
    ['POST', '/sc/v2/apps/none/users', '{'],
    ['POST', '/channel/x/messages', 'text='],
    ['POST', '/nowhere', 'x'],
  ])('is answered, and no error of the desk, where it cuts a slow %s of %s', async (method, path, piece) => {
    lines.length = 0;
    const head = [
      `${method} ${path} HTTP/1.1`,
      'Host: desk',
      'Origin: http://desk',
      'Sec-Fetch-Site: same-origin',
    ];
    for (const length of ['Content-Length: 50', 'Transfer-Encoding: chunked']) {
      const body = length.startsWith('C') ? piece : piece && `${piece.length.toString(16)}\r\n${piece}\r\n`;
      const text = [...head, 'Content-Type: application/json', length, '', body].join('\r\n');
      // What needs no body may be answered before.
      expect(await sendSlowly(text)).toMatch(/^HTTP\/1\.1 4/);
    }
    await fetch(`${desk.origin}/health?last`);
    await expect.poll(() => lines.some((line) => line.includes('/health'))).toBe(true);
    const logged = lines.map((line) => JSON.parse(line) as { level: number; status?: number });
    expect(logged.filter(({ level, status = 0 }) => level >= 50 || status >= 500)).toEqual([]);
  });
});

describe('origins in the settings', () => {
  const call = (origin: string | undefined, path: string, init: RequestInit = {}) =>
    fetch(desk.origin + path, { ...init, headers: { ...init.headers, ...(origin ? { origin } : {}) } });
  const EVIL = 'https://evil.example';

  it.each([SHOP, 'https://www.shop.example'])('let pages of %s call', async (origin) => {
    const preflight = await call(origin, `${sdk}/appusers`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST' },
    });
    const answers = [preflight, await call(origin, '/embeddable/config')];
    for (const { ok, headers } of answers)
      expect([ok, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
        true,
        origin,
        expect.stringMatching(/origin/i),
      ]);
    const live = await call(origin, '/faye', { method: 'OPTIONS' });
    expect([live.status, live.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    (await must(open({ origin }))).close();
  });

  it.each([EVIL, 'null', 'http://shop.example'])('refuse pages of %s, everywhere', async (origin) => {
    const body = '[]';
    const calls: [string, RequestInit?][] = [
      ['/embeddable/config'],
      [`${sdk}/appusers`, { method: 'OPTIONS' }],
      [`${sdk}/appusers`, { method: 'POST', body }],
      ['/frontendevents/pv', { method: 'POST', body }],
      ['/faye', { method: 'OPTIONS' }],
      ['/faye', { method: 'POST', body }],
      ['/faye/client', { headers: { accept: 'text/event-stream' } }],
    ];
    for (const [path, init] of calls) {
      const { status, headers } = await call(origin, path, init);
      expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 403, null]);
    }
    expect(await open({ origin })).toBeUndefined();
  });

  it('let the desk’s own pages, and clients that are no pages, call', async () => {
    for (const origin of [undefined, desk.origin]) {
      expect((await call(origin, '/embeddable/config')).status).toBe(200);
      (await must(open(origin ? { origin } : {}))).close();
    }
    expect(
      (await anonymous(desk)('POST', '/appusers', { client: { id: 'a', platform: 'web' } })).status,
    ).toBe(201);
    await flush();
  });
});
