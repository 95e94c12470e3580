import { HISTORY_AGAIN_MS } from '../../model/retryPolicies';
import type { Clock } from '../../platform/clock';
import type { RequestError, Tell } from '../../services/requestError';
import type { Chunks } from '../chunks';
import type { CatchUpDeps } from './catchUp';
import type { LeaveDeps } from './leaveConversation';

/** Starts history syncs. Their code is in the realtime chunk, which every open conversation loads. */
export const createReadBack = (
  deps: CatchUpDeps &
    LeaveDeps & {
      chunks: Pick<Chunks, 'realtime' | 'several' | 'arrivals'>;
      clock: Clock;
      activeId: () => string | undefined;
      /** Sends waiting messages: when the service can be read, it can also be written to. */
      flush: () => void;
      tell: Tell;
    },
) => {
  let cancel = () => {};
  /** True for a new visitor until realtime connects: their first gap can miss messages only. */
  let justMade = false;
  /** Conversations left after a 404 or 403. If the service lists one again, a refusal only causes a retry. */
  const gone = new Set<string>();
  /** @param whole also reload the conversation (read positions, status, routing), not only its messages */
  const read = async (whole: boolean) => {
    deps.flush();
    cancel();
    const id = deps.activeId();
    if (!id) return;
    try {
      const chunk = await deps.chunks.realtime();
      // The visitor may have left while the chunk loaded.
      if (deps.activeId() !== id) return;
      await (whole ? chunk.resync : chunk.catchUp)(deps, id);
    } catch (cause) {
      const { status, code, isRefused } = cause as RequestError;
      // An error code of the service itself: the conversation is removed, or belongs to another visitor.
      if ((status === 404 || status === 403) && code && !isRefused && !gone.has(id)) {
        const chunk = await deps.chunks.several().catch(() => undefined);
        if (chunk) {
          gone.add(id);
          return chunk.leaveConversation(deps, id);
        }
      }
      deps.tell('Could not refresh')(cause);
      // Retry by timer: while the connection is up, no other event may trigger a sync.
      if (!(cause as RequestError).isActionCancelled)
        cancel = deps.clock.after(HISTORY_AGAIN_MS, () => void read(whole));
    }
  };
  const refresh = () => void read(false);
  return {
    refresh,
    /** Call when the conversation has started. @param isNew true if it cannot hold messages yet */
    onStarted(isNew: boolean) {
      justMade = isNew;
      if (!isNew) refresh();
    },
    /** Call when realtime events may have been missed. */
    onGap() {
      void read(!justMade);
      justMade = false;
    },
    dispose: () => cancel(),
  };
};
