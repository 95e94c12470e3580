import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import Server from 'faye/src/protocol/server.js';
import { type Authority, refusalOf } from './channelRules';
import { createEngine } from './engine';
import type { FanOut } from './fanOut';
import { type BayeuxMessage, parseMessages } from './parseMessages';
import { bound, loadSockets, openEventSource, openWebSocket } from './sockets';

/** The Bayeux endpoint of SPEC.md section 7: `handle` and `upgrade` are given what `owns` says is theirs. */
export type Bayeux = FanOut & {
  owns(request: IncomingMessage): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  close(): void;
};

const MOUNT = '/faye';
const CONNECT_TIMEOUT_SECONDS = 45;
const MAX_BYTES = 65_536;
const PREFLIGHT_SECONDS = '86400';
const TRANSPORTS = ['long-polling', 'cross-origin-long-polling', 'websocket', 'eventsource', 'in-process'];

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

/** POST bodies are JSON or a form with a `message` field. */
const messagesOfPost = (request: IncomingMessage, body: string): BayeuxMessage[] | undefined => {
  const isJson = (request.headers['content-type'] ?? '').startsWith('application/json');
  const json = isJson ? body : new URLSearchParams(body).get('message');
  return json === null ? undefined : parseMessages(json);
};

/**
 * Faye's Bayeux server behind an adapter of our own, which sets what Faye's leaves open: limits on bodies, frames and
 * slow readers, CORS for event streams, and no JSON-P.
 */
export const createBayeux = (authority: Authority): Bayeux => {
  const engine = createEngine();
  const server = new Server({ timeout: CONNECT_TIMEOUT_SECONDS, engine: { type: engine.type } });
  const sockets = loadSockets();
  let closed = false;

  server.addExtension({
    incoming: (message, _request, callback) => {
      delete message.error;
      refusalOf(message, authority)
        .catch(() => '500::Internal server error')
        .then((refusal) => callback(refusal ? { ...message, error: refusal } : message))
        // What Faye itself stumbles over must cost the sender its answer, not everyone the process.
        .catch(() => undefined);
    },
    outgoing: (message, _request, callback) => {
      if (message.channel === '/meta/handshake') message.supportedConnectionTypes = TRANSPORTS;
      callback(message);
    },
  });

  const handlePost = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const messages = body === undefined ? undefined : messagesOfPost(request, body);
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
    server.process(messages, request, (replies) => {
      response.writeHead(200, { ...headers, 'Content-Type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(replies));
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
    server.openSocket(clientId, bound(source, stream), request);
    source.onclose = () => server.closeSocket(clientId);
  };

  return {
    publish: engine.publish,
    owns: (request) => {
      const path = pathOf(request);
      return path === MOUNT || path.startsWith(`${MOUNT}/`);
    },
    handle: (request, response) => {
      if (request.method === 'OPTIONS') answerPreflight(request, response);
      else if (request.method === 'POST') void handlePost(request, response);
      else if (sockets.EventSource.isEventSource(request)) handleEventSource(request, response);
      else response.writeHead(405, { Allow: 'GET, POST, OPTIONS' }).end();
    },
    upgrade: (request, stream, head) => {
      if (!sockets.isWebSocket(request)) {
        stream.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
        return;
      }
      const socket = openWebSocket(sockets, request, stream, head, MAX_BYTES);
      const bounded = bound(socket, stream);
      let clientId: string | undefined;
      socket.onmessage = ({ data }) => {
        const messages = typeof data === 'string' ? parseMessages(data) : undefined;
        if (!messages) {
          socket.close(4400, 'Bad request');
          return;
        }
        const connecting = messages.find((m) => m.channel === '/meta/connect')?.clientId as
          | string
          | undefined;
        if (clientId && connecting && connecting !== clientId) server.closeSocket(clientId, false);
        server.openSocket(connecting, bounded, request);
        clientId = connecting ?? clientId;
        server.process(messages, request, (replies) => bounded.send(JSON.stringify(replies)));
      };
      socket.onclose = () => server.closeSocket(clientId);
    },
    close: () => {
      if (!closed) server.close();
      closed = true;
    },
  };
};
