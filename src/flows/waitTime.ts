import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import type { Clock } from '../platform/clock';
import type { RequestError } from '../services/requestError';
import type { WaitTime } from '../services/waitTime';
import { clamp } from '../wire/decode';

/** What a waiting visitor is shown: `position` 1 is next, `responseTime` is seconds. */
export type Waiting = { position?: number; responseTime?: number };

/** SPEC.md section 9: "Queue polling interval default 60 (seconds)." */
export const DEFAULT_POLLING_SECONDS = 60;

/** A longer interval would tell nobody anything. */
const LONGEST_SECONDS = 3600;

export type WaitTimeFlow = {
  /** Undefined where nobody waits, or nothing is known yet. */
  waiting: ReadonlySignal<Waiting | undefined>;
  dispose(): void;
};

/**
 * Shows at once what an activity 'queued' tells. Asks for queue position and waiting time as soon as the conversation is queued and on screen, and again each interval
 * while it is both. It ends as soon as the conversation is assigned or cleared, or another one is shown.
 */
export const createWaitTime = (deps: {
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
  /** "A failed wait-time fetch turns queued into cleared" (SPEC.md section 4). Not told of a visitor who has left. */
  onFailed: (conversationId: string, error: RequestError) => void;
}): WaitTimeFlow => {
  const { clock } = deps;
  const intervalMs = (clamp(deps.pollingSeconds, 1, LONGEST_SECONDS) ?? DEFAULT_POLLING_SECONDS) * 1000;
  const waiting = signal<Waiting | undefined>(undefined);
  /** The conversation that waits, and a number for this stay in the queue: an answer to an earlier one is nobody's. */
  let queued: string | undefined;
  let stay = 0;
  /** The stay that is being asked for. */
  let asking = -1;
  let askedAt = Number.NEGATIVE_INFINITY;
  /** What an activity told last: it is news once. */
  let heard: Partial<WaitTime> | undefined;
  let cancel = () => {};

  const show = ({ queuePosition, responseTime }: Partial<WaitTime>) => {
    const before = waiting.peek()?.position;
    const held = deps.onlyDecreasingQueue && before !== undefined && (queuePosition ?? before) >= before;
    waiting.value = { position: held ? before : queuePosition, responseTime };
  };

  /** Asks now, or once the last answer is an interval old; not while an answer is awaited or nobody looks. */
  const next = (visible: boolean) => {
    cancel();
    if (queued === undefined || asking === stay || !visible) return;
    const left = askedAt + intervalMs - clock.now();
    if (left <= 0) void ask(queued);
    // The visitor's clock may have been set back meanwhile.
    else cancel = clock.after(Math.min(left, intervalMs), () => queued !== undefined && void ask(queued));
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
    cancel();
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
