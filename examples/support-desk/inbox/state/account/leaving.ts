import { effect, type ReadonlySignal } from '@preact/signals-react';

const ask = (event: Event): void => event.preventDefault();

/**
 * Makes the browser ask before the page closes while closing would lose something. It listens only then, because a
 * listener keeps some browsers from restoring the page on Back.
 * @returns stops asking
 */
export const askBeforeLeaving = (holds: ReadonlySignal<boolean>): (() => void) =>
  effect(() => {
    if (!holds.value) return undefined;
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  });
