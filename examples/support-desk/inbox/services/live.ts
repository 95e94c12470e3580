import { createWays, type Ways } from '@porch/messenger/model/ways';
import type { Clock } from '@porch/messenger/platform/clock';
import { createTimer } from '@porch/messenger/platform/timer';
import '@porch/messenger/services/fayePatches';
import { clamp } from '@porch/messenger/wire/decode';
import faye, { type BayeuxMessage, type Client, type SchedulerClass } from 'faye/src/faye_browser.js';
import { AGENT_LIST_CHANNEL } from '../../shared/channels';
import type { ApiResult } from '../model/apiResult';
import { decodeEvents, type InboxEvent } from '../model/decodeEvents';
import { createFollowing } from './following';
import {
  createRefusals,
  handshakeWait,
  isFirst,
  type Refusals,
  refusedWait,
  schedulerFor,
  subscriptionWait,
  ticketWait,
} from './liveRetries';

export type LiveState = 'connecting' | 'connected' | 'reconnecting';

export type LiveOptions = {
  clock: Clock;
  baseUrl: string;
  /** Gets a ticket for one connection. */
  ticket(): Promise<ApiResult<string>>;
  onEvent(event: InboxEvent): void;
  /** After each confirmed subscription to the list and each reconnect: the caller must fetch what it missed. */
  onReady(): void;
  /** After each confirmed subscription to the followed conversation: the caller must fetch what it missed of it. */
  onFollowing(): void;
  /** Called repeatedly while the connection brings nothing. Fetches what is new; never rejects. */
  onSilence(): Promise<void>;
  /** The desk refused a ticket: the session has ended. */
  onDenied(): void;
  onState(state: LiveState): void;
  /** Creates the Bayeux client; tests replace it. */
  createClient?(endpoint: string, scheduler: SchedulerClass): Client;
};

/**
 * A running subscription. `follow` names the conversation whose events are wanted besides the list's, if any. `restart`
 * drops the connection and opens another at once.
 */
export type Live = { follow(conversationId: string | undefined): void; restart(): void; close(): void };

/** How soon the inbox fetches what is new while the connection brings nothing. Agents are few, so without jitter. */
const SILENCE_MS = 6500;
/** The desk promises an answer within 8 s. No other server can delay the inbox longer. */
const LONGEST_SILENCE_MS = 60_000;

const fayeClient = (endpoint: string, scheduler: SchedulerClass): Client =>
  new faye.Client(endpoint, { timeout: 60, scheduler });

type Connection = { follow(conversationId: string | undefined): void; end(): void };

/**
 * Opens one Bayeux client with its subscriptions.
 * @param again called to request another connection: a subscription was refused for now, or the transport changes
 * @param listen called with each sign of life, and the time until the next, in ms
 * @param refusals of tickets
 */
const connect = (
  options: LiveOptions,
  ways: Ways,
  again: () => void,
  listen: (ms: number) => void,
  refusals: Refusals,
): Connection => {
  let open = true;
  let down = false;
  const reopening = createTimer(options.clock);
  const passing = createTimer(options.clock);
  const failed = (): void => {
    if (open && ways.failed(dispatcher.connectionType)) again();
  };
  const scheduler = schedulerFor(() => open, failed);
  const client = (options.createClient ?? fayeClient)(options.baseUrl, scheduler);
  const dispatcher = client._dispatcher;
  dispatcher.maySocket = ways.maySocket;
  // Faye disconnects on beforeunload, which mailto links also trigger. The page uses pagehide instead.
  client.disable('autodisconnect');
  client.disable('callback-polling');
  const againIn = (ms: number): void => reopening.set(ms, again);
  /** Adds a ticket to the first subscription of a connection, the list's. Without a ticket it is not sent. */
  const withTicket = async (message: BayeuxMessage): Promise<BayeuxMessage | null> => {
    const answer = await options.ticket();
    if (!open) return null;
    if (answer.ok) return { ...message, ext: { ...message.ext, ticket: answer.value } };
    if (answer.failure === 'unauthorized') options.onDenied();
    else againIn(ticketWait(answer.waitS));
    return null;
  };
  client.addExtension({
    outgoing(message, pass) {
      if (!open && message.channel !== '/meta/disconnect') return pass(null);
      if (!isFirst(message)) return pass(message);
      void withTicket(message).then(pass);
    },
    incoming(message, pass) {
      const waitMs = handshakeWait(message);
      if (waitMs > 0) {
        passing.set(waitMs, () => pass(message));
        return;
      }
      pass(message);
      // The connection was closed during the handshake, so disconnect now.
      if (!open && message.channel === '/meta/handshake') queueMicrotask(() => client.disconnect());
      if (open && message.successful && /^\/meta\/(connect|subscribe)$/.test(message.channel)) {
        const { interval, timeout } = client._advice;
        listen(clamp(interval + timeout, SILENCE_MS, LONGEST_SILENCE_MS) ?? SILENCE_MS);
        if (ways.carried(dispatcher.connectionType)) return again();
      }
      if (!open || message.channel !== '/meta/subscribe') return;
      if (message.successful) for (const channel of [message.subscription ?? []].flat()) confirmed(channel);
      // The ticket may have expired on the way. If the session has ended, there is no other one.
      else if (message.error?.startsWith('401')) againIn(refusedWait(refusals.next()));
      else againIn(subscriptionWait(message.error));
    },
  });
  client.on('transport:down', () => {
    if (!open) return;
    down = true;
    options.onState('reconnecting');
  });
  client.on('transport:up', () => {
    if (!open || !down) return;
    down = false;
    options.onState('connected');
    options.onReady();
  });
  const hear = (data: unknown): void => {
    if (open) for (const event of decodeEvents(data)) options.onEvent(event);
  };
  const following = createFollowing(client, hear);
  const confirmed = (channel: string): void => {
    if (channel === AGENT_LIST_CHANNEL) {
      refusals.none();
      options.onState('connected');
      options.onReady();
      following.begin();
    } else if (following.confirm(channel)) options.onFollowing();
  };
  client.subscribe(AGENT_LIST_CHANNEL, hear);
  return {
    follow: (conversationId) => {
      if (open) following.follow(conversationId);
    },
    end: () => {
      open = false;
      reopening.stop();
      passing.stop();
      client.disconnect();
    },
  };
};

/** Subscribes to the list (`AGENT_LIST_CHANNEL`) and to the followed conversation, and stays subscribed until closed. */
export const createLive = (options: LiveOptions): Live => {
  options.onState('connecting');
  const ways = createWays(options.clock.now);
  const refusals = createRefusals();
  let followed: string | undefined;
  const silence = createTimer(options.clock);
  let listens = false;
  const listen = (ms: number): void => {
    listens = true;
    silence.set(ms, async () => {
      await options.onSilence();
      if (listens) listen(SILENCE_MS);
    });
  };
  const open = (): Connection => {
    // Repeated restarts are not a sign of life.
    if (!listens) listen(SILENCE_MS);
    return connect(options, ways, restart, listen, refusals);
  };
  const restart = (): void => {
    connection.end();
    options.onState('reconnecting');
    connection = open();
    connection.follow(followed);
  };
  let connection = open();
  return {
    follow: (conversationId) => {
      followed = conversationId;
      connection.follow(conversationId);
    },
    restart,
    close: () => {
      silence.stop();
      listens = false;
      // It may be opened again on another network.
      ways.forget();
      connection.end();
    },
  };
};
