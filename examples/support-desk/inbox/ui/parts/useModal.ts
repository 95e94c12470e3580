import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Shows a dialog over the page while it is mounted. The focus returns to its former place when the dialog closes.
 * @returns closes the dialog at once
 */
export const useModal = (dialog: RefObject<HTMLDialogElement | null>): (() => void) => {
  const before = useRef<Element | null>(null);
  const close = useCallback(() => {
    if (!dialog.current?.open) return;
    dialog.current.close();
    const field = before.current;
    // The browser has returned the focus. In Chromium, a text field gets no keys until it is focused once more.
    if (!(field instanceof HTMLTextAreaElement) || document.activeElement !== field) return;
    field.blur();
    field.focus({ preventScroll: true });
  }, [dialog]);
  useLayoutEffect(() => {
    before.current = document.activeElement;
    dialog.current?.showModal();
    return close;
  }, [dialog, close]);
  return close;
};
