import { SENDING_FILE_AGAIN_MS } from '../../model/retries/core';
import type { Tell } from '../../services/requestError';
import type { Chunks } from '../chunks';
import type { DelayNotices } from './delayNotices';
import type { createSendQueue, SendQueueDeps } from './sendQueue';

export type QueueLoaderDeps = SendQueueDeps & { chunks: Pick<Chunks, 'sending'>; tell: Tell };

/**
 * Stands in for the lazy send queue, which loads with the conversation and so before the first message. While
 * it cannot be loaded, messages wait in the log and the outbox; each flush asks again, and so does a timer.
 */
export const createQueueLoader = (deps: QueueLoaderDeps, delays: DelayNotices) => {
  let queue: ReturnType<typeof createSendQueue> | undefined;
  let loading = false;
  let cancel = () => {};
  const flush = async (): Promise<void> => {
    if (queue) return queue.flush();
    if (loading) return;
    loading = true;
    cancel();
    try {
      queue = (await deps.chunks.sending()).createSendQueue(deps, delays);
    } catch (cause) {
      deps.tell('Sending could not be loaded')(cause);
      cancel = deps.clock.after(SENDING_FILE_AGAIN_MS, flush);
    }
    loading = false;
    queue?.flush();
  };
  return {
    /** Sends waiting messages, and again those that failed because of the network. */
    flush: () => void flush(),
    stop() {
      cancel();
      queue?.stop();
    },
  };
};
