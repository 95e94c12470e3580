import { isShown, isTab } from './cycleFocus';
import { listen } from './disposer';

/** Gives the focus to an element that may be in another frame. */
export const focusIn = (target: HTMLElement | null | undefined) => {
  target?.ownerDocument.defaultView?.focus();
  target?.focus();
};

/**
 * Keeps Tab inside a card that lies above another, as `cycleFocus` does for the lowest card. The first stop
 * is the back button. The last is an embedded page whose stops are not accessible, so a stop is added after
 * it.
 * @returns a function that undoes this
 */
export const keepFocusIn = (frame: Document, launcher: HTMLElement | undefined) => {
  const end = frame.createElement('span');
  end.tabIndex = 0;
  end.ariaHidden = 'true';
  frame.body.append(end);
  const first = () => frame.querySelector<HTMLElement>('button');
  const page = () => frame.querySelector<HTMLElement>('iframe:not([inert])') ?? first();
  const out = (otherwise: HTMLElement | null) => focusIn(isShown(launcher) ? launcher : otherwise);
  const offs = [
    listen(end, 'focus', () => out(first())),
    listen(frame, 'keydown', (event) => {
      if (!isTab(event) || !(event as KeyboardEvent).shiftKey || frame.activeElement !== first()) return;
      event.preventDefault();
      out(page());
    }),
    ...(launcher
      ? [
          listen(
            launcher,
            'keydown',
            (event) => {
              if (!isTab(event)) return;
              event.preventDefault();
              // Stop the handler of the card below, which has its own Tab cycle.
              event.stopImmediatePropagation();
              focusIn((event as KeyboardEvent).shiftKey ? page() : first());
            },
            { capture: true },
          ),
        ]
      : []),
  ];
  return () => {
    for (const off of offs) off();
    frame.body.removeChild(end);
  };
};
