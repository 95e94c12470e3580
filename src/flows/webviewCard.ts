import { effect, type ReadonlySignal } from '@preact/signals-react';
import type { Words } from '../i18n/words';
import type { Clock } from '../platform/clock';
import type { CardFrame } from '../platform/frames';
import type { Router } from '../slices/router';
import type { Extension } from '../wire/rich';
import type { Shown } from './showWidget';

/** SPEC.md section 9: "close 400"; section 4: "A card is removed 100 ms after its close animation ends." */
const GONE_MS = 400 + 100;

/** SPEC.md section 9: "Launcher tall height 75%, compact 50%". */
const SHARES = { compact: 0.5, tall: 0.75, full: 1 } as const;

/** SPEC.md section 9: "Card transition delay is 150 (regular), 200 (vertically small) and 300 (full-screen)." */
const delayOf = (home: HTMLElement, { button }: Shown): number =>
  home.offsetWidth === home.ownerDocument.documentElement.clientWidth
    ? 300
    : button && button.getClientRects().length === 0
      ? 200
      : 150;

/** What the page's side needs beside the launcher's own rules. */
export const STACK_CSS = `
.card[data-under]{transition-property:opacity,transform,visibility,filter}
:host([data-open]) .card[data-under]{transform:translateY(-8px) scale(.96);filter:brightness(.85)}
.card[data-card]{top:auto;max-height:none}
:host([data-open]) .card[data-closing]{opacity:0;transform:translateY(16px);visibility:hidden}
@starting-style{:host([data-open]) .card[data-card]{opacity:0;transform:translateY(16px)}}`;

/**
 * The conversation-extension card above the home card (SPEC.md section 2 'Cards'): made when it is opened, taken away once
 * its closing has been seen. The home card is scaled, dimmed and inert meanwhile.
 */
export const createWebviewCard = (deps: {
  surface: Shown;
  router: Pick<Router, 'cards' | 'openCard' | 'closeCard' | 'openWidget'>;
  words: ReadonlySignal<Words>;
  clock: Clock;
  /** Makes the card's frame in the surface. */
  createFrame: (ready: (frame: CardFrame) => void) => void;
  /** Draws the page into it. @returns the undo */
  draw: (frame: CardFrame, extension: Extension) => () => void;
}) => {
  const { router, surface } = deps;
  const isOpen = () => router.cards.peek().includes('webview');
  /** Takes the card away at once. */
  let remove = () => {};
  /** Begins to. */
  let end = () => {};

  const show = (frame: CardFrame, extension: Extension, home: HTMLElement) => {
    const { element } = frame;
    element.setAttribute('data-card', 'webview');
    const size = () => {
      element.style.height = `${home.offsetHeight * SHARES[extension.size]}px`;
    };
    const { ResizeObserver } = home.ownerDocument.defaultView as typeof window;
    const observer = new ResizeObserver(size);
    observer.observe(home);
    home.style.transitionDelay = `${delayOf(home, surface)}ms`;
    home.toggleAttribute('data-under', true);
    home.inert = true;
    const stopTitle = effect(() => {
      element.title = deps.words.value.t('extension.frame');
    });
    const erase = deps.draw(frame, extension);
    let cancel = () => {};
    end = () => {
      end = () => {};
      home.removeAttribute('data-under');
      home.inert = false;
      element.setAttribute('data-closing', '');
      element.inert = true;
      cancel = deps.clock.after(GONE_MS, remove);
    };
    remove = () => {
      remove = () => {};
      end();
      cancel();
      observer.disconnect();
      stopTitle();
      erase();
      home.style.transitionDelay = '';
      element.parentNode?.removeChild(element);
    };
  };

  return {
    /** "Otherwise it first opens the widget if closed, then creates the card if absent." */
    async open(extension: Extension): Promise<void> {
      router.openWidget();
      if (isOpen()) return;
      router.openCard('webview');
      remove();
      const home = (await surface.home()).element;
      if (isOpen()) deps.createFrame((frame) => isOpen() && show(frame, extension, home));
    },
    /** Back to the conversation. */
    close() {
      router.closeCard('webview');
      end();
    },
    dispose() {
      router.closeCard('webview');
      remove();
    },
  };
};
