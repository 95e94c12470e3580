import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { failureOf, type Log } from '../log';
import type { Bayeux } from './bayeux';
import { messagesOfPost } from './parseMessages';
import { bound, loadSockets, openEventSource, openWebSocket } from './sockets';

/** The Bayeux endpoint on Node's HTTP server: `handle` and `upgrade` are given what `owns` says is theirs. */
export type BayeuxHttp = {
  owns(request: IncomingMessage): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  close(): void;
};

const MOUNT = '/faye';
const MAX_BYTES = 65_536;
const PREFLIGHT_SECONDS = '86400';

const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split('?', 1)[0] as string;

/** Browsers send Faye's cross-origin polls with credentials, so the origin has to be named; no cookie means anything here. */
const corsHeaders = (request: IncomingMessage): Record<string, string> => ({
  'Access-Control-Allow-Origin': request.headers.origin ?? '*',
  ...(request.headers.origin ? { 'Access-Control-Allow-Credentials': 'true' } : {}),
  Vary: 'Origin',
});

const answerPreflight = (request: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(204, {
    ...corsHeaders(request),
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
 * Puts the endpoint on Node's sockets, with what Faye's own adapter leaves out: limits on bodies and frames, CORS for
 * event streams, and no JSON-P.
 */
export const createBayeuxHttp = (bayeux: Bayeux, log: Pick<Log, 'error'>): BayeuxHttp => {
  const sockets = loadSockets();

  const handlePost = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const messages = body === undefined ? undefined : messagesOfPost(request.headers['content-type'], body);
    const headers = {
      ...corsHeaders(request),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    };
    if (!messages) {
      response.writeHead(body === undefined ? 413 : 400, { ...headers, Connection: 'close' });
      response.end();
      return;
    }
    const replies = JSON.stringify(await bayeux.process(messages, request));
    response.writeHead(200, { ...headers, 'Content-Type': 'application/json; charset=utf-8' });
    response.end(replies);
  };

  /** What goes wrong with a request costs its sender the answer, never everyone the process. */
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
    source.onclose = bayeux.stream(clientId, bound(source, stream), request);
  };

  return {
    owns: (request) => {
      const path = pathOf(request);
      return path === MOUNT || path.startsWith(`${MOUNT}/`);
    },
    handle: (request, response) => {
      if (request.method === 'OPTIONS') answerPreflight(request, response);
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
      const listener = bayeux.accept(bound(socket, stream), request);
      socket.onmessage = ({ data }) => listener.receive(data);
      socket.onclose = () => listener.closed();
    },
    close: () => bayeux.close(),
  };
};
