import { listen } from './disposer';
import { fillsWidth } from './fillsWidth';
import { adoptSheet } from './sheets';

/** An on-screen keyboard takes more of the height than this, in pixels; the browser's bars take less. */
const KEYBOARD = 120;

/** Bars and notches reduce the screen area that the window can use. */
const CSS = `
.card[data-fills]{
  top:calc(var(--top,0px) + env(safe-area-inset-top));
  height:calc(100% - var(--top,0px) - env(safe-area-inset-top) - max(var(--keyboard,0px),env(safe-area-inset-bottom)));
}
:host([data-keyboard]) .card[data-card]{bottom:var(--keyboard)}`;

/**
 * Fits a window that fills the screen, and locks the publisher's page behind it.
 * @param root the surface's shadow root
 * @param card the window
 */
export const createScreen = (root: ShadowRoot, card: HTMLElement) => {
  const element = root.host as HTMLElement;
  const doc = root.ownerDocument;
  const host = doc.defaultView as Window;
  const { visualViewport: seen } = host;
  let locked: CSSStyleSheet | undefined;
  adoptSheet(root, host, CSS);
  /**
   * The distances from the window's edges to the area that an open on-screen keyboard leaves, in pixels;
   * undefined without a keyboard or while zoomed in.
   */
  const aboveKeyboard = (): { top: number; bottom: number } | undefined => {
    if (!seen || seen.scale > 1.01) return undefined;
    const bottom = host.innerHeight - seen.height - seen.offsetTop;
    return host.innerHeight - seen.height > KEYBOARD ? { top: seen.offsetTop, bottom } : undefined;
  };
  return {
    /** Whether the window fills the screen now. */
    fills: () => fillsWidth(card),
    /**
     * Fits the window into the space that the keyboard leaves.
     * @param fills whether the window fills the screen; false restores its normal place
     */
    fit(fills: boolean) {
      const left = fills ? aboveKeyboard() : undefined;
      card.toggleAttribute('data-fills', fills);
      element.toggleAttribute('data-keyboard', left !== undefined);
      element.style.setProperty('--top', left ? `${left.top}px` : '');
      element.style.setProperty('--keyboard', left ? `${left.bottom}px` : '');
    },
    /** Stops the page from scrolling without changing its elements, or allows it again. */
    lock(wanted: boolean) {
      if (wanted && !locked) locked = adoptSheet(doc, host, 'html,body{overflow:hidden!important}');
      if (wanted || !locked) return;
      doc.adoptedStyleSheets = doc.adoptedStyleSheets.filter((sheet) => sheet !== locked);
      locked = undefined;
    },
    onResize(run: () => void): () => void {
      const offs = [listen(host, 'resize', run)];
      if (seen) offs.push(listen(seen, 'resize', run), listen(seen, 'scroll', run));
      return () => {
        for (const off of offs) off();
      };
    },
  };
};
