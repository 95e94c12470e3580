import { adoptSheet } from './sheets';

/** What the page's side needs beside the launcher's own rules. */
const CSS = `
.card[data-under]{transition-property:opacity,transform,visibility,filter}
:host([data-open]) .card[data-under]{transform:translateY(-8px) scale(.96);filter:brightness(.85)}
:host([data-open]) .card[data-under]:has(~[data-under]){transform:translateY(-16px) scale(.92)}
.card[data-card]{top:auto;max-height:none}
:host([data-open]) .card[inert]:not([data-under]){opacity:0;transform:translateY(16px);visibility:hidden}
@starting-style{:host([data-open]) .card[data-card]{opacity:0;transform:translateY(16px)}}`;

/** How long the card below waits until it moves, ms: beside the launcher, in a low window that hides it, over the whole screen. */
export type Delays = readonly [regular: number, low: number, full: number];

/** A card that lies above another. */
export type LaidCard = {
  /** Begins to close it: where it was the top one, the card below is as it was. */
  close(): void;
  /** Takes it away, once its closing has been seen. */
  remove(): void;
};

/**
 * Cards above others in the surface (SPEC.md section 2): the top one is interactive; those below are inert and dimmed, the
 * lower the smaller. There are three at most.
 * @param host the page that the surface is in
 * @param surface one without a launcher has no button
 * @returns lays a card, which is the surface's last, over all others, of which the home card is the first
 */
export const createCardStack = (
  host: Window,
  { root, button }: { root: ShadowRoot; button?: HTMLElement },
) => {
  adoptSheet(root, host, CSS);
  const laid: HTMLElement[] = [];
  const cover = (card: HTMLElement, under: boolean) => {
    card.toggleAttribute('data-under', under);
    card.inert = under;
  };
  /** @param share of the height of the home card */
  return (card: HTMLElement, home: HTMLElement, share: number, delays: Delays): LaidCard => {
    const fills = home.offsetWidth === host.document.documentElement.clientWidth;
    const delay = delays[fills ? 2 : button?.getClientRects().length === 0 ? 1 : 0];
    card.toggleAttribute('data-card', true);
    const observer = new (host as typeof window).ResizeObserver(() => {
      card.style.height = `${home.offsetHeight * share}px`;
    });
    observer.observe(home);
    const below = laid.at(-1) ?? home;
    below.style.transitionDelay = `${delay}ms`;
    cover(below, true);
    laid.push(card);
    return {
      close() {
        const at = laid.indexOf(card);
        laid.splice(at, 1);
        if (!laid[at]) cover(laid[at - 1] ?? home, false);
        cover(card, false);
        card.inert = true;
      },
      remove() {
        observer.disconnect();
        below.style.transitionDelay = '';
        card.parentNode?.removeChild(card);
      },
    };
  };
};
