import type { Clock } from '../../platform/clock';
import { createLazy } from '../../platform/lazy';
import type { Page } from '../../platform/page';
import { createSilence, type Silence } from './silence';
import type { Keeper } from './stayConnected';

/** The visitor's realtime session; it may be started and stopped before its chunk has loaded. */
export type RealtimeSession = { start(): void; stop(): void };

/**
 * Stands in for the lazy realtime chunk: remembers start and stop, and retries a failed load. Until the chunk has
 * loaded, the history is read, because a request may hang without an end or an error.
 */
export const createRealtimeSession = (deps: {
  /** @param silence is continued by the chunk */
  load: (silence: Silence) => Promise<Keeper>;
  /** Called repeatedly while nothing arrives live and the page is visible. */
  onSilence: () => void;
  page: Pick<Page, 'visible'>;
  clock: Clock;
  report: (message: string, cause?: unknown) => void;
  onDispose: (undo: () => void) => void;
}): RealtimeSession => {
  let wanted = false;
  let keeper: Keeper | undefined;
  const silence = createSilence(deps.clock, () => {
    ask();
    if (deps.page.visible()) deps.onSilence();
  });
  const load = createLazy(() => deps.load(silence));
  const ask = () => {
    if (load.begun()) return;
    load().then(
      (loaded) => {
        silence.stop();
        keeper = loaded;
        if (wanted) keeper.start();
      },
      (cause) => deps.report('Realtime could not be loaded', cause),
    );
  };
  const start = () => {
    if (keeper) return keeper.start();
    if (!wanted) silence.listen();
    wanted = true;
    ask();
  };
  const stop = () => {
    wanted = false;
    silence.stop();
    keeper?.stop();
  };
  deps.onDispose(stop);
  return { start, stop };
};
