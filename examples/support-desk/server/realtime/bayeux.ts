import Server from 'faye/src/protocol/server.js';
import type { RestartAdvice } from '../../../../src/wire/realtime';
import type { Clock } from '../clock';
import { withAddresses } from '../domain/uploadAddress';
import { type Authority, judge, type Verdict } from './channelRules';
import { createEngine } from './engine';
import type { FanOut } from './fanOut';
import { type BayeuxMessage, parseMessages } from './parseMessages';
import { createStreams } from './streams';
import { createSubscribers } from './subscribers';

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
  /** Takes a one-way stream of a client, which carries nothing until the client connects over it; the result ends it. */
  stream(clientId: string, socket: FrameSocket, request: object): () => void;
  /**
   * Lets every connection go and forgets every client.
   * @param advice tells clients that the desk starts again: each is answered with it
   */
  close(advice?: RestartAdvice): void;
};

export type BayeuxOptions = {
  clock: Clock;
  newClientId?: () => string;
  /** What the desk's addresses begin with for the sender of this request. */
  originOf: (request: object) => string;
};

/**
 * A client waits 1.2 times this for the answer to a connect before it takes the connection for lost, and tries again
 * within 15 s: a half-open connection is noticed and left behind within 45 s.
 */
export const CONNECT_TIMEOUT_SECONDS = 25;
const TRANSPORTS = ['long-polling', 'cross-origin-long-polling', 'websocket', 'eventsource', 'in-process'];
const ANSWER_MS = (CONNECT_TIMEOUT_SECONDS + 5) * 1000;
const BAD_FRAME = 4400;
const MAX_CHECKS = 5;

/**
 * Faye's Bayeux server behind an adapter of our own, which sets what Faye's leaves open: who may subscribe, limits on
 * frames and slow readers, and whose clock the timers run on.
 */
export const createBayeux = (
  authority: Authority,
  { clock, newClientId, originOf }: BayeuxOptions,
): Bayeux => {
  const engine = createEngine({
    clock,
    newClientId,
    onGone: (clientId) => {
      subscribers.drop(clientId);
      streams.end(clientId);
    },
  });
  /**
   * Ends a client politely: the connect it waits on is answered before it is forgotten, so that it connects again at
   * once and is then told to shake hands and subscribe anew. A websocket stays open for that.
   */
  const letGo = (clientId: string): void => {
    server.closeSocket(clientId, false);
    engine.forget(clientId);
  };
  const subscribers = createSubscribers(clock, letGo);
  const server = new Server({ timeout: CONNECT_TIMEOUT_SECONDS, engine: { type: engine.type } });
  const streams = createStreams(server, engine.knows);
  /** What stops the timer of each request that is not answered yet. */
  const held = new Set<() => void>();
  let closed = false;
  let lastAdvice: RestartAdvice | undefined;

  /** A credential may be ended while it is being checked: then the check counts for nothing. */
  const judgeNow = async (message: BayeuxMessage): Promise<Verdict> => {
    for (let tries = 0; tries < MAX_CHECKS; tries++) {
      const before = subscribers.endings();
      const verdict = await judge(message, authority);
      if (before === subscribers.endings()) return verdict;
    }
    return { refusal: '500::Internal server error' };
  };

  const admit = (message: BayeuxMessage, verdict: Verdict): BayeuxMessage => {
    if ('refusal' in verdict) return { ...message, error: verdict.refusal };
    const { clientId } = message;
    if (typeof clientId === 'string' && engine.knows(clientId)) {
      const taken = verdict.grants.every((grant) => subscribers.add(clientId, grant));
      if (!taken) return { ...message, error: '403::Too many subscriptions' };
    }
    return message;
  };

  server.addExtension({
    incoming: (message, _request, callback) => {
      delete message.error;
      judgeNow(message)
        .catch((): Verdict => ({ refusal: '500::Internal server error' }))
        // Faye subscribes in the same turn: nobody can be let go of in between.
        .then((verdict) => callback(admit(message, verdict)))
        // What Faye itself stumbles over must cost the sender its answer, not everyone the process.
        .catch(() => undefined);
    },
    outgoing: (message, request, callback) => {
      if (message.data) message.data = withAddresses(message.data, originOf(request as object));
      if (message.channel === '/meta/handshake') message.supportedConnectionTypes = TRANSPORTS;
      if (lastAdvice && message.channel?.startsWith('/meta/')) message.advice = lastAdvice;
      callback(message);
    },
  });

  return {
    publish: engine.publish,
    endSubscriptions: subscribers.end,
    process: (messages, request) =>
      new Promise((resolve) => {
        streams.follow(messages);
        const answer = (replies: BayeuxMessage[]): void => {
          cancel();
          held.delete(cancel);
          resolve(replies);
        };
        // Of two connects of one client Faye forgets the first: its sender would wait for ever.
        const cancel = clock.after(ANSWER_MS, () => answer([]));
        held.add(cancel);
        server.process(messages, request, answer);
      }),
    accept: (socket, request) => {
      let clientId: string | undefined;
      return {
        receive: (data) => {
          const messages = typeof data === 'string' ? parseMessages(data) : undefined;
          if (!messages) {
            socket.close(BAD_FRAME, 'Bad request');
            return;
          }
          streams.follow(messages);
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
    stream: streams.open,
    close: (advice) => {
      lastAdvice = advice;
      if (!closed) server.close();
      streams.close();
      subscribers.close();
      for (const cancel of held) cancel();
      closed = true;
    },
  };
};
