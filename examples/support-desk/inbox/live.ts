import { proveStreams } from '@porch/messenger/services/eventStream';
import { clamp, obj } from '@porch/messenger/wire/decode';
import faye, { type BayeuxMessage, type Client, type SchedulerClass } from 'faye/src/faye_browser.js';
import EventSourceTransport from 'faye/src/transport/event_source.js';
import type { AgentEvent } from '../shared/agentApi';
import { decodeEvents } from './model/decode';

export type LiveState = 'connecting' | 'connected' | 'reconnecting';

export type LiveOptions = {
  baseUrl: string;
  channel: string;
  token: string;
  onEvent(event: AgentEvent): void;
  /** After each confirmed subscription and each reconnect: the caller must fetch what it missed. */
  onReady(): void;
  /** The desk refused the subscription: the token is not valid. */
  onDenied(): void;
  onState(state: LiveState): void;
  /** Creates the Bayeux client; tests replace it. */
  createClient?(endpoint: string, scheduler: SchedulerClass): Client;
};

/**
 * A running subscription. `restart` drops the connection and opens another at once; `close` ends everything.
 */
export type Live = { restart(): void; close(): void };

proveStreams(EventSourceTransport);

const FIRST_RETRY_S = 1;
/** A short limit, because agents are few. They are back within 5 s of a restart of the desk. */
const LONGEST_RETRY_S = 3;

const fayeClient = (endpoint: string, scheduler: SchedulerClass): Client =>
  new faye.Client(endpoint, { timeout: 60, scheduler });

/** Retries with back-off and jitter, and stops when `isOpen` is false; faye alone would retry forever. */
const schedulerFor = (isOpen: () => boolean): SchedulerClass =>
  class {
    private failures = 0;
    constructor(
      _message: BayeuxMessage,
      private readonly options: { timeout: number },
    ) {}
    getTimeout(): number {
      return this.options.timeout;
    }
    getInterval(): number {
      const pause = Math.min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** (this.failures - 1));
      return pause * (0.75 + Math.random() / 2);
    }
    isDeliverable(): boolean {
      return isOpen();
    }
    fail(): void {
      this.failures += 1;
    }
    send(): void {}
    succeed(): void {}
    abort(): void {}
  };

/** No desk may ask for more. */
const LONGEST_WAIT_MS = 300_000;

/**
 * How long the desk asks to wait after a handshake that was one too many; faye itself would ask again after 5 s.
 * @returns in ms; 0 for any other message
 */
const handshakeWait = ({ channel, successful, advice }: BayeuxMessage): number =>
  channel === '/meta/handshake' && !successful ? (clamp(obj(advice).interval, 0, LONGEST_WAIT_MS) ?? 0) : 0;

/** After a refused subscription, unless the desk names a time, as in `429:30:…`; in ms. */
const SUBSCRIBE_AGAIN_MS = 5_000;

const subscriptionWait = (error = ''): number =>
  Math.min(1000 * (Number(/^429:(\d+):/.exec(error)?.[1]) || SUBSCRIBE_AGAIN_MS / 1000), LONGEST_WAIT_MS);

/**
 * Opens one Bayeux client with its subscription.
 * @param again called when it is time for another one, because the subscription was refused for the moment
 * @returns a function that ends it
 */
const connect = (options: LiveOptions, again: () => void): (() => void) => {
  let open = true;
  let down = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const scheduler = schedulerFor(() => open);
  const client = (options.createClient ?? fayeClient)(options.baseUrl, scheduler);
  // Faye disconnects on beforeunload, which mailto links also fire. The page uses pagehide instead.
  client.disable('autodisconnect');
  client.disable('callback-polling');
  client.addExtension({
    outgoing(message, pass) {
      if (!open && message.channel !== '/meta/disconnect') return pass(null);
      if (message.channel !== '/meta/subscribe') return pass(message);
      pass({ ...message, ext: { ...message.ext, agentToken: options.token } });
    },
    incoming(message, pass) {
      const waitMs = handshakeWait(message);
      if (waitMs > 0) {
        waiting = setTimeout(() => pass(message), waitMs);
        return;
      }
      pass(message);
      // The connection was closed during the handshake, so disconnect now that it has finished.
      if (!open && message.channel === '/meta/handshake') queueMicrotask(() => client.disconnect());
      if (!open || message.channel !== '/meta/subscribe') return;
      if (message.successful) {
        options.onState('connected');
        options.onReady();
      } else if (message.error?.startsWith('401') || message.error?.startsWith('403')) {
        options.onDenied();
      } else {
        waiting = setTimeout(again, subscriptionWait(message.error));
      }
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
  client.subscribe(options.channel, (data) => {
    if (open) for (const event of decodeEvents(data)) options.onEvent(event);
  });
  return () => {
    open = false;
    clearTimeout(waiting);
    client.disconnect();
  };
};

/** Subscribes to the agents' channel (`AGENT_CHANNEL`) and stays subscribed until closed. */
export const createLive = (options: LiveOptions): Live => {
  options.onState('connecting');
  const restart = (): void => {
    end();
    options.onState('reconnecting');
    end = connect(options, restart);
  };
  let end = connect(options, restart);
  return { restart, close: () => end() };
};
