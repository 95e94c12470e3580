import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RestartAdvice } from '@porch/messenger/wire/realtime';
import { isJsonType } from '../http/jsonType';
import type { Clock } from '../process/clock';
import { failureOf, type Log } from '../process/log';
import type { Bayeux } from './bayeux';
import { drainSockets } from './drainSockets';
import type { FrameSocket } from './frameSocket';
import { messagesOfPost } from './parseMessages';
import { answerPreflight, CORS, MAX_BYTES, pathOf, readBody, refuseUpgrade } from './requests';
import { bound, listen, loadSockets, openEventSource, openWebSocket } from './sockets';
import { watchConnection } from './watchConnection';

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
  /**
   * Tells the clients of the currently open websockets and streams, one after another over this time, that the desk
   * restarts, and closes their connections. Ends when none of them is left, or when `hurry` is aborted.
   */
  drain(ms: number, hurry: AbortSignal): Promise<void>;
  /** Tells every client that the desk restarts, and closes its connection. */
  close(): void;
};

const MOUNT = '/faye';

/**
 * A desk that stops is usually restarted and listens again within seconds. Clients should therefore reconnect
 * sooner than after their usual interval.
 */
const RESTART: RestartAdvice = { reconnect: 'handshake', interval: 1500, restart: true };
const GOING_DOWN = JSON.stringify([{ channel: '/meta/connect', successful: true, advice: RESTART }]);
/** 1012 is the standard code, but the websocket API lets code send only 1000 and 3000 to 4999. */
const SERVICE_RESTART = 4012;

/** When an address with too many connections may try again. */
const FULL_SECONDS = 30;
/** When a process that has lost what the others have may be tried again. */
const APART_SECONDS = 5;

/** Limits the connections. */
type Gate = {
  clock: Pick<Clock, 'now' | 'after'>;
  /** Whether the page of this request may use the desk. */
  mayConnect(request: object): boolean;
  /** @returns a function that frees the place; `undefined` if the address has no free place */
  takePlace(request: object): (() => void) | undefined;
  /** Whether clients should go to another process; by default never. */
  isApart?(): boolean;
};

/**
 * Runs the endpoint on Node's sockets and adds what Faye's own adapter lacks: limits on bodies and frames,
 * and CORS for event streams. It does not support JSON-P.
 */
export const createBayeuxHttp = (bayeux: Bayeux, log: Pick<Log, 'error'>, gate: Gate): BayeuxHttp => {
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

  /** A failing request costs its sender the answer, but does not end the process. */
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
      // Without an answer, a proxy would consider this process dead.
      response.writeHead(400, CORS).end();
      return;
    }
    const free = gate.takePlace(request);
    if (!free) {
      response.writeHead(429, { ...CORS, 'Retry-After': FULL_SECONDS }).end();
      return;
    }
    const source = openEventSource(sockets, request, response);
    const socket = bound(source, stream);
    const unwatch = watchConnection(gate.clock, {
      isUsed: () => bayeux.knows(clientId),
      // A stream cannot answer, but its client connects by other requests, or is forgotten.
      ping: (onAnswer) => onAnswer(),
      cut: () => stream.destroy(),
    });
    const end = bayeux.stream(clientId, socket, request);
    open.add(socket);
    listen(source, () => {
      open.delete(socket);
      unwatch();
      free();
      end();
    });
  };

  return {
    path: MOUNT,
    owns: (request) => {
      const path = pathOf(request);
      return path === MOUNT || path.startsWith(`${MOUNT}/`);
    },
    handle: (request, response) => {
      if (!gate.mayConnect(request)) response.writeHead(403, { Vary: 'Origin' }).end();
      else if (request.method === 'OPTIONS') answerPreflight(response);
      else if (gate.isApart?.()) response.writeHead(503, { ...CORS, 'Retry-After': APART_SECONDS }).end();
      else if (request.method === 'POST') answerPost(request, response);
      else if (sockets.EventSource.isEventSource(request)) handleEventSource(request, response);
      else response.writeHead(405, { Allow: 'GET, POST, OPTIONS' }).end();
    },
    upgrade: (request, stream, head) => {
      if (!sockets.isWebSocket(request)) return refuseUpgrade(stream, '400 Bad Request');
      if (!gate.mayConnect(request)) return refuseUpgrade(stream, '403 Forbidden');
      if (gate.isApart?.())
        return refuseUpgrade(stream, '503 Service Unavailable', `Retry-After: ${APART_SECONDS}\r\n`);
      const free = gate.takePlace(request);
      if (!free) return refuseUpgrade(stream, '429 Too Many Requests', `Retry-After: ${FULL_SECONDS}\r\n`);
      stream.once('close', free);
      const socket = openWebSocket(sockets, request, stream, head, MAX_BYTES, gate.clock.now);
      const frames = bound(socket, stream);
      const listener = bayeux.accept(frames, request);
      open.add(frames);
      const unwatch = watchConnection(gate.clock, {
        isUsed: listener.isUsed,
        ping: (onAnswer) => {
          if (!socket.ping('', onAnswer)) onAnswer();
        },
        cut: () => stream.destroy(),
      });
      const onClose = () => {
        open.delete(frames);
        unwatch();
        listener.closed();
      };
      listen(socket, onClose, listener.receive);
    },
    connections: () => open.size,
    drain: (ms, hurry) =>
      drainSockets(open, { ms, hurry, after: gate.clock.after }, (socket) => {
        socket.send(GOING_DOWN);
        socket.close(SERVICE_RESTART, 'Service restart');
      }),
    close: () => {
      const left = [...open];
      // Streams, and sockets without a waiting connect, get no reply with the advice: send it here.
      for (const socket of left) socket.send(GOING_DOWN);
      bayeux.close(RESTART);
      for (const socket of left) socket.close(SERVICE_RESTART, 'Service restart');
    },
  };
};
