import { type ReadonlySignal, signal } from '@preact/signals-react';

export type LauncherSlice = ReturnType<typeof createLauncherSlice>;

/** Whether the page hides the whole messenger with `zE('messenger', 'hide')`. */
export const createLauncherSlice = () => {
  const hidden = signal(false);
  return {
    hidden: hidden as ReadonlySignal<boolean>,
    hide() {
      hidden.value = true;
    },
    show() {
      hidden.value = false;
    },
  };
};
