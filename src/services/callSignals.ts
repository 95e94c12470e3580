import type { Clock } from '../platform/clock';
import { decodeSignals, type Signal } from '../wire/voice';
import type { RequestError } from './requestError';

/** A request without an answer is repeated after this time, in milliseconds. */
const AGAIN_MS = 1_000;

/** The service's calls for one end of a voice call. Both reject with the cause, which may have a `status`. */
export type CallChannel = {
  /** Resolves with the other end's signals after this one; waits some seconds for one. */
  ask(after: number): Promise<unknown>;
  post(signals: readonly Signal[]): Promise<unknown>;
  /** Ends the call while the page is being left, by a request that outlives it. Never throws. */
  leave(): void;
};

/** Whether the request was canceled or refused for good, so that a retry is useless. */
const isFinal = (cause: unknown): boolean => {
  const { status, isActionCancelled } = cause as Partial<RequestError>;
  return (
    isActionCancelled === true || (status !== undefined && status >= 400 && status < 500 && status !== 429)
  );
};

/**
 * Carries signals both ways over the service, in order. Signals that cannot be read are dropped.
 * @param deps.gone called when the service does not know the call (any more)
 */
export const createCallSignals = (deps: {
  channel: CallChannel;
  clock: Clock;
  take(signal: Signal): void;
  gone(): void;
}) => {
  const { channel, clock } = deps;
  let over = false;
  let wake = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(AGAIN_MS, resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });
  const listen = async () => {
    for (let after = 0; !over; ) {
      try {
        const answer = decodeSignals(await channel.ask(after));
        if (!answer) {
          await pause();
          continue;
        }
        after = answer.next;
        for (const signal of answer.signals) if (!over) deps.take(signal);
      } catch (cause) {
        if (over) return;
        if (isFinal(cause)) return deps.gone();
        await pause();
      }
    }
  };
  let queue: Signal[] = [];
  let sending = false;
  const flush = async () => {
    if (sending) return;
    sending = true;
    while (queue.length > 0) {
      const signals = queue;
      queue = [];
      try {
        await channel.post(signals);
      } catch (cause) {
        if (isFinal(cause)) break;
        // After the end, only the last signals are still in the queue.
        if (over) continue;
        queue = [...signals, ...queue];
        await pause();
      }
    }
    sending = false;
  };
  void listen();
  return {
    send(signal: Signal) {
      if (over) return;
      queue.push(signal);
      void flush();
    },
    /** Ends both ways. @param last the signals that are still sent */
    stop(last?: Signal) {
      if (over) return;
      over = true;
      queue = last ? [last] : [];
      wake();
      void flush();
    },
  };
};
