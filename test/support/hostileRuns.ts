import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { openLiveSocket } from './liveSocket';

/** What is attacked. */
export type Target = {
  origin: string;
  appId: string;
  agentToken: string;
  /** The attacker's address, as a proxy notes it. */
  attacker: string;
  /** A visitor's credentials and conversation. */
  visitor: { authorization: string; id: string; conversationId: string };
};

/** How often each status was answered. Of live messages, 429 and 200 count; a closed connection is 0. */
export type Tally = Map<number, number>;

export type Attack = {
  name: string;
  /** Whether the desk refuses with 429; it closes or refuses others by other means. */
  isLimited: boolean;
  /** Attacks until `isOver` returns true. */
  run(target: Target, isOver: (tally: Tally) => boolean): Promise<Tally>;
};

const SOCKETS = 4;
const LOOPS = 8;

const count = (tally: Tally, status: number): void => void tally.set(status, (tally.get(status) ?? 0) + 1);

/** Repeats a request in eight loops, each as fast as it is answered. */
const flood =
  (request: (target: Target, i: number) => [path: string, init?: RequestInit]): Attack['run'] =>
  async (target, isOver) => {
    const tally: Tally = new Map();
    let i = 0;
    const loop = async (): Promise<void> => {
      while (!isOver(tally)) {
        const [path, init = {}] = request(target, i++);
        const headers = { 'x-forwarded-for': target.attacker, ...init.headers };
        const status = await fetch(target.origin + path, { ...init, headers }).then(
          async (answer) => {
            await answer.arrayBuffer();
            return answer.status;
          },
          () => 0,
        );
        count(tally, status);
      }
    };
    await Promise.all(Array.from({ length: LOOPS }, loop));
    return tally;
  };

