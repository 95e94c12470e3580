import type { createCardStack } from '../platform/cardStack';
import type { Clock } from '../platform/clock';
import type { CardFrame } from '../platform/frames';
import { createTimer } from '../platform/timer';
import type { CardName, Router } from '../slices/router';

/** The close animation takes 400 ms; the card is removed 100 ms later. */
const GONE_MS = 400 + 100;

/** Transition delay in a regular, a low and a full-screen window. */
const DELAYS_MS = [150, 200, 300] as const;

type Shown = {
  /** The card's height as a share of the home card's. */
  share: number;
  /** Whether the card below stays interactive until `cover` is called. */
  aside?: boolean;
};

/**
 * A card above the home card: created on opening, removed after its close animation.
 * @typeParam Content what `draw` needs to draw it
 */
export const createCardFlow = <Content>(deps: {
  name: Exclude<CardName, 'home'>;
  router: Pick<Router, 'cards' | 'openCard' | 'closeCard' | 'openWidget'>;
  clock: Clock;
  /** Places the card above the others; loaded as a lazy chunk. */
  cardStack: Promise<ReturnType<typeof createCardStack>>;
  home: () => Promise<CardFrame>;
  /** Creates the card's frame in the surface. */
  createFrame: (ready: (frame: CardFrame) => void) => void;
  /** Draws the content into the frame. @returns the undo */
  draw: (frame: CardFrame, content: Content) => () => void;
}) => {
  const { router, name } = deps;
  const leaving = createTimer(deps.clock);
  const isOpen = () => router.cards.peek().includes(name);
  /** Removes the card at once. */
  let remove = () => {};
  /** Starts the close animation, then removes the card. */
  let end = () => {};
  /** Makes the card below inert. */
  let cover = () => {};

  type Stack = Awaited<typeof deps.cardStack>;
  const show = (frame: CardFrame, content: Content, home: HTMLElement, stack: Stack, how: Shown) => {
    const stacked = stack(frame.element, home, how.share, DELAYS_MS, how.aside);
    cover = stacked.cover;
    const erase = deps.draw(frame, content);
    end = () => {
      end = () => {};
      cover = () => {};
      stacked.close();
      leaving.set(GONE_MS, remove);
    };
    remove = () => {
      remove = () => {};
      end();
      leaving.stop();
      erase();
      stacked.remove();
    };
  };

  return {
    /** Opens the widget if closed, then the card if absent. Rejects if code or home card fail to load. */
    async open(content: Content, how: Shown): Promise<void> {
      router.openWidget();
      if (isOpen()) return;
      router.openCard(name);
      remove();
      const [{ element: home }, stack] = await Promise.all([deps.home(), deps.cardStack]);
      if (isOpen()) deps.createFrame((frame) => isOpen() && show(frame, content, home, stack, how));
    },
    /** The visitor has turned to a card that was shown aside: the one below becomes inert. */
    cover: () => cover(),
    /** Closes the card; the conversation is visible again. */
    close() {
      router.closeCard(name);
      end();
    },
    dispose() {
      router.closeCard(name);
      remove();
    },
  };
};
