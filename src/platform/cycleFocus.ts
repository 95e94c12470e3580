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
 * Whether a key is not for the widget. During composition, keys belong to the input method: Escape discards what is
 * composed. Safari ends the composition before the event, so only the key code shows it. With Ctrl, Alt or ⌘, all keys
 * but Enter belong to the browser: Ctrl+Tab shows another tab, Alt and an arrow go back, Ctrl and + enlarge the page.
 */
export const isOthersKey = (event: Event): boolean => {
  const { isComposing, keyCode, key, altKey, ctrlKey, metaKey } = event as KeyboardEvent;
  return isComposing || keyCode === 229 || ((altKey || ctrlKey || metaKey) && key !== 'Enter');
};

/** Whether a key moves the focus. WebKitGTK does not know the key of Shift+Tab. */
export const isTab = (event: Event): boolean => {
  const { key, keyCode } = event as KeyboardEvent;
  return (key === 'Tab' || keyCode === 9) && !isOthersKey(event);
};

const leaveToOthers = (frame: Document) =>
  listen(frame, 'keydown', (event) => isOthersKey(event) && event.stopPropagation(), { capture: true });

/**
 * Cycles Tab and Shift+Tab between the launcher and the open widget frame. Without a visible launcher, the focus wraps
 * inside the frame. Ignores the keys of the browser and of an input method.
 * @returns a function that undoes this
 */
export const cycleFocus = (frame: Document, launcher: HTMLElement | undefined, isOpen: () => boolean) => {
  const stopLeaving = leaveToOthers(frame);
  // In an element of the page, focus moves to the page.
  if (isEmbedded(frame)) return stopLeaving;
  /** @param next gets the frame's first and last stop in the direction of Tab; undefined leaves the focus to the browser */
  const onTab = (
    source: EventTarget,
    next: (first?: HTMLElement, last?: HTMLElement) => HTMLElement | undefined,
  ) =>
    listen(source, 'keydown', (event) => {
      if (!isTab(event)) return;
      const stops = stopsOf(frame);
      if ((event as KeyboardEvent).shiftKey) stops.reverse();
      const target = next(stops[0], stops[stops.length - 1]);
      if (!target) return;
      event.preventDefault();
      target.ownerDocument.defaultView?.focus();
      // After a mouse press, a browser shows no ring for focus that a script gives to another document.
      if (target === launcher) focusLauncher(target, true);
      else target.focus();
    });
  const stopFrame = onTab(frame, (first, last) =>
    frame.activeElement !== last ? undefined : isShown(launcher) ? launcher : first,
  );
  if (!launcher) return undoAll([stopLeaving, stopFrame]);
  return undoAll([stopLeaving, stopFrame, onTab(launcher, (first) => (isOpen() ? first : undefined))]);
};
