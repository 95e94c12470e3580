import type { Clock } from '../platform/clock';
import type { RequestError, Tell } from '../services/requestError';
import type { CatchUpDeps } from './catchUp';
import type { LeaveDeps } from './leaveConversation';

/** How soon what could not be read is asked for again. */
const REREAD_MS = 15_000;

/** Reads back what may have been missed. Its code comes with the realtime chunk, which every open conversation loads. */
export const createReadBack = (
  deps: CatchUpDeps &
    LeaveDeps & {
      clock: Clock;
      activeId: () => string | undefined;
      /** Sends what waits: whoever can be read from can be written to. */
      flush: () => void;
      tell: Tell;
    },
) => {
  let cancel = () => {};
  /** A visitor's first gap is the time it takes to connect: there is nothing to read but messages. */
  let justMade = false;
  /** What the service knew no more; asked for again all the same if it gives it out again. */
  const gone = new Set<string>();
  /** @param whole whether reads, status and routing may be missed too, not only messages */
  const read = async (whole: boolean) => {
    deps.flush();
    cancel();
    const id = deps.activeId();
    if (!id) return;
    try {
      const chunk = await import('./liveChunk');
      // The visitor may have left while it came.
      if (deps.activeId() !== id) return;
      await (whole ? chunk.resync : chunk.catchUp)(deps, id);
    } catch (cause) {
      const { status, code, isRefused } = cause as RequestError;
      // In the service's own words: it is removed, or somebody else's.
      if ((status === 404 || status === 403) && code && !isRefused && !gone.has(id)) {
        const chunk = await import('./several').catch(() => undefined);
        if (chunk) {
          gone.add(id);
          return chunk.leaveConversation(deps, id);
        }
      }
      deps.tell('Could not refresh')(cause);
      // While the connection stands, nothing else may come to wake it up.
      if (!(cause as RequestError).isActionCancelled)
        cancel = deps.clock.after(REREAD_MS, () => void read(whole));
    }
  };
  const refresh = () => void read(false);
  return {
    refresh,
    /** The conversation is there. @param isNew so that nothing can have been said in it */
    onStarted(isNew: boolean) {
      justMade = isNew;
      if (!isNew) refresh();
    },
    /** Events may have been missed. */
    onGap() {
      void read(!justMade);
      justMade = false;
    },
    dispose: () => cancel(),
  };
};
