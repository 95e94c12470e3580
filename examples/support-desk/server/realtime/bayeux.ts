import type { RestartAdvice } from '@porch/messenger/wire/realtime';
import Server from 'faye/src/protocol/server.js';
import type { Clock } from '../process/clock';
import { type Authority, accountOf, createAgentGrantOf, judge, TOO_MANY, type Verdict } from './channelRules';
import { createClientSockets } from './clientSockets';
import { createEngine } from './engine';
import type { FanOut } from './fanOut';
import type { FrameListener, FrameSocket } from './frameSocket';
import { type BayeuxMessage, LONGEST_POLL_MS, parseMessages } from './parseMessages';
import { createRenderings } from './renderings';
import { createStreams } from './streams';
import { createSubscribers } from './subscribers';
import type { Follow } from './topicOf';

/** The Bayeux endpoint, independent of the transport. */
export type Bayeux = FanOut & {
  /**
   * Answers the messages of one request. A `/meta/connect` is held until there is an event or it times out.
   */
  process(messages: BayeuxMessage[], request: object): Promise<BayeuxMessage[]>;
  /** Whether this client has shaken hands, and is not forgotten. */
  knows(clientId: string): boolean;
  /** Takes a connection that transmits messages in both directions. */
  accept(socket: FrameSocket, request: object): FrameListener;
  /**
   * Takes a client's one-way stream, unused until the client connects over it. The result ends the stream.
   */
  stream(clientId: string, socket: FrameSocket, request: object): () => void;
  /**
   * Closes every connection and forgets every client.
   * @param advice tells clients that the desk restarts; every `/meta/` reply has it
   */
  close(advice?: RestartAdvice): void;
};

type BayeuxOptions = {
  clock: Clock;
  newClientId?: () => string;
  /** The start of the desk's addresses for the sender of this request. */
  originOf: (request: object) => string;
  /** Without it, this process receives everything. */
  follow?: Follow;
};

/** A client that has not connected again for twice this time is forgotten. */
const FORGET_SECONDS = 25;
/**
 * The announced time for the answer to a connect. The client waits 1.2 times as long before it considers the
 * connection lost. So it reports a loss within 9.6 s; and because the desk answers after at most 5 s, an answer may be
 * 4.6 s late on a slow network without a false alarm.
 */
const TOLD_MS = 8000;
const TRANSPORTS = ['long-polling', 'cross-origin-long-polling', 'websocket', 'eventsource', 'in-process'];
const ANSWER_MS = 30_000;
/** With a connect, which waits at most 5 s: proxies consider a process that is silent for 7 s dead. */
const CONNECT_MS = 6000;
const BAD_FRAME = 4400;
const MAX_CHECKS = 5;
/** A visitor subscribes to one channel, an inbox to the list and for a moment to two conversations. */
const MAX_CHANNELS = 20;

/** The advice to a client after one handshake too many: to wait for the seconds in the error. */
const adviceOf = (error: string | undefined): BayeuxMessage['advice'] | undefined => {
  const [code, seconds] = error?.split(':') ?? [];
  return Number(code) === TOO_MANY ? { reconnect: 'retry', interval: Number(seconds) * 1000 } : undefined;
};

/**
 * Runs Faye's Bayeux server behind an adapter that adds subscription checks, limits on frames and slow
 * readers, and timers on the given clock.
 */
