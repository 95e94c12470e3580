import type { Clock } from '../platform/clock';
import { clamp, listOf, num, obj, str } from '../wire/decode';
import {
  decodeRealtimeEvent,
  decodeRestart,
  type RealtimeEvent,
  type SubscribeExt,
  userChannel,
} from '../wire/realtime';
import type { RealtimeSettings } from '../wire/user';
import type { createFayeClient } from './fayeClient';

/** SPEC.md section 5, Realtime client. */
const MIN_RETRY_SECONDS = 15;
const MAX_ATTEMPTS = 5;
/** A longer wait would be no connection. */
const MAX_RETRY_SECONDS = 3600;
/** "must start with a slash and use letters, digits and - _ ! ~ ( ) $ @": a pattern would hear other visitors' events. */
const CHANNEL_NAME = /^(\/[\w\-!~()$@]+)+$/;

/** An acknowledged handshake whose subscription is not answered within this time hangs: a fault of the library. */
const HANGS_AFTER_MS = 20_000;

/** What a connection tells. Each may be called any number of times until `close`. */
export type RealtimeListener = {
  /** Events of the visitor's channel, in the order they came. */
  onEvents(events: RealtimeEvent[]): void;
  /** The subscription stands (again): whatever came before is only on the server, so catch up now. */
  onSubscribed(): void;
  /** The transport was lost; it is being tried again. */
  onDown(): void;
  /** The service goes down to start again, and asks to be tried after so many milliseconds. Nothing more comes. */
  onRestart(afterMs: number): void;
  /** Every attempt of this round was made in vain. */
  onExhausted(): void;
  /** The service refused the subscription. @param error such as '401::…' */
  onRefused(error: string): void;
};

export type RealtimeConnection = { close(): void };

export type Realtime = {
  /** Resolves once the client runs, not once it is connected; rejects when its chunk cannot be had. */
  connect(
    ext: SubscribeExt,
    settings: RealtimeSettings,
    listener: RealtimeListener,
  ): Promise<RealtimeConnection>;
};

/**
 * "Out-of-range values are corrected with a console error." (SPEC.md section 5)
 * @returns the interval in seconds and the number of attempts that may be used
 */
export const realtimeLimits = (
  settings: RealtimeSettings,
  report: (message: string) => void,
): { retryInterval: number; maxAttempts: number } => {
  const { retryInterval = MIN_RETRY_SECONDS, maxConnectionAttempts = MAX_ATTEMPTS } = settings;
  if (retryInterval < MIN_RETRY_SECONDS)
    report(`Realtime retry interval cannot be below ${MIN_RETRY_SECONDS} seconds`);
  if (maxConnectionAttempts > MAX_ATTEMPTS)
    report(`Realtime connection attempts cannot exceed ${MAX_ATTEMPTS}`);
  return {
    retryInterval: clamp(retryInterval, MIN_RETRY_SECONDS, MAX_RETRY_SECONDS) ?? MIN_RETRY_SECONDS,
    maxAttempts: clamp(maxConnectionAttempts, 1, MAX_ATTEMPTS) ?? MAX_ATTEMPTS,
  };
};

/** The library waits as long as the service says, in ms: for an answer, and before it asks again. */
const TIMEOUT_MS = [10_000, 120_000] as const;
const LONGEST_INTERVAL_MS = 60_000;
/** A service that answers more than so often in ten seconds, instead of when there is news, is asked again less soon. */
const MANY = 20;
const CALM_MS = 10_000;
const SLOWER_MS = 2000;

