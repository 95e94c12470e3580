import { createElement } from './pastContent';

/** A window with its own globals, which the page's scripts have not changed. */
export type Realm = Window & typeof globalThis;

/** A same-origin frame that shows one card. */
export type CardFrame = {
  element: HTMLIFrameElement;
  window: Realm;
  document: Document;
};

/**
 * Makes a card's frame and calls `ready` when its document has loaded. Some browsers replace the initial
 * about:blank late, which would lose what was drawn into it; Chromium loads it before this call returns.
 * @param parent where the frame is added; must be in the page
 * @param title the frame's accessible name, translated
 */
export const createFrame = (parent: ParentNode, title: string, ready: (frame: CardFrame) => void): void => {
  const doc = parent.ownerDocument as Document;
  const element = createElement(doc, 'iframe');
  element.title = title;
  element.className = 'card';
  element.addEventListener(
    'load',
    () => {
      const inner = element.contentDocument;
      if (inner) ready({ element, window: element.contentWindow as Realm, document: inner });
    },
    { once: true },
  );
  parent.append(element);
};
