import { SENDING_FILE_AGAIN_MS } from '../../model/retries/core';
import { createLazy } from '../../platform/lazy';
import { createTimer } from '../../platform/timer';
import type { ReportUnlessCancelled } from '../../services/requestError';
import type { Chunks } from '../chunks';
import type { DelayNotices } from './delayNotices';
import type { createSendQueue, SendQueueDeps } from './sendQueue';

export type QueueLoaderDeps = SendQueueDeps & {
  chunks: Pick<Chunks, 'sendQueue'>;
  reportUnlessCancelled: ReportUnlessCancelled;
};

/**
 * Stands in for the lazy send queue, which loads with the conversation and so before the first message. While
 * it cannot be loaded, messages wait in the log and the outbox; each flush asks again, and so does a timer.
 */
export const createQueueLoader = (deps: QueueLoaderDeps, delays: DelayNotices) => {
  const load = createLazy(deps.chunks.sendQueue);
  const again = createTimer(deps.clock);
  let queue: ReturnType<typeof createSendQueue> | undefined;
  const flush = (): void => {
    queue?.flush();
    if (load.begun()) return;
    again.stop();
    load().then(
      ({ createSendQueue }) => {
        queue = createSendQueue(deps, delays);
        queue.flush();
      },
      (cause) => {
        deps.reportUnlessCancelled('Sending could not be loaded')(cause);
        again.set(SENDING_FILE_AGAIN_MS, flush);
      },
    );
  };
  return {
    /** Sends waiting messages, and again those that failed because of the network. */
    flush,
    stop() {
      again.stop();
      queue?.stop();
    },
  };
};
