import { REALTIME_FILE_AGAIN_MS } from '../../model/retries/core';
import type { Clock } from '../../platform/clock';
import { createLazy } from '../../platform/lazy';
import { createTimer } from '../../platform/timer';
import type { Keeper } from './stayConnected';

/** The visitor's realtime session; it may be started and stopped before its chunk has loaded. */
export type RealtimeSession = { start(): void; stop(): void };

/** Stands in for the lazy realtime chunk: remembers start and stop, and retries a failed load. */
export const createRealtimeSession = (deps: {
  load: () => Promise<Keeper>;
  clock: Clock;
  report: (message: string, cause?: unknown) => void;
  onDispose: (undo: () => void) => void;
}): RealtimeSession => {
  let wanted = false;
  let keeper: Keeper | undefined;
  const load = createLazy(deps.load);
  const again = createTimer(deps.clock);
  const start = () => {
    wanted = true;
    if (keeper) return keeper.start();
    if (load.begun()) return;
    again.stop();
    load().then(
      (loaded) => {
        keeper = loaded;
        if (wanted) keeper.start();
      },
      (cause) => {
        deps.report('Realtime could not be loaded', cause);
        if (wanted) again.set(REALTIME_FILE_AGAIN_MS, start);
      },
    );
  };
  const stop = () => {
    wanted = false;
    again.stop();
    keeper?.stop();
  };
  deps.onDispose(stop);
  return { start, stop };
};
