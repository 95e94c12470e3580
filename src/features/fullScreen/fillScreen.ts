import { effect, type ReadonlySignal } from '@preact/signals-react';
import type { Clock } from '../../platform/clock';
import { createTimer } from '../../platform/timer';

/** Delay in ms before the page behind a full-screen window stops scrolling: its opening must end first. */
const LOCK_MS = 400;

/**
 * Locks page scrolling while a full-screen window is open and visible, and keeps that window above a phone's
 * keyboard.
 * @param deps.shown whether the widget is open in a visible page
 * @param deps.fills whether its window fills the screen now
 * @param deps.lock stops the page from scrolling (true) or allows it again (false)
 * @param deps.fit sizes the window to the part of the screen that the keyboard leaves free
 * @param deps.onResize runs its argument on each change of the screen or of its visible
 *   part; returns the removal
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
  const opening = createTimer(deps.clock);
  const update = () => {
    const shown = deps.shown.value;
    const fills = deps.fills();
    deps.fit(fills);
    opening.stop();
    if (shown && fills) opening.set(LOCK_MS, () => deps.lock(true));
    else deps.lock(false);
  };
  const stops = [effect(update), deps.onResize(update)];
  return () => {
    for (const stop of stops) stop();
    opening.stop();
    deps.lock(false);
    deps.fit(false);
  };
};
