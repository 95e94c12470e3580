import { HISTORY_AGAIN_MS } from '../../model/retries/core';
import type { Clock } from '../../platform/clock';
import { createTimer } from '../../platform/timer';
import type { ReportUnlessCancelled, RequestError } from '../../services/requestError';
import { BEFORE_ANY_MESSAGE } from '../../slices/conversations';
import type { Chunks } from '../chunks';
import type { HistoryDeps } from './history';

/** Starts history syncs, and repeats a failed one. */
export const createHistorySync = (
  deps: HistoryDeps & {
    chunks: Pick<Chunks, 'history'>;
    clock: Clock;
    activeId: () => string | undefined;
    /** Sends waiting messages: when the service can be read, it can also be written to. */
    flush: () => void;
    reportUnlessCancelled: ReportUnlessCancelled;
  },
) => {
  const again = createTimer(deps.clock);
  /** True for a new visitor until realtime connects: their first gap can miss messages only. */
  let justMade = false;
  /** Conversations that were left because the service had removed them. */
  const gone = new Set<string>();
  /** @param whole also reload the conversation (read positions, status, routing), not only its messages */
  const read = async (whole: boolean) => {
    deps.flush();
    again.stop();
    const id = deps.activeId();
    if (!id) return;
    try {
      const chunk = await deps.chunks.history();
      // The visitor may have left while the chunk loaded.
      if (deps.activeId() === id) await chunk.readHistory(deps, id, whole, gone);
    } catch (cause) {
      deps.reportUnlessCancelled('Failed to get conversation')(cause);
      // Retry by timer: while the connection is up, no other event may trigger a sync.
      if (!(cause as RequestError).isActionCancelled) again.set(HISTORY_AGAIN_MS, () => void read(whole));
    }
  };
  const refresh = () => void read(false);
  return {
    refresh,
    /** Call when the conversation has started. @param isNew true if it cannot hold messages yet */
    onStarted(isNew: boolean) {
      justMade = isNew;
      if (!isNew) refresh();
      else deps.conversations.synced(deps.activeId() as string, { completeTo: BEFORE_ANY_MESSAGE });
    },
    /** Call when realtime events may have been missed. */
    onGap() {
      void read(!justMade);
      justMade = false;
    },
  };
};
