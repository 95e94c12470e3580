import {
  REALTIME_ATTEMPT_LONGEST_SECONDS,
  REALTIME_ATTEMPT_SECONDS,
  REALTIME_ATTEMPTS,
} from '../model/retries/realtime';
import type { Clock } from '../platform/clock';
import { createTimer } from '../platform/timer';
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

/** A valid channel name. Wildcards are not allowed, as they would deliver other visitors' events. */
const CHANNEL_NAME = /^(\/[\w\-!~()$@]+)+$/;

/** Time limit for the answer to a subscription after the handshake; faye itself would wait forever. */
const HANGS_AFTER_MS = 20_000;

/** Events of a connection. Each may be called any number of times until `close`. */
export type RealtimeListener = {
  /** Events of the visitor's channel, in the order of arrival. */
  onEvents(events: RealtimeEvent[]): void;
  /**
   * The subscription is active, for the first time or again. Earlier events are lost, so start a history
   * sync.
   */
  onSubscribed(): void;
  /** A message got no answer by this way, or its transport is lost; faye tries to restore it. */
  onDown(way: string): void;
  /**
   * Data has passed through this way in both directions.
   * @param dueMs the service has promised more within this time
   */
  onAlive(way: string, dueMs: number): void;
  /** Whether a WebSocket may be used now. */
  maySocket(): boolean;
  /** The service restarts and asks to reconnect after this many milliseconds. No more events follow. */
  onRestart(afterMs: number): void;
  /** Every attempt of this round has failed. */
  onExhausted(): void;
  /**
   * The service refused the subscription.
   * @param error such as '401::…'
   */
  onRefused(error: string): void;
};

export type RealtimeConnection = { close(): void };

export type Realtime = {
  /** Opens a connection, and returns before it is connected. Throws where the client cannot be made. */
  connect(ext: SubscribeExt, settings: RealtimeSettings, listener: RealtimeListener): RealtimeConnection;
};

/**
 * The retry interval and the attempts that may be used. A value out of range is corrected and reported.
 * @returns `retryInterval` in seconds
 */
export const realtimeLimits = (
  settings: RealtimeSettings,
  report: (message: string) => void,
): { retryInterval: number; maxAttempts: number } => {
  const { retryInterval = REALTIME_ATTEMPT_SECONDS, maxConnectionAttempts = REALTIME_ATTEMPTS } = settings;
  if (retryInterval < REALTIME_ATTEMPT_SECONDS)
    report(`Realtime retry interval cannot be below ${REALTIME_ATTEMPT_SECONDS} seconds`);
  if (maxConnectionAttempts > REALTIME_ATTEMPTS)
    report(`Realtime connection attempts cannot exceed ${REALTIME_ATTEMPTS}`);
  return {
    retryInterval:
      clamp(retryInterval, REALTIME_ATTEMPT_SECONDS, REALTIME_ATTEMPT_LONGEST_SECONDS) ??
      REALTIME_ATTEMPT_SECONDS,
    maxAttempts: clamp(maxConnectionAttempts, 1, REALTIME_ATTEMPTS) ?? REALTIME_ATTEMPTS,
  };
};

/**
 * Bounds for the service's advice, in milliseconds: faye waits as long as advised, for an answer and between
 * requests.
 */
const TIMEOUT_MS = [8000, 120_000] as const;
const LONGEST_INTERVAL_MS = 60_000;
/** A service that answers more often than this within CALM_MS, instead of waiting for events, is polled more slowly. */
const MANY = 20;
const CALM_MS = 10_000;
const SLOWER_MS = 2000;

/**
 * Corrects the fields of an answer. faye does not check them, and a wrong type would lose the rest of the
 * frame.
 */
const createAnswerSanitizer = (clock: Clock) => {
  let since = 0;
  let answers = 0;
  /** The interval of the last advice; it stays valid until the next advice. */
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
  /** Creates the client of one connection. */
  createClient: typeof createFayeClient;
  clock: Clock;
  report: (message: string) => void;
}): Realtime => ({
  connect(ext, settings, listener) {
    const limits = realtimeLimits(settings, deps.report);
    const channel = userChannel(ext.appId, ext.appUserId);
    let open: RealtimeListener | undefined = listener;
    const client = deps.createClient(settings.baseUrl ?? '', {
      ...limits,
      now: deps.clock.now,
      isOpen: () => !!open,
      onFailed: () => fail(),
      onExhausted: listener.onExhausted,
    });
    const { _dispatcher: dispatcher } = client;
    dispatcher.maySocket = listener.maySocket;
    const fail = () => open?.onDown(dispatcher.connectionType);
    const hang = createTimer(deps.clock);
    const sanitize = createAnswerSanitizer(deps.clock);
    let waiting: { advice?: { timeout?: number } } | undefined;
    client.addExtension({
      // A subscription carries the ids and the credential as its extension.
      outgoing(message, pass) {
        if (message.channel === '/meta/subscribe') message.ext = ext;
        if (message.channel === '/meta/connect') waiting = message;
        pass(open ? message : null);
      },
      // faye subscribes again automatically after each new handshake and does not report the result.
      incoming(message, pass) {
        const restart = decodeRestart(message.advice);
        // The connection is over; do not pass the message on, or faye would continue to use it.
        if (restart) return open?.onRestart(restart);
        sanitize(message);
        const subscribed = message.channel === '/meta/subscribe';
        if (open && (subscribed || message.channel === '/meta/handshake')) {
          hang.stop();
          // The listener decides when to try again. faye would retry after 5 s, whatever the service advises.
          if (!message.successful) return open.onRefused(message.error ?? '');
          if (subscribed) open.onSubscribed();
          else
            hang.set(HANGS_AFTER_MS, () => {
              fail();
              open?.onRefused('The subscription hangs');
            });
        }
        pass(message);
        const { interval, timeout } = client._advice;
        if (message.successful && (subscribed || message.channel === '/meta/connect'))
          open?.onAlive(dispatcher.connectionType, interval + timeout);
      },
    });
    client.on('transport:down', () => {
      // Ask for an immediate answer: only the answer to the repeated request shows that the connection works
      // again.
      if (waiting) waiting.advice = { timeout: 0 };
      fail();
    });
    // Refuse an invalid name or a wildcard, which could deliver other visitors' events.
    if (CHANNEL_NAME.test(channel))
      client.subscribe(channel, (data) => open?.onEvents(listOf(obj(data).events, decodeRealtimeEvent)));
    else listener.onRefused(`405:${channel}:Invalid channel`);
    return {
      close() {
        if (!open) return;
        open = undefined;
        hang.stop();
        client.disconnect();
        // faye does not close a transport that is still being tested.
        for (const stream of dispatcher.transports.eventsource?.values() ?? []) stream.close();
        dispatcher.close();
        // faye then does not open a transport that was requested since.
        dispatcher.clientId = undefined;
      },
    };
  },
});
