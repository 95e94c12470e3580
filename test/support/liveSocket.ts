import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

type Run<E> = (event: E) => void;

/** A websocket as faye's own client for Node opens it. */
export type LiveSocket = {
  on(name: 'open', run: () => void): void;
  on(name: 'message', run: Run<{ data: string }>): void;
  on(name: 'close', run: Run<{ code: number; reason: string }>): void;
  once(name: 'open' | 'message' | 'close' | 'error', run: Run<{ data: string }>): void;
  onmessage: Run<{ data: string }>;
  onclose: () => void;
  onerror: () => void;
  send(text: string): void;
  close(): void;
  /** The connection below it. */
  _stream?: Socket;
};

const require = createRequire(import.meta.url);
const { Client } = createRequire(require.resolve('faye'))('faye-websocket') as {
  Client: new (url: string, protocols: string[], options: { headers: Record<string, string> }) => LiveSocket;
};

/** Opens a websocket to this address of live events. It has not shaken hands. */
export const openLiveSocketAt = (address: string, headers: Record<string, string> = {}): LiveSocket =>
  new Client(address.replace('http', 'ws'), [], { headers });

/** Opens a websocket to a desk's live events. It has not shaken hands. */
export const openLiveSocket = (origin: string, headers?: Record<string, string>): LiveSocket =>
  openLiveSocketAt(`${origin}/faye`, headers);
