import { listen } from './disposer';
import { fillsWidth } from './fillsWidth';
import { ofDocument } from './pastContent';
import { adoptSheet } from './sheets';

/** An on-screen keyboard takes more of the height than this, in pixels; the browser's bars take less. */
const KEYBOARD = 120;
/** A scroll bar takes at most this much of the width, in pixels. */
const SCROLL_BAR = 20;

const inset = (edge: string) => `env(safe-area-inset-${edge})`;

/**
 * Cards that fill the screen keep their content clear of notches and bars, and color the areas behind those like the
 * home card. Nothing inside a card's frame reads these insets, because WebKit reports them to frames as well. Of the two
 * margins, only the one on the side where the page's lines begin has an effect.
 */
const CSS = `
.card[data-fills],.card[data-fills]~.card[data-card]{box-sizing:border-box;padding:${['top', 'right', 'bottom', 'left'].map(inset).join(' ')};background:linear-gradient(var(--head) 50%,var(--ground) 0);margin:0 calc(-1*var(--left)) 0 var(--left);bottom:var(--bottom)}
.card[data-fills]{top:var(--top);height:calc(100% - var(--top) - var(--bottom))}
.card[data-fills]~.card[data-card]:not([data-whole]){padding-top:0}
:host([data-keyboard]) .card.card{padding-bottom:0}`;

/**
 * The rules that stop a page from scrolling. The viewport takes the overflow of the root element, or the body's where
 * the root has none; set on the other of the two, it would make that one a separate scroller, and the page would lose
 * its place. Printing is not affected.
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
  const host = ofDocument(doc, 'defaultView') as Window;
  const { visualViewport: seen } = host;
  adoptSheet(root, host, CSS);
  /** The page adopts it while it is locked. Its rules match nothing in the surface. */
  const lockSheet = adoptSheet(root, host, '');
  /**
   * Where the visible part of the screen is among the page's fixed elements, in pixels, and whether a keyboard covers
   * part of it; undefined where all of that area is visible, or while zoomed in. On a page that is wider than a phone,
   * a browser fixes elements to an area as wide as the page; the screen shows part of it.
   */
  const visible = () => {
    if (!seen || seen.scale > 1.01) return undefined;
    const { offsetLeft: left, offsetTop: top, width, height } = seen;
    const { innerWidth, innerHeight } = host;
    const isWide = innerWidth - width > SCROLL_BAR;
    const screenHeight = isWide ? (innerHeight * width) / innerWidth : innerHeight;
    const keyboard = screenHeight - height > KEYBOARD;
    return isWide || keyboard ? { left, top, bottom: innerHeight - height - top, keyboard } : undefined;
  };
  /** Gives the areas behind notches and bars the colors of the card's header and background. */
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
     * Fits the window into the visible part of the screen, above a keyboard.
     * @param fills whether the window fills the screen; false restores its normal place
     */
    fit(fills: boolean) {
      const place = fills ? visible() : undefined;
      card.toggleAttribute('data-fills', fills);
      element.toggleAttribute('data-keyboard', place?.keyboard === true);
      // Also where they are 0, because the page may have properties of these names.
      for (const edge of ['left', 'top', 'bottom'] as const)
        element.style.setProperty(`--${edge}`, `${place?.[edge] ?? 0}px`);
      if (fills) paint();
    },
    /** Stops the page from scrolling without changing its elements, or allows it again. */
    lock(wanted: boolean) {
      const sheets = ofDocument(doc, 'adoptedStyleSheets');
      const place = sheets.indexOf(lockSheet);
      if (wanted && place < 0) {
        lockSheet.replaceSync(lockCss(doc, host));
        sheets.push(lockSheet);
      }
      if (!wanted && place >= 0) sheets.splice(place, 1);
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
