import { effect, type ReadonlySignal } from '@preact/signals-react';
import type { Clock } from '../platform/clock';

/** How long a full-screen window stands open before the page behind it stops scrolling, ms: its opening is over then. */
const LOCK_MS = 400;

/**
 * What a window that fills the screen needs of the page (SPEC.md section 2: "When it is open and visible, page scrolling is
 * locked after a short delay that comes from a theme constant"): the page is still while it is looked at, and the window
 * stays above a phone's keyboard.
 * @param deps.shown whether the widget is open in a visible page
 * @param deps.fills whether its window fills the screen now
 * @param deps.lock stops the page from scrolling, or lets it again
 * @param deps.fit lays the window into what the keyboard leaves of the screen
 * @param deps.onResize told of each change of the screen or of what is seen of it; gives its removal
 * @returns the undo
 */
export const createScreenFiller = (deps: {
  shown: ReadonlySignal<boolean>;
  clock: Clock;
  fills: () => boolean;
  lock: (locked: boolean) => void;
  fit: (fills: boolean) => void;
  onResize: (run: () => void) => () => void;
}): (() => void) => {
  let cancel = () => {};
  const look = () => {
    const shown = deps.shown.value;
    const fills = deps.fills();
    deps.fit(fills);
    cancel();
    if (shown && fills) cancel = deps.clock.after(LOCK_MS, () => deps.lock(true));
    else deps.lock(false);
  };
  const stops = [effect(look), deps.onResize(look)];
  return () => {
    for (const stop of stops) stop();
    cancel();
    deps.lock(false);
    deps.fit(false);
  };
};
