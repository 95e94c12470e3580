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
  failed: (cause: unknown) => void;
}) => {
  const { surface } = deps;
  let undo: (() => void) | undefined;
  let drawing = false;
  let failed = false;
  let disposed = false;
  const draw = async (): Promise<void> => {
    if (drawing) return;
    drawing = true;
    try {
      undo = await deps.draw(surface);
      if (disposed) undo();
    } catch (cause) {
      drawing = false;
      failed = true;
      deps.failed(cause);
    }
  };
  surface.retry = () => void draw();
  const stopWaking = onWake(deps.page, () => failed && void draw());
  return {
    draw: () => void draw(),
    /** Removes the card, even if it is still being drawn. */
    dispose() {
      disposed = true;
      stopWaking();
      undo?.();
    },
  };
};
