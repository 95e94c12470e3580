import type { Clock } from '../platform/clock';
import { list, obj } from '../wire/decode';
import { decodeRealtimeEvent, type RealtimeEvent, type SubscribeExt, userChannel } from '../wire/realtime';
import type { RealtimeSettings } from '../wire/user';
import type { createFayeClient } from './fayeClient';

/** SPEC.md section 5, Realtime client. */
const MIN_RETRY_SECONDS = 15;
const MAX_ATTEMPTS = 5;

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
  let { retryInterval = MIN_RETRY_SECONDS, maxConnectionAttempts: maxAttempts = MAX_ATTEMPTS } = settings;
  if (retryInterval < MIN_RETRY_SECONDS) {
    report(`Realtime retry interval cannot be below ${MIN_RETRY_SECONDS} seconds`);
    retryInterval = MIN_RETRY_SECONDS;
  }
  if (maxAttempts > MAX_ATTEMPTS) {
    report(`Realtime connection attempts cannot exceed ${MAX_ATTEMPTS}`);
    maxAttempts = MAX_ATTEMPTS;
  }
  return { retryInterval, maxAttempts };
};

export const createRealtime = (deps: {
  load: () => Promise<{ createFayeClient: typeof createFayeClient }>;
  clock: Clock;
  report: (message: string) => void;
}): Realtime => ({
  async connect(ext, settings, listener) {
    const limits = realtimeLimits(settings, deps.report);
    const { createFayeClient } = await deps.load();
    let closed = false;
    const client = createFayeClient(settings.baseUrl ?? '', {
      ...limits,
      now: deps.clock.now,
      isOpen: () => !closed,
      onExhausted: listener.onExhausted,
    });
    let cancelHang = () => {};
    let waiting: { advice?: { timeout: number } } | undefined;
    client.addExtension({
      // "Subscribe to channel … with extension fields appId, appUserId and one of …" (SPEC.md section 7)
      outgoing(message, pass) {
        if (message.channel === '/meta/subscribe') message.ext = ext;
        if (message.channel === '/meta/connect') waiting = message;
        pass(closed ? null : message);
      },
      // The client library subscribes again by itself after each new handshake and tells nobody how that went.
      incoming(message, pass) {
        if (message.channel === '/meta/handshake' && message.successful && !closed) {
          cancelHang();
          cancelHang = deps.clock.after(HANGS_AFTER_MS, () => listener.onRefused('The subscription hangs'));
        }
        if (message.channel === '/meta/subscribe' && !closed) {
          cancelHang();
          if (message.successful) listener.onSubscribed();
          else listener.onRefused(message.error ?? '');
        }
        pass(message);
      },
    });
    let down = false;
    client.on('transport:down', () => {
      down = true;
      // Sent again, it is to be answered at once, not when there is news: only the answer tells that the way is free.
      if (waiting) waiting.advice = { timeout: 0 };
      if (!closed) listener.onDown();
    });
    // The service may still know this client after a short loss: then no subscription is acknowledged anew.
    client.on('transport:up', () => {
      if (down && !closed) listener.onSubscribed();
      down = false;
    });
    client.subscribe(userChannel(ext.appId, ext.appUserId), (data) => {
      if (closed) return;
      const events = list(obj(data).events).map(decodeRealtimeEvent);
      listener.onEvents(events.filter((e) => e !== undefined));
    });
    return {
      close() {
        if (closed) return;
        closed = true;
        cancelHang();
        client.disconnect();
        client._dispatcher.close();
      },
    };
  },
});
