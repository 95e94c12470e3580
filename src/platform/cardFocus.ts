import { listen } from './disposer';
import { isShown } from './focus';

/** Gives focus to what may be in another frame. */
export const focusIn = (target: HTMLElement | null | undefined) => {
  target?.ownerDocument.defaultView?.focus();
  target?.focus();
};

/**
 * The Tab cycle of `cycleFocus` for a card above another: its first stop is its way back, its last a page we do not see into,
 * so a stop of its own is put behind that.
 * @returns the undo
 */
export const keepFocusIn = (frame: Document, launcher: HTMLElement | undefined) => {
  const end = frame.createElement('span');
  end.tabIndex = 0;
  end.ariaHidden = 'true';
  frame.body.append(end);
  const first = () => frame.querySelector<HTMLElement>('button');
  const page = () => frame.querySelector('iframe') ?? first();
  const out = (otherwise: HTMLElement | null) => focusIn(isShown(launcher) ? launcher : otherwise);
  const offs = [
    listen(end, 'focus', () => out(first())),
    listen(frame, 'keydown', (event) => {
      const { key, shiftKey } = event as KeyboardEvent;
      if (key !== 'Tab' || !shiftKey || frame.activeElement !== first()) return;
      event.preventDefault();
      out(page());
    }),
    ...(launcher
      ? [
          listen(
            launcher,
            'keydown',
            (event) => {
              const { key, shiftKey } = event as KeyboardEvent;
              if (key !== 'Tab') return;
              event.preventDefault();
              // The card below has a cycle of its own.
              event.stopImmediatePropagation();
              focusIn(shiftKey ? page() : first());
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
