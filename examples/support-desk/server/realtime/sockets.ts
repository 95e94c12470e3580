import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';
import type { FrameSocket } from './frameSocket';
import { createFrameCount } from './frameStorm';

type Listener = (event: { data?: unknown }) => void;
type FayeSocket = {
  url: string;
  onmessage: Listener | null;
  onclose: Listener | null;
  send(text: string): unknown;
  close(code?: number, reason?: string): void;
};
type WebSocket = FayeSocket & {
  /** @param onAnswer called with the answer; a connection of an old kind has none */
  ping(text: string, onAnswer: () => void): boolean;
};
type Constructors = {
  new (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    protocols: string[],
    options: { maxLength: number },
  ): WebSocket;
  isWebSocket(request: IncomingMessage): boolean;
  EventSource: {
    new (
      request: IncomingMessage,
      response: ServerResponse,
      options: { headers: Record<string, string>; ping: number; retry: number },
    ): FayeSocket & {
      /** Called by the socket's own ping timer. */
      ping(): unknown;
    };
    isEventSource(request: IncomingMessage): boolean;
  };
};

/** A stream has no replies that would show the client that it works, so it sends these regularly. */
const BEAT_SECONDS = 4;
const RETRY_SECONDS = 15;
const MAX_BUFFERED_BYTES = 1_048_576;

/** Loads the faye-websocket that faye itself uses, whatever other version is installed. */
export const loadSockets = (): Constructors => {
  const require = createRequire(import.meta.url);
  return createRequire(require.resolve('faye'))('faye-websocket') as Constructors;
};

/** Sets a socket's listeners. @param onData called with each message; an event stream receives none */
export const listen = (socket: FayeSocket, onClose: () => void, onData?: (data: unknown) => void): void => {
  socket.onclose = onClose;
  if (onData) socket.onmessage = ({ data }) => onData(data);
};

/** Faye does not limit unread output. Over 1 MiB the connection is cut, and the client catches up. */
export const bound = (socket: FayeSocket, stream: Duplex): FrameSocket => ({
  send: (text) => {
    if (stream.writableLength > MAX_BUFFERED_BYTES) stream.destroy();
    else socket.send(text);
  },
  close: (code, reason) => socket.close(code, reason),
});

/**
 * Opens a WebSocket. It is cut if it sends too many frames.
 * @param maxLength the most bytes of a message
 */
export const openWebSocket = (
  sockets: Constructors,
  request: IncomingMessage,
  stream: Duplex,
  head: Buffer,
  maxLength: number,
  now: () => number,
): WebSocket => {
  const isWithinLimits = createFrameCount(now);
  // Before the parser's own listener, so that a storm ends with the first excessive piece of input.
  stream.on('data', (input: Buffer) => {
    if (!isWithinLimits(input)) stream.destroy();
  });
  if (!isWithinLimits(head)) stream.destroy();
  return new sockets(request, stream, head, [], { maxLength });
};

const STREAM_HEADERS = {
  // Pages of other origins may read the stream; Faye's own response has no CORS headers.
  'Access-Control-Allow-Origin': '*',
  // Proxies must not compress or buffer the stream. nginx reads the second header.
  'Cache-Control': 'no-transform',
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Opens an event stream that sends an empty batch at once and then regularly, so that the client sees that it
 * works. A comment would keep proxies from closing it, but pages cannot see comments.
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
