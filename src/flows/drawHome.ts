import { onWake, type Waking } from '../platform/page';
import type { Shown } from './showWidget';

/** What the lazy chunk of the home card gives, bound to its state. */
export type DrawInto = (surface: Shown) => Promise<() => void>;

/**
 * Draws the home card once, when it is first asked for. Where its code or its words cannot be had, the surface says so
 * and its retry button asks again (SPEC.md section 2 'Home failure view'), as does the page when it wakes.
 */
export const createHomeDrawer = (deps: {
  surface: Shown;
  draw: DrawInto;
  page: Waking;
  report: (message: string, cause?: unknown) => void;
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
      deps.report('The conversation could not be loaded', cause);
      surface.failed();
    }
  };
  surface.onRetry = () => void draw();
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
