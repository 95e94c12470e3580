import { onWake, type Waking } from '../platform/page';
import type { Shown } from './showWidget';

/** What the lazy chunk of the home card gives, bound to its state. */
export type DrawInto = (surface: Shown) => Promise<() => void>;

/**
 * Draws the home card once, when it is first asked for. The surface's retry button asks again, as does the page when it wakes.
 * @param deps.failed told where its code or its words cannot be had
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
      else surface.drawn();
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
    /** Undoes what is drawn, also when it is only just being drawn. */
    dispose() {
      disposed = true;
      stopWaking();
      undo?.();
    },
  };
};