/** Makes of an answer's fields what the library takes them for: it checks none, and a wrong one would lose the rest of its frame. */
const createCaution = (clock: Clock) => {
  let since = 0;
  let answers = 0;
  /** What the service last said; it holds until it says otherwise. */
  let wanted = 0;
  return (message: {
    channel: string;
    error?: unknown;
    advice?: object;
    supportedConnectionTypes?: unknown;
  }) => {
    if (message.error !== undefined) message.error = str(message.error) ?? '';
    const greeting = message.channel === '/meta/handshake';
    if (greeting) message.supportedConnectionTypes = listOf(message.supportedConnectionTypes, str);
    if (!greeting && message.channel !== '/meta/connect' && !message.advice) return;
    const now = clock.now();
    if (now - since > CALM_MS || now < since) [since, answers] = [now, 0];
    const floor = ++answers > MANY ? SLOWER_MS : 0;
    const { reconnect, timeout, interval } = obj(message.advice);
    const [least, most] = TIMEOUT_MS;
    wanted = clamp(interval, 0, LONGEST_INTERVAL_MS) ?? wanted;
    message.advice = {
      ...(str(reconnect) && { reconnect }),
      ...(num(timeout) !== undefined && { timeout: clamp(timeout, least, most) }),
      interval: Math.max(wanted, floor),
    };
  };
};

export const createRealtime = (deps: {
  load: () => Promise<{ createFayeClient: typeof createFayeClient }>;
  clock: Clock;
  report: (message: string) => void;
}): Realtime => ({
  async connect(ext, settings, listener) {
    const limits = realtimeLimits(settings, deps.report);
    const { createFayeClient } = await deps.load();
    const channel = userChannel(ext.appId, ext.appUserId);
    let open: RealtimeListener | undefined = listener;
    const client = createFayeClient(settings.baseUrl ?? '', {
      ...limits,
      now: deps.clock.now,
      isOpen: () => !!open,
      onExhausted: listener.onExhausted,
    });
    let cancelHang = () => {};
    const heed = createCaution(deps.clock);
    let waiting: { advice?: { timeout?: number } } | undefined;
    client.addExtension({
      // "Subscribe to channel … with extension fields appId, appUserId and one of …" (SPEC.md section 7)
      outgoing(message, pass) {
        if (message.channel === '/meta/subscribe') message.ext = ext;
        if (message.channel === '/meta/connect') waiting = message;
        pass(open ? message : null);
      },
      // The client library subscribes again by itself after each new handshake and tells nobody how that went.
      incoming(message, pass) {
        const restart = decodeRestart(message.advice);
        // The library would go on with this connection: it is over.
        if (restart) return open?.onRestart(restart);
        heed(message);
        const subscribed = message.channel === '/meta/subscribe';
        if (open && (subscribed || message.channel === '/meta/handshake')) {
          cancelHang();
          if (!message.successful) open.onRefused(message.error ?? '');
          else if (subscribed) open.onSubscribed();
          else cancelHang = deps.clock.after(HANGS_AFTER_MS, () => open?.onRefused('The subscription hangs'));
        }
        pass(message);
      },
    });
    let down = false;
    client.on('transport:down', () => {
      down = true;
      // Sent again, it is to be answered at once, not when there is news: only the answer tells that the way is free.
      if (waiting) waiting.advice = { timeout: 0 };
      open?.onDown();
    });
    // The service may still know this client after a short loss: then no subscription is acknowledged anew.
    client.on('transport:up', () => {
      if (down) open?.onSubscribed();
      down = false;
    });
    // One that is no name, or a pattern, might hear what is somebody else's.
    if (CHANNEL_NAME.test(channel))
      client.subscribe(channel, (data) => open?.onEvents(listOf(obj(data).events, decodeRealtimeEvent)));
    else listener.onRefused(`405:${channel}:Invalid channel`);
    return {
      close() {
        if (!open) return;
        open = undefined;
        cancelHang();
        client.disconnect();
        const { transports } = client._dispatcher;
        // One that has not proved itself yet is no transport of the client, and would stay open.
        for (const stream of transports.eventsource?.values() ?? []) stream.close();
        client._dispatcher.close();
        // One that was asked for meanwhile is not opened any more.
        client._dispatcher.clientId = undefined;
      },
    };
  },
});
