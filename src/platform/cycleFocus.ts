import { listen, undoAll } from './disposer';
import { focusLauncher } from './focusLauncher';

/** Marks a surface inside an element of the page. */
export const EMBEDDED = 'data-embedded';

/** Whether a card's frame is inside an element of the page instead of above the page. */
export const isEmbedded = (frame: Document): boolean =>
  (frame.defaultView?.frameElement?.getRootNode() as Partial<ShadowRoot> | undefined)?.host?.hasAttribute(
    EMBEDDED,
  ) === true;

const FOCUSABLE = 'a[href],button,textarea,input,select,[tabindex="0"]';

/** The elements that Tab reaches in a frame, in order. */
const stopsOf = (doc: Document): HTMLElement[] =>
  [...doc.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((e) => e.getClientRects().length > 0);

/** Whether an element is displayed and visible. */
export const isShown = (element: HTMLElement | undefined): element is HTMLElement =>
  element?.checkVisibility({ visibilityProperty: true }) === true;

/**
 * Cycles Tab and Shift+Tab between the launcher and the open widget frame. Without a visible launcher, the
 * focus wraps inside the frame.
 * @returns a function that undoes this
 */
export const cycleFocus = (frame: Document, launcher: HTMLElement | undefined, isOpen: () => boolean) => {
  // In an element of the page, the focus goes on to the page.
  if (isEmbedded(frame)) return () => {};
  const go = (event: Event, target: HTMLElement | undefined) => {
    event.preventDefault();
    target?.ownerDocument.defaultView?.focus();
    // After a press of the mouse, a browser shows no ring for a focus that is given by script to another document.
    if (target && target === launcher) focusLauncher(target, true);
    else target?.focus();
  };
  const onFrame = (event: Event) => {
    const { key, shiftKey } = event as KeyboardEvent;
    if (key !== 'Tab') return;
    const stops = stopsOf(frame);
    const [first, last] = [stops[0], stops[stops.length - 1]];
    if (frame.activeElement !== (shiftKey ? first : last)) return;
    go(event, isShown(launcher) ? launcher : shiftKey ? last : first);
  };
  const onLauncher = (event: Event) => {
    const { key, shiftKey } = event as KeyboardEvent;
    if (!isOpen()) return;
    if (key !== 'Tab') return;
    const stops = stopsOf(frame);
    go(event, stops[shiftKey ? stops.length - 1 : 0]);
  };
  const offs = [
    listen(frame, 'keydown', onFrame),
    ...(launcher ? [listen(launcher, 'keydown', onLauncher)] : []),
  ];
  return undoAll(offs);
};
