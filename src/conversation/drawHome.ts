import { createLazy } from '../platform/lazy';
import { onWake, type Waking } from '../platform/page';
import type { WidgetSurface } from './showWidget';

/** Draws the home card, from its lazy chunk; resolves with the undo. */
type DrawInto = (surface: WidgetSurface) => Promise<() => void>;

/**
 * Draws the home card once, on the first request. After a failure, the surface's retry button or the page
 * waking up tries again.
 * @param deps.failed called with the cause if its code or its words fail to load
 * @returns draws it
 */
export const createHomeDrawer = (deps: {
  surface: WidgetSurface;
  draw: DrawInto;
  page: Waking;
  failed: (cause: unknown) => void;
  /** Registers the function that removes the card, even one that is still being drawn. */
  onDispose: (undo: () => void) => void;
}): (() => void) => {
  const { onDispose, surface } = deps;
  const drawn = createLazy(async () => onDispose(await deps.draw(surface)));
  let failed = false;
  const draw = (): void => {
    if (drawn.begun()) return;
    drawn().catch((cause) => {
      failed = true;
      deps.failed(cause);
    });
  };
  surface.retry = draw;
  onDispose(onWake(deps.page, () => failed && draw()));
  return draw;
};
