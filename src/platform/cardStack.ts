import { fillsWidth } from './fillsWidth';
import { adoptSheet } from './sheets';

/** Rules for the page's side, added to the launcher's own. */
const CSS = `
.card[data-under]{transition-property:opacity,transform,visibility,filter}
:host([data-open]) .card[data-under]{transform:translateY(-8px) scale(.96);filter:brightness(.85)}
:host([data-open]) .card[data-under]:has(~[data-under]){transform:translateY(-16px) scale(.92)}
.card[data-card]{top:auto;max-height:none}
:host([data-open]) .card[inert]:not([data-under]){opacity:0;transform:translateY(16px);visibility:hidden}
@starting-style{:host([data-open]) .card[data-card]{opacity:0;transform:translateY(16px)}}`;

/**
 * How long the card below waits before it moves, in milliseconds: beside the launcher, in a low window that
 * hides the launcher, and in full screen.
 */
export type Delays = readonly [regular: number, low: number, full: number];

/** A card that lies above another. */
type StackedCard = {
  /** Makes the card below inert, if the card was stacked aside. */
  cover(): void;
  /** Starts to close the card. If it was the top one, the card below becomes interactive again. */
  close(): void;
  /** Removes the card after its closing animation. */
  remove(): void;
};

/**
 * Stacks cards in the surface. The top card is interactive; lower ones are inert and dimmed, and smaller the
 * deeper they are. There are at most three.
 * @param host the page that contains the surface
 * @param surface its shadow root and the launcher's button, if it has a launcher
 * @returns a function that lays a card (the last child of the surface) over all others, above the home card
 */
export const createCardStack = (
  host: Window,
  { root, button }: { root: ShadowRoot; button?: HTMLElement },
) => {
  adoptSheet(root, host, CSS);
  const stacked: HTMLElement[] = [];
  const cover = (card: HTMLElement, under: boolean, inert = under) => {
    card.toggleAttribute('data-under', under);
    card.inert = inert;
  };
  /**
   * @param share the card's height as a share of the home card's height
   * @param aside whether the card below stays interactive until `cover` is called
   */
  return (
    card: HTMLElement,
    home: HTMLElement,
    share: number,
    delays: Delays,
    aside?: boolean,
  ): StackedCard => {
    const fills = fillsWidth(home);
    const delay = delays[fills ? 2 : button?.getClientRects().length === 0 ? 1 : 0];
    card.toggleAttribute('data-card', true);
    card.toggleAttribute('data-whole', share === 1);
    const observer = new (host as typeof window).ResizeObserver(() => {
      card.style.height = `${home.offsetHeight * share}px`;
    });
    observer.observe(home);
    const below = stacked.at(-1) ?? home;
    below.style.transitionDelay = `${delay}ms`;
    cover(below, true, !aside);
    stacked.push(card);
    return {
      cover: () => cover(below, true),
      close() {
        const at = stacked.indexOf(card);
        stacked.splice(at, 1);
        if (!stacked[at]) cover(stacked[at - 1] ?? home, false);
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
