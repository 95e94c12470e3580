import type { CardFrame } from '../../../src/platform/frames';

/**
 * Keeps a card from taking the focus while it is drawn: the page would scroll to it.
 * @returns ends it
 */
export const keepQuiet = ({ element, window: view }: CardFrame): (() => void) => {
  const { prototype } = (view as Window & typeof globalThis).HTMLElement;
  const { focus } = prototype;
  const had = element.ownerDocument.activeElement === element;
  prototype.focus = () => {};
  return () => {
    prototype.focus = focus;
    // A dialog takes the focus without being asked.
    if (!had && element.ownerDocument.activeElement === element) element.blur();
  };
};
