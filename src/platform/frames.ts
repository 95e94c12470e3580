/** A same-origin frame in which one card is drawn. */
export type CardFrame = {
  element: HTMLIFrameElement;
  window: Window;
  document: Document;
};

/**
 * Makes a card's frame and waits until its document stands: an initial about:blank may be replaced late, and what
 * was drawn into it would be lost. In Chromium this is done before the call returns.
 * @param parent where the frame is shown; it must be in the page
 * @param title the frame's accessible name, translated (SPEC.md section 2, Cards)
 */
export const createFrame = (parent: Node, title: string, ready: (frame: CardFrame) => void): void => {
  const doc = parent.ownerDocument as Document;
  const element = doc.createElement('iframe');
  element.title = title;
  element.className = 'card';
  element.addEventListener(
    'load',
    () => {
      const inner = element.contentDocument;
      if (inner) ready({ element, window: element.contentWindow as Window, document: inner });
    },
    { once: true },
  );
  parent.appendChild(element);
};
