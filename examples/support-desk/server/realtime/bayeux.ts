import Server from 'faye/src/protocol/server.js';
import type { Clock } from '../clock';
import { type Authority, refusalOf } from './channelRules';
import { createEngine } from './engine';
import type { FanOut } from './fanOut';
import { type BayeuxMessage, parseMessages } from './parseMessages';

/** A connection that carries text both ways, such as a websocket. */
export type FrameSocket = { send(text: string): void; close(code?: number, reason?: string): void };

/** What whoever owns a connection tells of it. */
export type FrameListener = { receive(data: unknown): void; closed(): void };

/** The Bayeux endpoint of SPEC.md section 7, whatever carries its messages. */
export type Bayeux = FanOut & {
  /** Answers the messages of one request; a `/meta/connect` among them is held until there is news. */
  process(messages: BayeuxMessage[], request: object): Promise<BayeuxMessage[]>;
  /** Takes a connection that carries messages both ways. */
  accept(socket: FrameSocket, request: object): FrameListener;
  /** Takes a one-way stream of an existing client; the result ends it. */
  stream(clientId: string, socket: FrameSocket, request: object): () => void;
  /** Lets every connection go and forgets every client. */
  close(): void;
};

export type BayeuxOptions = { clock: Clock; newClientId?: () => string };

/**
 * A client waits 1.2 times this for the answer to a connect before it takes the connection for lost, and tries again
 * within 15 s: a half-open connection is noticed and left behind within 45 s.
 */
export const CONNECT_TIMEOUT_SECONDS = 25;
const TRANSPORTS = ['long-polling', 'cross-origin-long-polling', 'websocket', 'eventsource', 'in-process'];
const BAD_FRAME = 4400;

/**
 * Faye's Bayeux server behind an adapter of our own, which sets what Faye's leaves open: who may subscribe, limits on
 * frames and slow readers, and whose clock the timers run on.
 */
export const createBayeux = (authority: Authority, { clock, newClientId }: BayeuxOptions): Bayeux => {
  const engine = createEngine({ clock, newClientId });
  const server = new Server({ timeout: CONNECT_TIMEOUT_SECONDS, engine: { type: engine.type } });
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

  return {
    publish: engine.publish,
    process: (messages, request) => new Promise((resolve) => server.process(messages, request, resolve)),
    accept: (socket, request) => {
      let clientId: string | undefined;
      return {
        receive: (data) => {
          const messages = typeof data === 'string' ? parseMessages(data) : undefined;
          if (!messages) {
            socket.close(BAD_FRAME, 'Bad request');
            return;
          }
          const connecting = messages.find((m) => m.channel === '/meta/connect')?.clientId as
            | string
            | undefined;
          if (clientId && connecting && connecting !== clientId) server.closeSocket(clientId, false);
          server.openSocket(connecting, socket, request);
          clientId = connecting ?? clientId;
          server.process(messages, request, (replies) => socket.send(JSON.stringify(replies)));
        },
        closed: () => server.closeSocket(clientId),
      };
    },
    stream: (clientId, socket, request) => {
      server.openSocket(clientId, socket, request);
      return () => server.closeSocket(clientId);
    },
    close: () => {
      if (!closed) server.close();
      closed = true;
    },
  };
};