export const createBayeux = (
  authority: Authority,
  { clock, newClientId, originOf, follow }: BayeuxOptions,
): Bayeux => {
  const engine = createEngine({
    clock,
    newClientId,
    onGone: (clientId) => {
      subscribers.drop(clientId);
      streams.end(clientId);
      sockets.drop(clientId);
    },
    send: (clientId, message) => sockets.send(clientId, message),
  });
  /**
   * Ends a client gracefully: it answers the waiting connect before it forgets the client. The client then connects
   * again at once, and gets the advice to handshake and subscribe again. A websocket stays open for that.
   */
  const letGo = (clientId: string): void => {
    sockets.close(clientId, false);
    engine.forget(clientId);
  };
  const subscribers = createSubscribers(clock, letGo);
  const server = new Server({ timeout: FORGET_SECONDS, engine: { type: engine.type } });
  const renderings = createRenderings();
  const sockets = createClientSockets(server, (message, request) =>
    renderings.frame(message, originOf(request)),
  );
  const streams = createStreams(sockets, engine.knows);
  const isKnown = (clientId: unknown): clientId is string =>
    typeof clientId === 'string' && engine.knows(clientId);
  /** Stops the timer of each unanswered request. */
  const held = new Set<() => void>();
  let closed = false;
  let lastAdvice: RestartAdvice | undefined;

  /** Follows a client's subscriptions, before the client gets their confirmation. */
  const hear = async ({ channel, subscription }: BayeuxMessage, verdict: Verdict): Promise<void> => {
    if (!follow || channel !== '/meta/subscribe' || 'refusal' in verdict) return;
    const channels = [subscription].flat().filter((one) => typeof one === 'string');
    await Promise.all(channels.map((one) => follow(one, () => engine.hears(one))));
  };

  /** A credential may be revoked during the check; the check is then repeated. */
  const judgeNow = async (message: BayeuxMessage, request: object): Promise<Verdict> => {
    const { clientId } = message;
    const agentGrantOf = createAgentGrantOf(message, authority, request, () =>
      isKnown(clientId) ? subscribers.agentGrantOf(clientId) : undefined,
    );
    for (let tries = 0; tries < MAX_CHECKS; tries++) {
      const before = subscribers.endings();
      const verdict = await judge(message, authority, request, agentGrantOf);
      await hear(message, verdict);
      if (before === subscribers.endings()) return verdict;
    }
    return { refusal: '500::Internal server error' };
  };

  /** Whether the client may have the channels of this message besides its others. */
  const hasRoom = (clientId: string, { channel, subscription }: BayeuxMessage): boolean =>
    channel !== '/meta/subscribe' ||
    new Set([...engine.channelsOf(clientId), subscription].flat()).size <= MAX_CHANNELS;

  const admit = (message: BayeuxMessage, verdict: Verdict): BayeuxMessage => {
    if ('refusal' in verdict) return { ...message, error: verdict.refusal };
    const { clientId } = message;
    if (isKnown(clientId)) {
      const taken =
        hasRoom(clientId, message) && verdict.grants.every((grant) => subscribers.add(clientId, grant));
      if (!taken) return { ...message, error: '403::Too many subscriptions' };
      countFor(clientId, streams.requestOf(clientId));
    }
    return message;
  };

  const countFor = (clientId: string, request: object | undefined): void => {
    const grant = subscribers.agentGrantOf(clientId);
    const account = grant && accountOf(grant);
    if (account !== undefined && request) authority.countFor(account, request);
  };

  server.addExtension({
    incoming: (message, request, callback) => {
      delete message.error;
      if (message.channel === '/meta/connect') {
        message.advice = { timeout: LONGEST_POLL_MS, ...message.advice };
      }
      judgeNow(message, (request ?? {}) as object)
        .catch((): Verdict => ({ refusal: '500::Internal server error' }))
        // Faye subscribes synchronously here, so that no credential can end in between.
        .then((verdict) => callback(admit(message, verdict)))
        // An error inside Faye costs the sender its answer, but does not end the process.
        .catch(() => undefined);
    },
    outgoing: (message, request, callback) => {
      if (message.data) message.data = renderings.data(message.data, originOf(request as object));
      if (message.channel === '/meta/handshake') {
        message.supportedConnectionTypes = TRANSPORTS;
        message.advice = adviceOf(message.error) ?? message.advice;
      }
      // Faye gives a stream no time-out, because its connects are answered at once.
      if (message.advice?.timeout) message.advice.timeout = TOLD_MS;
      if (lastAdvice && message.channel?.startsWith('/meta/')) message.advice = lastAdvice;
      callback(message);
    },
  });

  return {
    publish: engine.publish,
    hears: engine.hears,
    knows: engine.knows,
    endSubscriptions: subscribers.end,
    renewSubscriptions: subscribers.renew,
    process: (messages, request) =>
      new Promise((resolve) => {
        streams.follow(messages);
        const answer = (replies: BayeuxMessage[]): void => {
          cancel();
          held.delete(cancel);
          resolve(replies);
        };
        // If a client sends two connects, Faye drops the first. This timer ends that request.
        const connects = messages.some(({ channel }) => channel === '/meta/connect');
        const cancel = clock.after(connects ? CONNECT_MS : ANSWER_MS, () => answer([]));
        held.add(cancel);
        server.process(messages, request, answer);
      }),
    accept: (socket, request) => {
      let clientId: string | undefined;
      /** The last client named by the messages, if it has shaken hands. */
      let user: unknown;
      const follow = (messages: readonly BayeuxMessage[]): void => {
        for (const message of messages) if (isKnown(message.clientId)) user = message.clientId;
      };
      return {
        isUsed: () => isKnown(user),
        receive: (data) => {
          const messages = typeof data === 'string' ? parseMessages(data) : undefined;
          if (!messages) {
            socket.close(BAD_FRAME, 'Bad request');
            return;
          }
          streams.follow(messages);
          follow(messages);
          const connecting = messages.find((m) => m.channel === '/meta/connect')?.clientId as
            | string
            | undefined;
          if (clientId && connecting && connecting !== clientId) sockets.close(clientId, false);
          sockets.open(connecting, socket, request);
          clientId = connecting ?? clientId;
          server.process(messages, request, (replies) => {
            follow(replies);
            socket.send(JSON.stringify(replies));
          });
        },
        closed: () => sockets.close(clientId),
      };
    },
    stream: (clientId, socket, request) => {
      countFor(clientId, request);
      return streams.open(clientId, socket, request);
    },
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
