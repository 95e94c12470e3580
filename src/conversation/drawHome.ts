import { LATE_MS } from '../model/retryPolicies';
import type { Clock } from '../platform/clock';
import { onWake, type Waking } from '../platform/page';
import type { Shown } from './showWidget';

/** Draws the home card, from its lazy chunk; resolves with the undo. */
export type DrawInto = (surface: Shown) => Promise<() => void>;

/**
 * Draws the home card once, on the first request. After a failure, the surface's retry button or the page
 * waking up tries again.
 * @param deps.failed called with the cause if its code or its words fail to load
 */
export const createHomeDrawer = (deps: {
  surface: Shown;
  draw: DrawInto;
  page: Waking;
  clock: Pick<Clock, 'after'>;
  failed: (cause: unknown) => void;
}) => {
  const { surface } = deps;
  let undo: (() => void) | undefined;
  let drawing = false;
  let failed = false;
  let disposed = false;
  let cancel = () => {};
  const late = () => {
    cancel();
    cancel = deps.clock.after(LATE_MS, surface.failed);
  };
  const draw = async (): Promise<void> => {
    if (drawing) return;
    drawing = true;
    // The words may hang. A card that is drawn even later takes the failure away.
    late();
    try {
      undo = await deps.draw(surface);
      cancel();
      if (disposed) undo();
    } catch (cause) {
      drawing = false;
      failed = true;
      cancel();
      deps.failed(cause);
    }
  };
  surface.retry = () => {
    if (drawing) late();
    else void draw();
  };
  const stopWaking = onWake(deps.page, () => failed && void draw());
  return {
    draw: () => void draw(),
    /** Removes the card, even if it is still being drawn. */
    dispose() {
      disposed = true;
      stopWaking();
      cancel();
      undo?.();
    },
  };
};
