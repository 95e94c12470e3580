import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { listen } from './listen';

/** How live connections reach the desk: a WebSocket, an event stream, or requests that each have an answer. */
export type LiveWay = 'socket' | 'stream' | 'poll';

/** What the proxy does with a way. Each opens, but for `refused`. */
export type Lie =
  /** Everything passes. */
  | 'none'
  /** What is open is ended, and nothing new opens. */
  | 'refused'
  /** Nothing passes, in both directions. */
  | 'mute'
  /** Nothing passes to the page. */
  | 'deaf'
  /** A connection is ended after so many bytes to the page. */
  | { cut: number };

/** A proxy in front of a desk that lies about live connections, and passes all else. */
export type LyingProxy = {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** From now on. */
  lie(way: LiveWay, how: Lie): void;
  close(): Promise<void>;
};

const wayOf = ({ method, url = '' }: IncomingMessage): LiveWay | undefined => {
  if (/\/faye\/\w/.test(url)) return 'stream';
  return method === 'POST' && /\/faye$/.test(url) ? 'poll' : undefined;
};

/** Starts it on loopback, with no lie. */
export const startLyingProxy = async (desk: { origin: string }): Promise<LyingProxy> => {
  const { hostname, port } = new URL(desk.origin);
  const lies: Record<LiveWay, Lie> = { socket: 'none', stream: 'none', poll: 'none' };
  const open = new Set<{ way: LiveWay; end(): void }>();

  /** Follows one connection. @returns what passes of each chunk to the page */
  const follow = (way: LiveWay, end: () => void) => {
    const one = { way, end };
    open.add(one);
    let passed = 0;
    return {
      isMute: () => lies[way] === 'mute',
      pass: (chunk: Buffer, write: (chunk: Buffer) => void) => {
        const lie = lies[way];
        if (lie === 'mute' || lie === 'deaf') return;
        passed += chunk.length;
        if (typeof lie === 'object' && passed > lie.cut) end();
        else write(chunk);
      },
      over: () => open.delete(one),
    };
  };

  const server = createServer((from: IncomingMessage, to: ServerResponse) => {
    const way = wayOf(from);
    if (way && lies[way] === 'refused') return void to.writeHead(502).end();
    const followed = way && follow(way, () => to.destroy());
    const asked = request(
      { hostname, port, method: from.method, path: from.url, headers: from.headers },
      (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        to.flushHeaders();
        if (!followed) return answer.pipe(to);
        answer.on('data', (chunk: Buffer) => followed.pass(chunk, (c) => to.write(c)));
        answer.on('end', () => followed.pass(Buffer.alloc(0), () => to.end()));
      },
    );
    asked.on('error', () => to.destroy());
    to.on('close', () => {
      followed?.over();
      asked.destroy();
    });
    if (!followed?.isMute()) from.pipe(asked);
  });

  server.on('upgrade', (from, near, first) => {
    if (lies.socket === 'refused') return near.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n');
    const far = connect(Number(port), hostname);
    const end = () => {
      near.destroy();
      far.destroy();
    };
    const followed = follow('socket', end);
    for (const socket of [near, far]) socket.on('error', end).on('close', end).on('close', followed.over);
    const headers = from.rawHeaders.map((part, i) => part + (i % 2 ? '\r\n' : ': ')).join('');
    far.write(`${from.method} ${from.url} HTTP/1.1\r\n${headers}\r\n`);
    far.write(first);
    near.on('data', (chunk: Buffer) => followed.isMute() || far.write(chunk));
    // The desk's answer opens the socket, and is no part of what it carries.
    far.once('data', (answer: Buffer) => {
      near.write(answer);
      far.on('data', (chunk: Buffer) => followed.pass(chunk, (c) => near.write(c)));
    });
  });

  return {
    ...(await listen(server)),
    lie(way, how) {
      lies[way] = how;
      if (how === 'refused') for (const one of [...open]) if (one.way === way) one.end();
    },
  };
};
