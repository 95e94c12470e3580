import { type RefObject, useLayoutEffect } from 'react';

/** Shows a dialog over the page for as long as it is there. The browser gives the focus back when it closes. */
export const useModal = (dialog: RefObject<HTMLDialogElement | null>): void =>
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
