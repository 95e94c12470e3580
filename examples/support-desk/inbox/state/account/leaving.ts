import { effect, type ReadonlySignal } from '@preact/signals-react';

const ask = (event: Event): void => event.preventDefault();

/**
 * Makes the browser ask before the page closes while it holds something that would be lost. At other times it does not listen,
 * because a listener keeps some browsers from restoring the page when the agent goes back to it.
 * @returns stops asking
 */
export const askBeforeLeaving = (holds: ReadonlySignal<boolean>): (() => void) =>
  effect(() => {
    if (!holds.value) return undefined;
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  });
