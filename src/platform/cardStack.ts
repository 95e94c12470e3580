import { adoptSheet } from './sheets';

/** What the page's side needs beside the launcher's own rules. */
const CSS = `
.card[data-under]{transition-property:opacity,transform,visibility,filter}
:host([data-open]) .card[data-under]{transform:translateY(-8px) scale(.96);filter:brightness(.85)}
.card[data-card]{top:auto;max-height:none}
:host([data-open]) .card[data-card][inert]{opacity:0;transform:translateY(16px);visibility:hidden}
@starting-style{:host([data-open]) .card[data-card]{opacity:0;transform:translateY(16px)}}`;

/** How long the card below waits until it moves, ms: beside the launcher, in a low window that hides it, over the whole screen. */
export type Delays = readonly [regular: number, low: number, full: number];

/** A card that lies above another. */
export type LaidCard = {
  /** Begins to close it: the card below is as it was. */
  close(): void;
  /** Takes it away, once its closing has been seen. */
  remove(): void;
};

/**
 * Cards above others in the surface.
 * @param host the page that the surface is in
 * @param surface one without a launcher has no button
 * @returns lays a card over the one below, which is scaled, dimmed and inert meanwhile
 */
export const createCardStack = (
  host: Window,
  { root, button }: { root: ShadowRoot; button?: HTMLElement },
) => {
  adoptSheet(root, host, CSS);
  /** @param share of the height of the card below */
  return (card: HTMLElement, below: HTMLElement, share: number, delays: Delays): LaidCard => {
    const fills = below.offsetWidth === host.document.documentElement.clientWidth;
    const delay = delays[fills ? 2 : button?.getClientRects().length === 0 ? 1 : 0];
    card.toggleAttribute('data-card', true);
    const observer = new (host as typeof window).ResizeObserver(() => {
      card.style.height = `${below.offsetHeight * share}px`;
    });
    observer.observe(below);
    below.style.transitionDelay = `${delay}ms`;
    below.toggleAttribute('data-under', true);
    below.inert = true;
    return {
      close() {
        below.toggleAttribute('data-under', false);
        below.inert = false;
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
