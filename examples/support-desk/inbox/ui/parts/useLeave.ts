import { type RefObject, useEffect } from 'react';

/**
 * Closes an open element when the agent presses or focuses something outside it.
 * @param root the element that contains everything open
 */
export const useLeave = (root: RefObject<HTMLElement | null>, open: boolean, close: () => void): void => {
  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [open]);
};
