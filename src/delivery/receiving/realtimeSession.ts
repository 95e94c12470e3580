import { REALTIME_FILE_AGAIN_MS } from '../../model/retries/core';
import type { Clock } from '../../platform/clock';
import type { Keeper } from './stayConnected';

/** The visitor's realtime session; it may be started and stopped before its chunk has loaded. */
export type RealtimeSession = { start(): void; stop(): void; dispose(): void };

/** Stands in for the lazy realtime chunk: remembers start and stop, and retries a failed load. */
export const createRealtimeSession = (deps: {
  load: () => Promise<Keeper>;
  clock: Clock;
  report: (message: string, cause?: unknown) => void;
}): RealtimeSession => {
  let wanted = false;
  let keeper: Keeper | undefined;
  let loading = false;
  let disposed = false;
  let cancel = () => {};
  const start = () => {
    wanted = true;
    if (keeper) return keeper.start();
    if (loading) return;
    loading = true;
    cancel();
    deps
      .load()
      .then((loaded) => {
        if (disposed) return loaded.dispose();
        keeper = loaded;
        if (wanted) keeper.start();
      })
      .catch((cause) => {
        deps.report('Realtime could not be loaded', cause);
        if (wanted) cancel = deps.clock.after(REALTIME_FILE_AGAIN_MS, start);
      })
      .finally(() => {
        loading = false;
      });
  };
  const stop = () => {
    wanted = false;
    cancel();
    keeper?.stop();
  };
  return {
    start,
    stop,
    dispose() {
      stop();
      disposed = true;
      keeper?.dispose();
      keeper = undefined;
    },
  };
};
