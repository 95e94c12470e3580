import { computed, signal } from '@preact/signals-react';
import { createScreenFiller } from '../flows/fillScreen';
import { createScreen } from '../platform/screen';
import { adoptSheet } from '../platform/sheets';
import type { CardDeps } from './deps';

/** Bars and notches leave the window less than the screen. */
const CSS = `
.card[data-fills]{
  top:calc(var(--top,0px) + env(safe-area-inset-top));
  height:calc(100% - var(--top,0px) - env(safe-area-inset-top) - max(var(--keyboard,0px),env(safe-area-inset-bottom)));
}
:host([data-keyboard]) .card[data-card]{bottom:var(--keyboard)}`;

/** What a window that fills the screen needs; draws nothing. */
export const createPart = ({ slices, surface, clock, page, own }: CardDeps) => {
  const element = surface.root.host as HTMLElement;
  const host = element.ownerDocument.defaultView as Window;
  const screen = createScreen(host);
  const visible = signal(page.visible());
  own(page.onVisible((now) => (visible.value = now)));
  adoptSheet(surface.root, host, CSS);
  void surface.home().then(({ element: card }) => {
    own(
      createScreenFiller({
        shown: computed(() => slices.router.widgetOpen.value && visible.value),
        clock,
        fills: () => card.offsetWidth === screen.width(),
        lock: screen.lock,
        onResize: screen.onResize,
        fit(fills) {
          const left = fills ? screen.aboveKeyboard() : undefined;
          card.toggleAttribute('data-fills', fills);
          element.toggleAttribute('data-keyboard', left !== undefined);
          element.style.setProperty('--top', left ? `${left.top}px` : '');
          element.style.setProperty('--keyboard', left ? `${left.bottom}px` : '');
        },
      }),
    );
  });
  return () => null;
};