/** Sends a JSON body. */
const post = (body: unknown, authorization?: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const sdk = ({ appId }: Target): string => `/sc/sdk/v2/apps/${appId}`;

const file = (bytes: number): FormData => {
  const form = new FormData();
  form.append('message', JSON.stringify({ referenceId: randomUUID() }));
  form.append('source', new Blob([new Uint8Array(bytes)]), 'a.txt');
  return form;
};

/** A websocket that sends a message and gives its answer; `undefined` once it is closed. */
const openSocket = (target: Target) => {
  const socket = openLiveSocket(target.origin, { 'x-forwarded-for': target.attacker });
  let tell: (reply: string | undefined) => void = () => undefined;
  let isClosed = false;
  const end = () => {
    isClosed = true;
    tell(undefined);
  };
  socket.onmessage = ({ data }) => tell(data);
  socket.onclose = end;
  socket.onerror = end;
  return {
    close: () => socket.close(),
    ask: (message: object) =>
      new Promise<string | undefined>((resolve) => {
        tell = resolve;
        if (isClosed) resolve(undefined);
        else socket.send(JSON.stringify([message]));
      }),
  };
};

/**
 * Sends a live message over four websockets, each as fast as it is answered, and opens closed ones again.
 * @param message made for the client that has shaken hands first
 */
const floodLive =
  (message: (target: Target, clientId: string | undefined) => object): Attack['run'] =>
  async (target, isOver) => {
    const tally: Tally = new Map();
    const loop = async (): Promise<void> => {
      let socket = openSocket(target);
      let clientId: string | undefined;
      while (!isOver(tally)) {
        const reply = await socket.ask(clientId ? message(target, clientId) : HANDSHAKE);
        if (reply === undefined) socket = openSocket(target);
        else clientId ??= JSON.parse(reply)[0].clientId;
        count(tally, reply === undefined ? 0 : reply.includes('"429:') ? 429 : 200);
      }
      socket.close();
    };
    await Promise.all(Array.from({ length: SOCKETS }, loop));
    return tally;
  };

/** How many connections are opened at the same time, as a client's own queue would do. */
const OPENING = 64;

/** Opens connections that send this and nothing more, and holds them. */
const hold =
  (connections: number, text: (target: Target) => string): Attack['run'] =>
  async (target, isOver) => {
    const tally: Tally = new Map();
    const port = Number(new URL(target.origin).port);
    const sockets: Socket[] = [];
    const open = (): void => {
      if (sockets.length >= connections || isOver(tally)) return;
      const socket = connect(port, '127.0.0.1', () => socket.write(text(target), open));
      socket.once('data', (data) => count(tally, Number(/^HTTP\/1.1 (\d+)/.exec(String(data))?.[1] ?? 0)));
      socket.on('error', () => undefined);
      sockets.push(socket);
    };
    for (let i = 0; i < OPENING; i++) open();
    while (!isOver(tally)) await new Promise((resolve) => setTimeout(resolve, 20));
    for (const socket of sockets) socket.destroy();
    return tally;
  };

const HANDSHAKE = { channel: '/meta/handshake', version: '1.0', supportedConnectionTypes: ['websocket'] };
const upgrade = (target: Target): string =>
  `GET /faye HTTP/1.1\r\nHost: desk\r\nX-Forwarded-For: ${target.attacker}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
const bodyOf = (bytes: number): string => `{"a":"${'x'.repeat(bytes)}"}`;

/** @param few whether to hold fewer connections, and send smaller files */
export const attacks = (few: boolean): Attack[] => {
  const large = bodyOf(few ? 1_000_000 : 10_000_000);
  return [
    {
      name: 'wrong agent tokens',
      isLimited: true,
      run: flood((_, i) => ['/agent/api/session', { headers: { authorization: `Bearer wrong${i}` } }]),
    },
    {
      name: 'new visitors',
      isLimited: true,
      run: flood((target, i) => [
        `${sdk(target)}/appusers`,
        post({ client: { id: `c${i}`, platform: 'web' }, intent: 'conversation:start' }),
      ]),
    },
    {
      name: 'page views',
      isLimited: true,
      run: flood(() => ['/frontendevents/pv', post({ url: 'https://shop.example/', pageView: {} })]),
    },
    {
      name: 'typing',
      isLimited: true,
      run: flood((target) => [
        `${sdk(target)}/conversations/${target.visitor.conversationId}/activity`,
        post(
          { author: { role: 'appUser', appUserId: target.visitor.id }, activity: { type: 'typing:start' } },
          target.visitor.authorization,
        ),
      ]),
    },
    {
      name: 'searches',
      isLimited: true,
      run: flood(({ agentToken }) => [
        '/agent/api/conversations?search=none',
        { headers: { authorization: `Bearer ${agentToken}` } },
      ]),
    },
    {
      name: 'files',
      isLimited: true,
      run: flood((target) => [
        `${sdk(target)}/conversations/${target.visitor.conversationId}/files`,
        {
          method: 'POST',
          headers: { authorization: target.visitor.authorization },
          body: file(few ? 1000 : 1_000_000),
        },
      ]),
    },
    { name: 'handshakes', isLimited: true, run: floodLive(() => HANDSHAKE) },
    {
      name: 'wrong subscriptions',
      isLimited: true,
      run: floodLive(({ appId }, clientId) => ({
        channel: '/meta/subscribe',
        clientId,
        subscription: `/sdk/apps/${appId}/appusers/nobody`,
        ext: { appId, appUserId: 'nobody', sessionToken: 'wrong' },
      })),
    },
    { name: 'mute websockets', isLimited: true, run: hold(few ? 30 : 2000, upgrade) },
    {
      name: 'large bodies',
      isLimited: false,
      run: flood((target) => [`${sdk(target)}/appusers`, post(large)]),
    },
    {
      name: 'slow headers',
      isLimited: false,
      run: hold(
        few ? 30 : 200,
        (target) => `GET /health HTTP/1.1\r\nHost: desk\r\nX-Forwarded-For: ${target.attacker}\r\n`,
      ),
    },
    {
      name: 'slow bodies',
      isLimited: false,
      run: hold(
        few ? 30 : 200,
        (target) =>
          `POST ${sdk(target)}/appusers HTTP/1.1\r\nHost: desk\r\nX-Forwarded-For: ${target.attacker}\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{`,
      ),
    },
  ];
};
