import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RestartAdvice } from '@porch/messenger/wire/realtime';
import { isJsonType } from '../jsonType';
import { failureOf, type Log } from '../log';
import type { Bayeux } from './bayeux';
import type { FrameSocket } from './frameSocket';
import { messagesOfPost } from './parseMessages';
import { bound, loadSockets, openEventSource, openWebSocket } from './sockets';

/**
 * The Bayeux endpoint on Node's HTTP server. Pass `handle` and `upgrade` only requests that `owns` accepts.
 */
export type BayeuxHttp = {
  path: string;
  owns(request: IncomingMessage): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  /** How many websockets and event streams are open. */
  connections(): number;
  /** Tells every client that the desk restarts, and closes its connection. */
  close(): void;
};

const MOUNT = '/faye';
const MAX_BYTES = 65_536;
const PREFLIGHT_SECONDS = '86400';

/**
 * A desk that stops is usually restarted and listens again within seconds. Clients should therefore reconnect
 * sooner than after their usual interval.
 */
const RESTART: RestartAdvice = { reconnect: 'handshake', interval: 1500, restart: true };
const GOING_DOWN = JSON.stringify([{ channel: '/meta/connect', successful: true, advice: RESTART }]);
/** 1012 is the standard code, but the websocket API lets code send only 1000 and 3000 to 4999. */
const SERVICE_RESTART = 4012;

const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split('?', 1)[0] as string;

/** For any page, without cookies: what a client may hear is decided by the credentials in its messages. */
const CORS = { 'Access-Control-Allow-Origin': '*' };

const answerPreflight = (response: ServerResponse): void => {
  response.writeHead(204, {
    ...CORS,
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers':
      'accept, authorization, content-type, pragma, x-requested-with, x-smooch-appid, x-smooch-clientid, x-smooch-sdk',
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
  });
  response.end();
};

/** Reads a body up to the limit; `undefined` when it is longer. */
const readBody = (request: IncomingMessage): Promise<string | undefined> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_BYTES) chunks.push(chunk);
      else resolve(undefined);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.on('close', () => resolve(undefined));
  });

/**
 * Runs the endpoint on Node's sockets and adds what Faye's own adapter lacks: limits on bodies and frames,
 * and CORS for event streams. It does not support JSON-P.
 */
export const createBayeuxHttp = (bayeux: Bayeux, log: Pick<Log, 'error'>): BayeuxHttp => {
  const sockets = loadSockets();
  const open = new Set<FrameSocket>();

  const handlePost = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const type = request.headers['content-type'];
    const messages = body === undefined ? undefined : messagesOfPost(type, body);
    const headers = {
      ...CORS,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    };
    if (!messages) {
      const status = body === undefined ? 413 : isJsonType(type) ? 400 : 415;
      response.writeHead(status, { ...headers, Connection: 'close' });
      response.end();
      return;
    }
    const replies = JSON.stringify(await bayeux.process(messages, request));
    response.writeHead(200, { ...headers, 'Content-Type': 'application/json; charset=utf-8' });
    response.end(replies);
  };

  /** A failing request costs its sender the answer and does not end the process. */
  const answerPost = (request: IncomingMessage, response: ServerResponse): void => {
    handlePost(request, response).catch((error: unknown) => {
      log.error(failureOf(error), 'live request failed');
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { Connection: 'close' }).end();
    });
  };

  const handleEventSource = (request: IncomingMessage, response: ServerResponse): void => {
    const clientId = pathOf(request).split('/').pop();
    const stream = response.socket;
    if (!clientId || !stream) {
      response.destroy();
      return;
    }
    const source = openEventSource(sockets, request, response);
    const socket = bound(source, stream);
    const end = bayeux.stream(clientId, socket, request);
    open.add(socket);
    source.onclose = () => {
      open.delete(socket);
      end();
    };
  };

  return {
    path: MOUNT,
    owns: (request) => {
      const path = pathOf(request);
      return path === MOUNT || path.startsWith(`${MOUNT}/`);
    },
    handle: (request, response) => {
      if (request.method === 'OPTIONS') answerPreflight(response);
      else if (request.method === 'POST') answerPost(request, response);
      else if (sockets.EventSource.isEventSource(request)) handleEventSource(request, response);
      else response.writeHead(405, { Allow: 'GET, POST, OPTIONS' }).end();
    },
    upgrade: (request, stream, head) => {
      if (!sockets.isWebSocket(request)) {
        stream.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
        return;
      }
      const socket = openWebSocket(sockets, request, stream, head, MAX_BYTES);
      const frames = bound(socket, stream);
      const listener = bayeux.accept(frames, request);
      open.add(frames);
      socket.onmessage = ({ data }) => listener.receive(data);
      socket.onclose = () => {
        open.delete(frames);
        listener.closed();
      };
    },
    connections: () => open.size,
    close: () => {
      const left = [...open];
      // Streams, and sockets without a waiting connect, get no reply with the advice: send it here.
      for (const socket of left) socket.send(GOING_DOWN);
      bayeux.close(RESTART);
      for (const socket of left) socket.close(SERVICE_RESTART, 'Service restart');
    },
  };
};
