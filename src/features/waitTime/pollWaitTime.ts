import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import { WAIT_TIME_POLLING_SECONDS } from '../../model/retries/waitTime';
import type { Clock } from '../../platform/clock';
import { createTimer } from '../../platform/timer';
import type { RequestError } from '../../services/requestError';
import { clamp } from '../../wire/decode';
import type { WaitTime } from './fetchWaitTime';

/** The values shown to a waiting visitor: `position` 1 is next, `responseTime` is in seconds. */
export type Waiting = { position?: number; responseTime?: number };

/** The longest polling interval, in seconds; beyond it the shown values would be useless. */
const LONGEST_SECONDS = 3600;

type WaitTimeFlow = {
  /** Undefined if the conversation is not queued, or before the first answer. */
  waiting: ReadonlySignal<Waiting | undefined>;
  dispose(): void;
};

/**
 * Shows queue position and waiting time. An activity 'queued' is shown at once. While the conversation is
 * queued and on screen, the service is asked at once and then each interval. It ends when the conversation is
 * assigned or cleared, or when another one is shown.
 */
export const createWaitTimePolling = (deps: {
  fetchWaitTime: (conversationId: string) => Promise<WaitTime>;
  /** The conversation that is shown. */
  conversation: ReadonlySignal<
    { _id: string; routingStatus?: string; queue?: Partial<WaitTime> } | undefined
  >;
  /** Whether it is on screen in a visible page. */
  visible: ReadonlySignal<boolean>;
  clock: Clock;
  /** queuePollingInterval, in seconds. */
  pollingSeconds?: number;
  /** A position is never shown higher than one shown before, as long as the conversation stays queued. */
  onlyDecreasingQueue?: boolean;
  /** Called after a failed fetch, to clear the queued state; not called if the visitor has left. */
  onFailed: (conversationId: string, error: RequestError) => void;
}): WaitTimeFlow => {
  const { clock } = deps;
  const intervalMs = (clamp(deps.pollingSeconds, 1, LONGEST_SECONDS) ?? WAIT_TIME_POLLING_SECONDS) * 1000;
  const waiting = signal<Waiting | undefined>(undefined);
  /** The queued conversation's id. `stay` counts its stays in the queue; late answers are ignored. */
  let queued: string | undefined;
  let stay = 0;
  /** The stay with a pending request; -1 if none. */
  let asking = -1;
  let askedAt = Number.NEGATIVE_INFINITY;
  /** The last activity shown; each is shown once, so that it does not replace a newer answer. */
  let heard: Partial<WaitTime> | undefined;
  const interval = createTimer(clock);

  const show = ({ queuePosition, responseTime }: Partial<WaitTime>) => {
    const before = waiting.peek()?.position;
    const held = deps.onlyDecreasingQueue && before !== undefined && (queuePosition ?? before) >= before;
    waiting.value = { position: held ? before : queuePosition, responseTime };
  };

  /** Asks one interval after the last request, or now if that is over; not while hidden or already asking. */
  const next = (visible: boolean) => {
    interval.stop();
    if (queued === undefined || asking === stay || !visible) return;
    const left = askedAt + intervalMs - clock.now();
    if (left <= 0) void ask(queued);
    // The visitor's clock may have been set back: wait one interval at most.
    else interval.set(Math.min(left, intervalMs), () => queued !== undefined && void ask(queued));
  };

  const ask = async (id: string) => {
    const mine = stay;
    asking = mine;
    askedAt = clock.now();
    try {
      const told = await deps.fetchWaitTime(id);
      if (mine === stay) show(told);
    } catch (error) {
      const failure = error as RequestError;
      if (mine === stay && !failure.isActionCancelled) deps.onFailed(id, failure);
    }
    if (mine !== stay) return;
    asking = -1;
    next(deps.visible.peek());
  };

  const leave = () => {
    interval.stop();
    stay++;
    queued = undefined;
    askedAt = Number.NEGATIVE_INFINITY;
    waiting.value = undefined;
  };

  const stop = effect(() => {
    const { _id, routingStatus, queue } = deps.conversation.value ?? {};
    const visible = deps.visible.value;
    untracked(() => {
      const now = routingStatus === 'queued' ? _id : undefined;
      if (now !== queued) leave();
      queued = now;
      const tells = queue && (queue.queuePosition ?? queue.responseTime) !== undefined;
      if (now && tells && queue !== heard) show(queue);
      heard = queue;
      next(visible);
    });
  });

  return {
    waiting,
    dispose() {
      stop();
      leave();
    },
  };
};
