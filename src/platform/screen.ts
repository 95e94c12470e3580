import { listen } from './disposer';
import { adoptSheet } from './sheets';

/** A keyboard takes more of the screen than this, px; a browser's bars take less. */
const KEYBOARD = 120;

/** Bars and notches leave the window less than the screen. */
const CSS = `
.card[data-fills]{
  top:calc(var(--top,0px) + env(safe-area-inset-top));
  height:calc(100% - var(--top,0px) - env(safe-area-inset-top) - max(var(--keyboard,0px),env(safe-area-inset-bottom)));
}
:host([data-keyboard]) .card[data-card]{bottom:var(--keyboard)}`;

/**
 * The publisher's page while a window of ours fills its screen.
 * @param root the surface's, in the page
 * @param card the window
 */
export const createScreen = (root: ShadowRoot, card: HTMLElement) => {
  const element = root.host as HTMLElement;
  const doc = root.ownerDocument;
  const host = doc.defaultView as Window;
  const { visualViewport: seen } = host;
  let locked: CSSStyleSheet | undefined;
  adoptSheet(root, host, CSS);
  /** What a phone's keyboard leaves of the screen, px; undefined where there is none, or where the visitor has zoomed in. */
  const aboveKeyboard = (): { top: number; bottom: number } | undefined => {
    if (!seen || seen.scale > 1.01) return undefined;
    const bottom = host.innerHeight - seen.height - seen.offsetTop;
    return host.innerHeight - seen.height > KEYBOARD ? { top: seen.offsetTop, bottom } : undefined;
  };
  return {
    /** Whether it fills the screen now. */
    fills: () => card.offsetWidth === doc.documentElement.clientWidth,
    /** Lays the window into what the keyboard leaves of the screen. @param fills whether it fills it, else as it was */
    fit(fills: boolean) {
      const left = fills ? aboveKeyboard() : undefined;
      card.toggleAttribute('data-fills', fills);
      element.toggleAttribute('data-keyboard', left !== undefined);
      element.style.setProperty('--top', left ? `${left.top}px` : '');
      element.style.setProperty('--keyboard', left ? `${left.bottom}px` : '');
    },
    /** Stops the page from scrolling, without a trace in its elements, or lets it again. */
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
