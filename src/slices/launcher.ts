import { type ReadonlySignal, signal } from '@preact/signals-react';

export type LauncherSlice = ReturnType<typeof createLauncherSlice>;

/** Whether the page shows the messenger at all: `zE('messenger', 'hide')` and `show`. */
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
