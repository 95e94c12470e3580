import { listen } from './disposer';

const FOCUSABLE = 'a[href],button,textarea,input,select,[tabindex="0"]';

/** What the Tab key reaches in a frame, in order. */
const stopsOf = (doc: Document): HTMLElement[] =>
  [...doc.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((e) => e.getClientRects().length > 0);

/** Whether an element is on screen. */
export const isShown = (element: HTMLElement | undefined): element is HTMLElement =>
  element?.checkVisibility({ visibilityProperty: true }) === true;

/**
 * "While the widget is open, Tab and Shift+Tab cycle focus between the launcher button and the open widget frame,
 * wrapping at the ends." (SPEC.md section 2). Where the launcher is not on screen the frame wraps by itself.
 * @returns the undo
 */
export const cycleFocus = (frame: Document, launcher: HTMLElement | undefined, isOpen: () => boolean) => {
  const go = (event: Event, target: HTMLElement | undefined) => {
    event.preventDefault();
    target?.ownerDocument.defaultView?.focus();
    target?.focus();
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
    if (key !== 'Tab' || !isOpen()) return;
    const stops = stopsOf(frame);
    go(event, stops[shiftKey ? stops.length - 1 : 0]);
  };
  const offs = [
    listen(frame, 'keydown', onFrame),
    ...(launcher ? [listen(launcher, 'keydown', onLauncher)] : []),
  ];
  return () => {
    for (const off of offs) off();
  };
};
