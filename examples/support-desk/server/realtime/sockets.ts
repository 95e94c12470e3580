import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';
import type { FrameSocket } from './bayeux';

type Listener = (event: { data?: unknown }) => void;
type FayeSocket = {
  url: string;
  onmessage: Listener | null;
  onclose: Listener | null;
  send(text: string): unknown;
  close(code?: number, reason?: string): void;
};
type Constructors = {
  new (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    protocols: string[],
    options: { maxLength: number; ping: number },
  ): FayeSocket;
  isWebSocket(request: IncomingMessage): boolean;
  EventSource: {
    new (
      request: IncomingMessage,
      response: ServerResponse,
      options: { headers: Record<string, string>; ping: number; retry: number },
    ): FayeSocket & {
      /** What its own timer calls. */
      ping(): unknown;
    };
    isEventSource(request: IncomingMessage): boolean;
  };
};

/** Keeps what stands between from closing a quiet connection; the client's own timer notices a half-open one. */
const PING_SECONDS = 20;
/** A stream has no answers by which its client would notice that it is dead: it listens for these. */
const BEAT_SECONDS = 5;
const RETRY_SECONDS = 15;
const MAX_BUFFERED_BYTES = 1_048_576;

/** faye-websocket as faye itself finds it: the same version, whatever else is installed. */
export const loadSockets = (): Constructors => {
  const require = createRequire(import.meta.url);
  return createRequire(require.resolve('faye'))('faye-websocket') as Constructors;
};

/** Faye has no limit on what waits to be read; past 1 MiB the connection is cut and the client catches up. */
export const bound = (socket: FayeSocket, stream: Duplex): FrameSocket => ({
  send: (text) => {
    if (stream.writableLength > MAX_BUFFERED_BYTES) stream.destroy();
    else socket.send(text);
  },
  close: (code, reason) => socket.close(code, reason),
});

export const openWebSocket = (
  sockets: Constructors,
  request: IncomingMessage,
  stream: Duplex,
  head: Buffer,
  maxLength: number,
): FayeSocket => new sockets(request, stream, head, [], { maxLength, ping: PING_SECONDS });

const STREAM_HEADERS = {
  // A page of another origin may read it: Faye's own answer has no CORS headers.
  'Access-Control-Allow-Origin': '*',
  // What stands between is neither to pack it nor to keep it back until there is more: nginx heeds the second.
  'Cache-Control': 'no-transform',
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * An event stream that sends an empty batch at once and regularly, by which the client knows that it gets through. A
 * comment would do for what stands between, but no page ever sees one.
 */
export const openEventSource = (
  sockets: Constructors,
  request: IncomingMessage,
  response: ServerResponse,
): FayeSocket => {
  const source = new sockets.EventSource(request, response, {
    headers: STREAM_HEADERS,
    ping: BEAT_SECONDS,
    retry: RETRY_SECONDS,
  });
  source.ping = () => source.send('[]');
  source.ping();
  return source;
};
