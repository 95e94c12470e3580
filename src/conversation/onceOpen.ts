import { effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import { createLazy } from '../platform/lazy';
import type { Router } from '../slices/router';
import type { User } from '../slices/user';

/**
 * Opening the widget creates the visitor, connects and draws the card, but not during a login. A visitor who leaves
 * while it is open starts nothing here: `identity.ts` starts the next one.
 * @returns the undo
 */
export const startWhenOpen = (deps: {
  router: Pick<Router, 'widgetOpen'>;
  user: Pick<User, 'initializedStatus'>;
  authentication: { isUserLoggingIn: ReadonlySignal<boolean> };
  start: () => void;
  draw: () => void;
}): (() => void) =>
  effect(() => {
    if (!deps.router.widgetOpen.value) return;
    const busy = deps.authentication.isUserLoggingIn.value;
    // Signals read in here must not rerun this effect.
    untracked(() => {
      if (!busy && deps.user.initializedStatus.value === 'notConnected') deps.start();
      deps.draw();
    });
  });

/**
 * Loads something once it is wanted. A load that failed is repeated when the value changes.
 * @returns the undo
 */
export const loadOnce = (wanted: ReadonlySignal<unknown>, load: () => Promise<unknown>): (() => void) => {
  const once = createLazy(load);
  return effect(() => {
    if (wanted.value) once().catch(() => {});
  });
};
