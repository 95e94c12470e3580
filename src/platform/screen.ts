import { listen } from './disposer';
import { fillsWidth } from './fillsWidth';
import { ofDocument } from './pastContent';
import { adoptSheet } from './sheets';

/** An on-screen keyboard takes more of the height than this, in pixels; the browser's bars take less. */
const KEYBOARD = 120;

const inset = (edge: string) => `env(safe-area-inset-${edge})`;

/**
 * Cards that fill the screen keep their content clear of notches and bars, and color the areas behind those like the
 * home card. Nothing inside a card's frame reads these insets, because WebKit reports them to frames as well.
 */
const CSS = `
.card[data-fills],.card[data-fills]~.card[data-card]{box-sizing:border-box;padding:${['top', 'right', 'bottom', 'left'].map(inset).join(' ')};background:linear-gradient(var(--head) 50%,var(--ground) 0)}
.card[data-fills]{top:var(--top,0px);height:calc(100% - var(--top,0px) - var(--keyboard,0px))}
.card[data-fills]~.card[data-card]:not([data-whole]){padding-top:0}
:host([data-keyboard]) .card.card{padding-bottom:0}
:host([data-keyboard]) .card[data-card]{bottom:var(--keyboard)}`;

/**
 * The rules that stop a page from scrolling. The viewport takes the overflow of the root element, or the body's
 * where the root has none; set on the other of the two, it would make that one a scroller of its own, and the page
 * would lose its place. Printing is not affected.
 */
const lockCss = (doc: Document, host: Window): string => {
  const isVisible = (name: 'documentElement' | 'body') => {
    const element = ofDocument(doc, name);
    return !element || host.getComputedStyle(element).overflow === 'visible';
  };
  const scrollers = isVisible('documentElement') ? 'body' : isVisible('body') ? 'html' : 'html,body';
  return `@media screen{${scrollers}{overflow:hidden!important}}`;
};

/**
 * Fits a window that fills the screen, and locks the publisher's page behind it.
 * @param root the surface's shadow root
 * @param card the window's frame
 */
export const createScreen = (root: ShadowRoot, card: HTMLIFrameElement) => {
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
  /** Gives the areas behind notches and bars the colours of the card's header and background. */
  const paint = () => {
    const body = card.contentDocument?.body;
    if (!body) return;
    const colorOf = (inner: Element) => host.getComputedStyle(inner).backgroundColor;
    const ground = colorOf(body);
    const header = body.querySelector('header');
    const head = header ? colorOf(header) : ground;
    element.style.setProperty('--ground', ground);
    element.style.setProperty('--head', /, 0\)$|transparent/.test(head) ? ground : head);
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
      if (fills) paint();
    },
    /** Stops the page from scrolling without changing its elements, or allows it again. */
    lock(wanted: boolean) {
      if (wanted && !locked) locked = adoptSheet(doc, host, lockCss(doc, host));
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
